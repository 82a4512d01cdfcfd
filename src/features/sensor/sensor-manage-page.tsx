import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Thermometer from 'lucide-react/icons/thermometer';
import { manageSensors, type SensorRow } from '#contract/device/sensor.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/wire/list.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { DataAgeNote } from '#src/ui/data-age-note.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { NothingFound } from '#src/ui/list/nothing-found.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { ReadAt } from './read-at.tsx';
import { SensorFiles } from './sensor-files.tsx';
import { SensorLink } from './sensor-link.tsx';
import type { SensorListSearch } from './sensor-list-search.ts';
import { valueWords } from './sensor-words.tsx';
import { useSensorActions } from './use-sensor-actions.tsx';

type SensorManagePageProps = {
  search: SensorListSearch;
  onSearch: (change: SensorListSearch) => void;
  /** The chosen farm; undefined for whoever has none. */
  farm: Pick<Farm, 'index' | 'farmName' | 'right'> | undefined;
  /** Whether there are other farms to look at. */
  hasOtherFarms: boolean;
  mayWrite: boolean;
  /** Whether there is a farm to put one on. */
  mayCreate: boolean;
};

/** The sensors and actuators of a farm, or of all of them. */
export function SensorManagePage({
  search: asked,
  onSearch,
  farm,
  hasOtherFarms,
  mayWrite,
  mayCreate,
}: SensorManagePageProps) {
  const { search, sort, page = 1, view } = asked;
  const now = useNow();
  const farmIndex = view === 'all' ? undefined : farm?.index;
  const sensors = useQuery({
    ...readQuery(manageSensors, { query: { search, sort, page, farmIndex } }),
    placeholderData: keepPreviousData,
  });
  const { actionsOf, dialog } = useSensorActions(mayWrite);
  if (sensors.isError && !sensors.data) throw sensors.error;
  const { rows, total } = sensors.data?.value ?? { rows: [], total: 0 };
  const importFarm = mayWrite && farm && farm.right !== 'read' ? farm : undefined;
  const files = (
    <SensorFiles search={search} sort={sort} farmIndex={farmIndex} importFarm={importFarm} hasSensors={total > 0} />
  );
  const isEmpty = sensors.data !== undefined && total === 0 && search === undefined;

  return (
    <div className="flex flex-col gap-5">
      <PageHead title="센서 관리" lead="센서와 구동기를 함께 관리합니다." actions={mayCreate && <CreateLink />} />
      {farm && hasOtherFarms && (
        <SingleChips
          label="보이는 농장"
          chips={[
            { value: 'one', label: farm.farmName },
            { value: 'all', label: '모든 농장' },
          ]}
          value={view ?? 'one'}
          onChange={(next) => onSearch({ view: next === 'all' ? next : undefined, page: undefined })}
        />
      )}
      {/* Stays where there is nothing but may be: an import goes on while its first rows come. */}
      {(!isEmpty || importFarm) && (
        <ListToolbar
          search={{
            label: '이름, 코드, 위치, 장치',
            value: search ?? '',
            onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
          }}
          actions={files}
        />
      )}
      <DataList<SensorRow>
        label="센서 목록"
        columns={columnsFor(now, farmIndex === undefined)}
        rows={rows}
        rowKey={({ index }) => index}
        rowName={({ name }) => name}
        sort={sort}
        onSort={(next) => onSearch({ sort: next as SensorListSearch['sort'], page: undefined })}
        renderLink={({ index }, children, className) => (
          <SensorLink index={index} className={className}>
            {children}
          </SensorLink>
        )}
        rowActions={actionsOf}
        isLoading={sensors.data === undefined}
        isStale={sensors.isPlaceholderData}
        empty={
          search === undefined ? (
            <NoSensors mayCreate={mayCreate} />
          ) : (
            <NothingFound search={search} onClear={() => onSearch({ search: undefined, page: undefined })} />
          )
        }
      />
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
      {sensors.data && <DataAgeNote fetchedAt={sensors.data.fetchedAt} now={now} />}
      {isEmpty && importFarm && (
        <p className="text-center text-ink-soft">
          센서가 여럿이면 ‘가져오기’를 눌러 파일에서 한 번에 등록할 수 있습니다.
        </p>
      )}
      {dialog}
    </div>
  );
}

function CreateLink() {
  return (
    <Link to="/cms/device/sensor-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      센서 등록
    </Link>
  );
}

function columnsFor(now: number, isFarmShown: boolean): Column<SensorRow>[] {
  const farm: Column<SensorRow> = { key: 'farmName', title: '농장', render: ({ farmName }) => farmName };
  return [
    {
      key: 'name',
      title: '센서',
      isSortable: true,
      onCard: 'title',
      render: ({ name, areaName, farmName }) =>
        isFarmShown ? `${farmName} ${areaName} ${name}` : `${areaName} ${name}`,
    },
    ...(isFarmShown ? [farm] : []),
    { key: 'type', title: '종류', isSortable: true, render: ({ type }) => channelTypes[type].label },
    { key: 'deviceName', title: '장치', isSortable: true, render: ({ deviceName }) => deviceName },
    { key: 'code', title: '코드', isSortable: true, render: ({ code }) => <code translate="no">{code}</code> },
    { key: 'value', title: '최근 값', align: 'end', onCard: 'fact', render: (row) => valueWords(row) },
    {
      key: 'readAt',
      title: '받은 때',
      isSortable: true,
      onCard: 'fact',
      render: (row) => <ReadAt sensor={row} now={now} />,
    },
  ];
}

function NoSensors({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      title="아직 센서가 없습니다"
      icon={<Thermometer aria-hidden className="size-8" />}
      action={mayCreate && <CreateLink />}
    >
      장치가 보내는 값마다 센서를 하나씩 등록하면 값을 받아 보여 드립니다.
      {mayCreate && (
        <>
          {' '}
          장치가 없으면 먼저{' '}
          <Link to="/cms/device/device-manage" className="font-semibold text-leaf underline underline-offset-4">
            장치를 등록
          </Link>
          해 주세요.
        </>
      )}
    </EmptyState>
  );
}

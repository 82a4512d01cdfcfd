import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Thermometer from 'lucide-react/icons/thermometer';
import { sensorNoun } from '#contract/device/device-text.ts';
import { createSensor, type SensorFields, type SensorRow, updateSensor } from '#contract/device/sensor.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { useUnsentRows, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { useList } from '#src/api/read/use-list.ts';
import type { ListState } from '#src/lib/list/list-state.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { channelValueWords } from '#src/ui/channel-words.tsx';
import { useImportDialog } from '#src/ui/csv/use-import-dialog.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { FarmChips } from '#src/ui/list/farm-chips.tsx';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { QueuedRows, QueuedTag, rowLinkClass } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { needsLook, ReadAt } from './read-at.tsx';
import { sensorFile } from './sensor-columns.tsx';
import { SensorLink } from './sensor-link.tsx';
import { SENSOR_PAGE_SIZE, type SensorListSearch, type SensorSort, sensorListQuery } from './sensor-list.ts';
import { useSensorActions } from './use-sensor-actions.tsx';

type SensorManagePageProps = {
  search: SensorListSearch;
  onSearch: (change: SensorListSearch) => void;
  /** The chosen farm; undefined without one. */
  farm: Pick<Farm, 'index' | 'farmName' | 'right'> | undefined;
  hasOtherFarms: boolean;
  mayWrite: boolean;
  /** Whether there is a farm for a new sensor. */
  mayCreate: boolean;
};

const loadImport = async () => (await import('./sensor-import.tsx')).SensorImport;

/** The sensors and actuators of one farm, or of all farms. */
export function SensorManagePage(props: SensorManagePageProps) {
  const { search, onSearch, farm, hasOtherFarms, mayWrite, mayCreate } = props;
  const farmIndex = search.view === 'all' ? undefined : farm?.index;
  const isAll = farmIndex === undefined;
  const stored = useList({ search, onSearch }, (asked) => sensorListQuery(farmIndex, asked), SENSOR_PAGE_SIZE);
  const list = useUnsentRows(stored, updateSensor, ({ index }) => index);
  const { actionsOf, dialog } = useSensorActions(mayWrite);
  const importing = useImportDialog(loadImport);
  const importFarm = mayWrite && farm && farm.right !== 'read' ? farm : undefined;
  const created = useWritten(createSensor, stored.since);
  const placeOf = ({ farmName, areaName }: SensorRow) => (isAll ? `${farmName} ${areaName}` : areaName);
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="센서 관리" lead="센서와 구동기를 함께 관리합니다." actions={mayCreate && <CreateLink />} />
      {farm && hasOtherFarms && <FarmChips farmName={farm.farmName} view={search.view} onView={onSearch} />}
      <QueuedRows
        noun="센서"
        rows={created.map(({ entryId, state, body }) => ({
          entryId,
          state,
          title: body?.provisionalIndex ? (
            <SensorLink index={body.provisionalIndex} className={rowLinkClass}>
              {nameOf(body)}
            </SensorLink>
          ) : (
            nameOf(body)
          ),
        }))}
      />
      <ListPanel
        list={list}
        label="센서 목록"
        searchLabel="이름, 코드, 위치, 장치"
        columns={columnsFor(list, isAll)}
        rowKey={({ index }) => index}
        rowName={(row) => `${placeOf(row)} ${row.name}`}
        rowActions={actionsOf}
        renderLink={({ index }, children, className) => (
          <SensorLink index={index} className={className}>
            {children}
          </SensorLink>
        )}
        foldOf={(row) => (needsLook(row, list.judgedAt) ? null : placeOf(row))}
        empty={<NoSensors mayCreate={mayCreate} />}
        exportFile={sensorFile(list.judgedAt)}
        onImport={importFarm && importing.open}
      />
      {importing.Dialog && importFarm && <importing.Dialog {...importing.shown} farm={importFarm} />}
      {dialog}
    </div>
  );
}

/** The name of a queued sensor. */
const nameOf = (body: Pick<SensorFields, 'areaName' | 'name'> | undefined) =>
  [body?.areaName, body?.name].filter(Boolean).join(' ') || sensorNoun;

function CreateLink() {
  return (
    <Link to="/cms/device/sensor-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      센서 등록
    </Link>
  );
}

type Clock = Pick<ListState<SensorRow, SensorSort>, 'now' | 'judgedAt'>;

function columnsFor({ now, judgedAt }: Clock, isFarmShown: boolean): Column<WithQueued<SensorRow>, SensorSort>[] {
  const farm: Column<WithQueued<SensorRow>, SensorSort> = {
    key: 'farmName',
    title: '농장',
    render: ({ farmName }) => farmName,
  };
  return [
    {
      key: 'name',
      title: '센서',
      sortBy: 'name',
      onCard: 'title',
      render: ({ name, areaName, farmName, queued }) => (
        <>
          {isFarmShown ? `${farmName} ${areaName} ${name}` : `${areaName} ${name}`} <QueuedTag state={queued} />
        </>
      ),
    },
    ...(isFarmShown ? [farm] : []),
    { key: 'type', title: '종류', sortBy: 'type', render: ({ type }) => channelTypes[type].label },
    { key: 'deviceName', title: '장치', sortBy: 'deviceName', render: ({ deviceName }) => deviceName },
    { key: 'code', title: '코드', sortBy: 'code', render: ({ code }) => <code translate="no">{code}</code> },
    { key: 'value', title: '최근 값', align: 'end', onCard: 'fact', render: channelValueWords },
    {
      key: 'readAt',
      title: '받은 때',
      sortBy: 'readAt',
      onCard: 'fact',
      render: (row) => <ReadAt sensor={row} now={now} judgedAt={judgedAt} />,
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

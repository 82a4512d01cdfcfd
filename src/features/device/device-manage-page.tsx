import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Cpu from 'lucide-react/icons/cpu';
import Plus from 'lucide-react/icons/plus';
import { type DeviceRow, manageDevices } from '#contract/device/device.ts';
import { deviceKindWords } from '#contract/device/device-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
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
import { DeviceLink } from './device-link.tsx';
import type { DeviceListSearch } from './device-list-search.ts';
import { channelWords } from './device-words.tsx';
import { ExportDevices } from './export-devices.tsx';
import { LastSeen } from './last-seen.tsx';
import { useDeviceActions } from './use-device-actions.tsx';

type DeviceManagePageProps = {
  search: DeviceListSearch;
  onSearch: (change: DeviceListSearch) => void;
  /** The chosen farm; undefined for whoever has none. */
  farm: Pick<Farm, 'index' | 'farmName'> | undefined;
  /** Whether there are other farms to look at. */
  hasOtherFarms: boolean;
  mayWrite: boolean;
  /** Whether there is a farm to put one on. */
  mayCreate: boolean;
};

/** The controllers and gateways of a farm, or of all of them. */
export function DeviceManagePage({
  search: asked,
  onSearch,
  farm,
  hasOtherFarms,
  mayWrite,
  mayCreate,
}: DeviceManagePageProps) {
  const { search, sort, page = 1, view } = asked;
  const now = useNow();
  const farmIndex = view === 'all' ? undefined : farm?.index;
  const devices = useQuery({
    ...readQuery(manageDevices, { query: { search, sort, page, farmIndex } }),
    placeholderData: keepPreviousData,
  });
  const { actionsOf, dialog } = useDeviceActions(mayWrite);
  if (devices.isError && !devices.data) throw devices.error;
  const { rows, total } = devices.data?.value ?? { rows: [], total: 0 };
  const isEmpty = devices.data !== undefined && total === 0 && search === undefined;

  return (
    <div className="flex flex-col gap-5">
      <PageHead title="장치 관리" actions={mayCreate && <CreateLink />} />
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
      {!isEmpty && (
        <ListToolbar
          search={{
            label: '장치 이름, 코드, 위치',
            value: search ?? '',
            onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
          }}
          actions={total > 0 && <ExportDevices search={search} sort={sort} farmIndex={farmIndex} />}
        />
      )}
      <DataList<DeviceRow>
        label="장치 목록"
        columns={columnsFor(now, farmIndex === undefined)}
        rows={rows}
        rowKey={({ index }) => index}
        rowName={({ name }) => name}
        sort={sort}
        onSort={(next) => onSearch({ sort: next as DeviceListSearch['sort'], page: undefined })}
        renderLink={({ index }, children, className) => (
          <DeviceLink index={index} className={className}>
            {children}
          </DeviceLink>
        )}
        rowActions={actionsOf}
        isLoading={devices.data === undefined}
        isStale={devices.isPlaceholderData}
        expectedRows={3}
        empty={
          search === undefined ? (
            <NoDevices mayWrite={mayWrite} mayCreate={mayCreate} hasFarm={farm !== undefined} />
          ) : (
            <NothingFound search={search} onClear={() => onSearch({ search: undefined, page: undefined })} />
          )
        }
      />
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
      {devices.data && <DataAgeNote fetchedAt={devices.data.fetchedAt} now={now} />}
      {dialog}
    </div>
  );
}

function CreateLink() {
  return (
    <Link to="/cms/device/device-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      장치 등록
    </Link>
  );
}

function columnsFor(now: number, isFarmShown: boolean): Column<DeviceRow>[] {
  const farm: Column<DeviceRow> = {
    key: 'farmName',
    title: '농장',
    isSortable: true,
    onCard: 'fact',
    render: ({ farmName }) => farmName,
  };
  return [
    { key: 'name', title: '장치', isSortable: true, onCard: 'title', render: ({ name }) => name },
    ...(isFarmShown ? [farm] : []),
    { key: 'code', title: '코드', isSortable: true, render: ({ code }) => <code translate="no">{code}</code> },
    { key: 'kind', title: '종류', isSortable: true, render: ({ kind }) => deviceKindWords[kind] },
    { key: 'place', title: '설치 위치', isSortable: true, render: ({ place }) => place || '-' },
    {
      key: 'channels',
      title: '센서·구동기',
      ...(!isFarmShown && { onCard: 'fact' as const }),
      render: (row) => channelWords(row),
    },
    {
      key: 'lastSeenAt',
      title: '마지막 수신',
      isSortable: true,
      onCard: 'fact',
      render: (row) => <LastSeen device={row} now={now} />,
    },
  ];
}

type NoDevicesProps = Pick<DeviceManagePageProps, 'mayWrite' | 'mayCreate'> & { hasFarm: boolean };

function NoDevices({ mayWrite, mayCreate, hasFarm }: NoDevicesProps) {
  return (
    <EmptyState
      title="아직 장치가 없습니다"
      icon={<Cpu aria-hidden className="size-8" />}
      action={
        hasFarm
          ? mayCreate && <CreateLink />
          : mayWrite && (
              <Link to="/cms/farm/farm-create" className={buttonClass('primary')}>
                농장 등록
              </Link>
            )
      }
    >
      {hasFarm
        ? '온실의 제어기나 게이트웨이를 등록하면 키를 받아 값을 보낼 수 있습니다.'
        : '장치는 농장에 답니다. 먼저 농장을 등록해 주세요.'}
    </EmptyState>
  );
}

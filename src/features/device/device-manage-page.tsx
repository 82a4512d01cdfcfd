import { Link } from '@tanstack/react-router';
import Cpu from 'lucide-react/icons/cpu';
import Plus from 'lucide-react/icons/plus';
import { type DeviceRow, deviceState } from '#contract/device/device.ts';
import { deviceKindWords, reportingWords } from '#contract/device/device-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useList } from '#src/api/read/use-list.ts';
import { formatInstant } from '#src/lib/format-date.ts';
import type { ListState } from '#src/lib/list/list-state.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { FarmChips } from '#src/ui/list/farm-chips.tsx';
import { farmColumn } from '#src/ui/list/farm-column.tsx';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { DeviceLink } from './device-link.tsx';
import { type DeviceListSearch, type DeviceSort, deviceListQuery } from './device-list.ts';
import { channelWords } from './device-words.tsx';
import { LastSeen } from './last-seen.tsx';
import { useDeviceActions } from './use-device-actions.tsx';

type DeviceManagePageProps = {
  search: DeviceListSearch;
  onSearch: (change: DeviceListSearch) => void;
  /** The chosen farm; undefined without one. */
  farm: Pick<Farm, 'index' | 'farmName'> | undefined;
  hasOtherFarms: boolean;
  mayWrite: boolean;
  /** Whether there is a farm for a new device. */
  mayCreate: boolean;
};

/** The controllers and gateways of one farm, or of all farms. */
export function DeviceManagePage(props: DeviceManagePageProps) {
  const { search, onSearch, farm, hasOtherFarms, mayWrite, mayCreate } = props;
  const farmIndex = search.view === 'all' ? undefined : farm?.index;
  const list = useList({ search, onSearch }, (asked) => deviceListQuery(farmIndex, asked));
  const { actionsOf, dialog } = useDeviceActions(mayWrite);
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="장치 관리" actions={mayCreate && <CreateLink />} />
      {farm && hasOtherFarms && <FarmChips farmName={farm.farmName} view={search.view} onView={onSearch} />}
      <ListPanel
        list={list}
        label="장치 목록"
        searchLabel="장치 이름, 코드, 위치"
        columns={columnsFor(list, farmIndex === undefined)}
        rowKey={({ index }) => index}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        renderLink={({ index }, children, className) => (
          <DeviceLink index={index} className={className}>
            {children}
          </DeviceLink>
        )}
        expectedRows={3}
        empty={<NoDevices mayWrite={mayWrite} mayCreate={mayCreate} hasFarm={farm !== undefined} />}
        exportFile={fileFor(list.judgedAt)}
      />
      {dialog}
    </div>
  );
}

type Clock = Pick<ListState<DeviceRow, DeviceSort>, 'now' | 'judgedAt'>;

function fileFor(judgedAt: number): ExportFile<DeviceRow> {
  return {
    name: '장치 목록',
    columns: [
      ['농장', ({ farmName }) => farmName],
      ['장치 이름', ({ name }) => name],
      ['장치 코드', ({ code }) => code],
      ['종류', ({ kind }) => deviceKindWords[kind]],
      ['설치 위치', ({ place }) => place],
      ['센서 수', ({ sensorCount }) => sensorCount],
      ['구동기 수', ({ actuatorCount }) => actuatorCount],
      ['마지막 수신', ({ lastSeenAt }) => formatInstant(lastSeenAt)],
      ['상태', (row) => reportingWords[deviceState(row, judgedAt)]],
      ['키', ({ hasKey }) => (hasKey ? '사용 중' : '중지')],
      ['메모', ({ note }) => note],
    ],
  };
}

function CreateLink() {
  return (
    <Link to="/cms/device/device-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      장치 등록
    </Link>
  );
}

function columnsFor({ now, judgedAt }: Clock, isFarmShown: boolean): Column<DeviceRow, DeviceSort>[] {
  return [
    { key: 'name', title: '장치', sortBy: 'name', onCard: 'title', render: ({ name }) => name },
    ...(isFarmShown ? [farmColumn<DeviceRow>()] : []),
    { key: 'code', title: '코드', sortBy: 'code', render: ({ code }) => <code translate="no">{code}</code> },
    { key: 'kind', title: '종류', sortBy: 'kind', render: ({ kind }) => deviceKindWords[kind] },
    { key: 'place', title: '설치 위치', sortBy: 'place', render: ({ place }) => place || null },
    {
      key: 'channels',
      title: '센서·구동기',
      ...(!isFarmShown && { onCard: 'fact' as const }),
      render: (row) => channelWords(row),
    },
    {
      key: 'lastSeenAt',
      title: '마지막 수신',
      sortBy: 'lastSeenAt',
      onCard: 'fact',
      render: (row) => <LastSeen device={row} now={now} judgedAt={judgedAt} />,
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
        ? '온실의 제어기나 중계기를 등록하면 키를 받아 값을 보낼 수 있습니다.'
        : '장치는 농장에 답니다. 먼저 농장을 등록해 주세요.'}
    </EmptyState>
  );
}

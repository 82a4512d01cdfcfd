import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeviceDetail, getDevice } from '#contract/device/device.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { judgedAt } from '#src/lib/data-age.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SegmentedTabs } from '#src/ui/segmented-tabs.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { ChannelList } from './channel-list.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { DeviceEditForm } from './device-edit-form.tsx';
import { DeviceListLink } from './device-link.tsx';
import { type DeviceTab, deviceTabs } from './device-tabs.ts';
import { channelWords, fieldLabels, wordsOf } from './device-words.tsx';
import { LastSeen } from './last-seen.tsx';
import { UnstoredReadings } from './unstored-readings.tsx';
import { useDeviceActions } from './use-device-actions.tsx';

const tabWords: Record<DeviceTab, string> = { info: '정보', channels: '센서', connect: '연결' };
const PANEL = 'device-panel';

type DeviceEditPageProps = {
  deviceId: number;
  tab: DeviceTab;
  onTab: (tab: DeviceTab) => void;
  mayWrite: boolean;
};

/** One device: its data, its channels, its connection. Needs a key per device. */
export function DeviceEditPage({ deviceId, tab, onTab, mayWrite }: DeviceEditPageProps) {
  const now = useAgesTo();
  const navigate = useNavigateFromHere();
  const device = useQuery(readQuery(getDevice, { params: { id: deviceId } }));
  const { askDelete, dialog } = useDeviceActions(mayWrite, () => void navigate({ to: '/cms/device/device-manage' }));
  if (device.isError && !device.data) throw device.error;
  const detail = device.data?.value;
  const mayEdit = mayWrite && detail !== undefined && detail.right !== 'read';
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(device);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && detail && mayEdit && !isAwaited) setIsOpen(true);

  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={detail?.name ?? '장치'}
        renderBack={(children, className) => <DeviceListLink className={className}>{children}</DeviceListLink>}
        backLabel="장치 목록"
        lead={
          detail && (
            <>
              <span className="block">
                {detail.farmName} · {channelWords(detail)}
              </span>
              마지막 수신 <LastSeen device={detail} now={now} judgedAt={judgedAt(device.data, now)} />
            </>
          )
        }
      />
      <DataAgeNote seen={device.data} now={now} />
      <div className="max-w-md">
        <SegmentedTabs
          label="장치"
          panelId={PANEL}
          tabs={deviceTabs.map((value) => ({ value, label: tabWords[value] }))}
          value={tab}
          onChange={onTab}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={tabWords[tab]} className="flex flex-col gap-5">
        {!detail && <Skeleton className="h-[36rem] max-w-2xl" />}
        {detail && tab !== 'connect' && <UnstoredReadings device={detail} mayEdit={mayEdit} />}
        {detail && tab === 'channels' && <ChannelList device={detail} now={now} mayEdit={mayEdit} />}
        {detail && tab === 'connect' && <ConnectPanel device={detail} mayEdit={mayEdit} />}
        {detail && tab === 'info' && !mayEdit && <DeviceView device={detail} />}
        {tab === 'info' && mayEdit && !isOpen && <Skeleton className="h-[36rem] max-w-2xl" />}
        {tab === 'info' && mayEdit && isOpen && (
          <TwoColumns
            beside={
              <DeleteSection
                title="장치 삭제"
                lead="이 장치가 보내는 값을 더 받지 않고, 달린 센서와 구동기도 화면에서 사라집니다."
                onDelete={() => askDelete(detail)}
              />
            }
          >
            <DeviceEditForm device={detail} />
          </TwoColumns>
        )}
      </div>
      {dialog}
    </div>
  );
}

/** A read-only view of a device, with the reason. */
function DeviceView({ device }: { device: DeviceDetail }) {
  const names = ['code', 'kind', 'place', 'note'] as const;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Banner tone="info">
        {device.right === 'read'
          ? '함께 보기만 하는 농장입니다. 장치는 농장주와 함께 관리하는 사람이 바꿀 수 있습니다.'
          : '이 화면을 보기만 할 수 있는 권한입니다. 바꾸려면 관리자에게 문의해 주세요.'}
      </Banner>
      <Card aria-label="장치 정보">
        <FactList
          facts={[
            { label: '농장', value: device.farmName },
            ...names.map((name) => ({ label: fieldLabels[name], value: wordsOf(name, device) })),
            { label: '장치 키', value: device.hasKey ? '사용 중' : '중지' },
          ]}
        />
      </Card>
    </div>
  );
}

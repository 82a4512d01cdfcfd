import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import { useState } from 'react';
import { getSensor, type SensorDetail, updateSensor } from '#contract/device/sensor.ts';
import { channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useQueuedEdits } from '#src/api/outbox/use-queued-edits.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { judgedAt } from '#src/lib/data-age.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { channelValueWords } from '#src/ui/channel-words.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { CalibrationSection } from './calibration-section.tsx';
import { PlaceList } from './place-list.tsx';
import { ReadAt } from './read-at.tsx';
import { SensorEditForm } from './sensor-edit-form.tsx';
import { BackLink, backLabel } from './sensor-link.tsx';
import { fieldLabels, intervalWords, rangeWords } from './sensor-words.tsx';
import { useGoBack } from './use-go-back.ts';
import { useSensorActions } from './use-sensor-actions.tsx';

type SensorEditPageProps = {
  sensorId: number;
  /** Opened from its device's page: the back link leads there. */
  isFromDevice: boolean;
  mayWrite: boolean;
};

/** One sensor: its data, calibration and places. Needs a key per sensor. */
export function SensorEditPage({ sensorId, isFromDevice, mayWrite }: SensorEditPageProps) {
  const now = useAgesTo();
  const goBack = useGoBack();
  const sensor = useQuery(readQuery(getSensor, { params: { id: sensorId } }));
  const detail = sensor.data?.value;
  const origin = isFromDevice && detail ? { deviceIndex: detail.deviceIndex } : undefined;
  const { askDelete, dialog } = useSensorActions(mayWrite, () => goBack(origin));
  if (sensor.isError && !sensor.data) throw sensor.error;
  const mayEdit = mayWrite && detail !== undefined && detail.right !== 'read';
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(sensor);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && detail && mayEdit && !isAwaited) setIsOpen(true);

  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={detail ? `${detail.areaName} ${detail.name}` : '센서'}
        renderBack={(children, className) => (
          <BackLink origin={origin} className={className}>
            {children}
          </BackLink>
        )}
        backLabel={backLabel(origin)}
        lead={
          detail && (
            <>
              <span className="block">
                {detail.farmName} · {detail.deviceName}
              </span>
              <strong className="tabular text-ink">{channelValueWords(detail)}</strong>{' '}
              <ReadAt sensor={detail} now={now} judgedAt={judgedAt(sensor.data, now)} />
            </>
          )
        }
        actions={detail && <RecordLink sensor={detail} />}
      />
      <DataAgeNote seen={sensor.data} now={now} />
      <QueuedEdits edits={useQueuedEdits(updateSensor, sensorId, sensor.data)} />
      <TwoColumns
        beside={
          detail && (
            <>
              {!isActuator(detail.type) && <CalibrationSection sensor={detail} seen={sensor.data} mayEdit={mayEdit} />}
              <PlaceList places={detail.places} />
              {mayEdit && (
                <DeleteSection
                  title="센서 삭제"
                  lead="지난 기록도 화면에서 사라집니다."
                  onDelete={() => askDelete(detail)}
                />
              )}
            </>
          )
        }
      >
        {detail && !mayEdit && <SensorView sensor={detail} />}
        {mayEdit && isOpen && <SensorEditForm sensor={detail} seen={sensor.data} origin={origin} />}
        {(!detail || (mayEdit && !isOpen)) && <Skeleton className="h-[60rem]" />}
      </TwoColumns>
      {dialog}
    </div>
  );
}

function RecordLink({ sensor: { index, type, farmIndex } }: { sensor: SensorDetail }) {
  const drawn = isActuator(type) ? { devices: index, sensors: '' } : { sensors: index, devices: '' };
  return (
    <Link to="/cms/monitor/record" search={{ farm: farmIndex, ...drawn }} className={buttonClass('secondary')}>
      <ChartLine aria-hidden className="size-5" />
      기록 보기
    </Link>
  );
}

/** A read-only view of a sensor, with the reason. */
function SensorView({ sensor }: { sensor: SensorDetail }) {
  return (
    <>
      <Banner tone="info">
        {sensor.right === 'read'
          ? '함께 보기만 하는 농장입니다. 센서는 농장주와 함께 관리하는 사람이 바꿀 수 있습니다.'
          : '이 화면을 보기만 할 수 있는 권한입니다. 바꾸려면 관리자에게 문의해 주세요.'}
      </Banner>
      <Card aria-label="센서 정보">
        <FactList
          facts={[
            { label: fieldLabels.type, value: channelTypes[sensor.type].label },
            { label: fieldLabels.areaName, value: sensor.areaName },
            { label: fieldLabels.deviceIndex, value: sensor.deviceName },
            { label: fieldLabels.code, value: <code translate="no">{sensor.code}</code> },
            { label: fieldLabels.intervalMs, value: intervalWords(sensor.intervalMs) },
            { label: '있을 수 있는 범위', value: rangeWords(sensor) },
          ]}
        />
      </Card>
    </>
  );
}

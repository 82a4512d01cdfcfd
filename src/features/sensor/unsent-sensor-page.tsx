import { Link } from '@tanstack/react-router';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import { createSensor, type SensorFields, sensorFieldsOf, updateSensor } from '#contract/device/sensor.ts';
import { channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { useWaitingFor } from '#src/api/outbox/use-outbox.ts';
import { useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useQueuedEdits, useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { QueuedList, QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { NotOnDevice, SentMeanwhile } from '#src/ui/list/unsent-notes.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { CalibrationSection } from './calibration-section.tsx';
import { SensorEditForm } from './sensor-edit-form.tsx';
import { BackLink, backLabel, SensorLink } from './sensor-link.tsx';
import { useDevices } from './use-likely.ts';

type UnsentSensorPageProps = {
  sensorId: number;
  /** The chosen farm, on which its device is looked for. */
  farmIndex: number | null;
  mayWrite: boolean;
};

/** A sensor that was created on this device and is not sent yet. Needs a key per sensor. */
export function UnsentSensorPage({ sensorId, farmIndex, mayWrite }: UnsentSensorPageProps) {
  const { asked: sensor } = useProvisional(createSensor, sensorId);
  const edits = useQueuedEdits(updateSensor, sensorId);
  if (sensor === undefined) return <Skeleton className="h-[60rem]" />;
  if (sensor === null) {
    const list = (
      <BackLink origin={undefined} className={buttonClass('primary')}>
        센서 목록
      </BackLink>
    );
    return <NotOnDevice noun="센서" action={list} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <Head sensorId={sensorId} fields={sensorFieldsOf(sensor.body)} farmIndex={farmIndex} queued={sensor.queued} />
      {sensor.sentAs !== undefined && (
        <SentMeanwhile
          noun="센서"
          action={
            <SensorLink index={sensor.sentAs} className={buttonClass()}>
              센서 열기
            </SensorLink>
          }
        />
      )}
      <QueuedEdits edits={edits} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,42rem)_minmax(18rem,1fr)] lg:items-start">
        {sensor.queued && (
          <div className="flex min-w-0 flex-col gap-5 lg:order-2">
            <Inspections entryId={sensor.queued.entryId} sensorId={sensorId} mayWrite={mayWrite} />
            {!isActuator(sensor.body.type) && (
              <CalibrationSection sensor={withoutReadings(sensorId, sensor.body)} mayEdit={mayWrite} />
            )}
            <FormSection title="보낸 다음에 볼 수 있는 것">
              <p>값과 기록, 위치 이력</p>
            </FormSection>
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-5">
          {mayWrite && (
            <SensorEditForm
              sensor={{ ...sensorFieldsOf(sensor.body), index: sensorId, farmIndex, hasReadings: false }}
              origin={undefined}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** A sensor before its first reading. */
function withoutReadings(index: number, { areaName, name, type }: SensorFields) {
  return { index, areaName, name, type, unit: channelTypes[type].unit, value: null, readAt: null, calibrations: [] };
}

type HeadProps = Pick<UnsentSensorPageProps, 'sensorId' | 'farmIndex'> & {
  fields: SensorFields;
  queued: { state: 'waiting' | 'sending' | 'attention' } | undefined;
};

function Head({ sensorId, fields, farmIndex, queued }: HeadProps) {
  const { areaName, name, deviceIndex } = useUnsentOver(updateSensor, sensorId, fields);
  const device = useDevices(farmIndex)?.find(({ index }) => index === deviceIndex);
  return (
    <PageHead
      title={`${areaName} ${name}`}
      renderBack={(children, className) => (
        <BackLink origin={undefined} className={className}>
          {children}
        </BackLink>
      )}
      backLabel={backLabel(undefined)}
      lead={
        queued && (
          <>
            {device && (
              <span className="block">
                {device.farmName} · {device.name}
              </span>
            )}
            <QueuedTag state={queued.state} /> 아직 이 기기에만 있는 센서입니다. 연결되면 저절로 보냅니다.
          </>
        )
      }
    />
  );
}

type InspectionsProps = Pick<UnsentSensorPageProps, 'sensorId' | 'mayWrite'> & { entryId: string };

function Inspections({ entryId, sensorId, mayWrite }: InspectionsProps) {
  const written = useWaitingFor(entryId);
  return (
    <FormSection
      title="이 센서의 점검"
      lead={written.length === 0 ? '아직 없습니다. 지금 적어도 센서를 보낸 다음에 차례로 보냅니다.' : undefined}
    >
      {written.length > 0 && <QueuedList rows={written} />}
      {mayWrite && (
        <Link
          to="/cms/device/inspection-create"
          search={{ sensor: sensorId }}
          className={`${buttonClass()} self-start`}
        >
          <ClipboardCheck aria-hidden className="size-5" />
          점검 등록
        </Link>
      )}
    </FormSection>
  );
}

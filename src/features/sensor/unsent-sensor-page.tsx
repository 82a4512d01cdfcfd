import { Link } from '@tanstack/react-router';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import type { ReactNode } from 'react';
import { createSensor, type SensorFields, sensorFieldsOf, updateSensor } from '#contract/device/sensor.ts';
import { channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { useWaitingFor } from '#src/api/outbox/use-outbox.ts';
import { type Provisional, useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useQueuedEdits, useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { QueuedList } from '#src/ui/list/queued-rows.tsx';
import { NoUnsentPage, UnsentPage } from '#src/ui/list/unsent-page.tsx';
import { CalibrationSection } from './calibration-section.tsx';
import { SensorEditForm } from './sensor-edit-form.tsx';
import { BackLink, SensorLink } from './sensor-link.tsx';
import { useDevices } from './use-likely.ts';

type UnsentSensorPageProps = {
  sensorId: number;
  /** The chosen farm, on which its device is looked for. */
  farmIndex: number | null;
  mayWrite: boolean;
};

/** A sensor that was created on this device and is not sent yet. Needs a key per sensor. */
export function UnsentSensorPage(props: UnsentSensorPageProps) {
  const { asked: sensor } = useProvisional(createSensor, props.sensorId);
  if (!sensor) return <NoUnsentPage {...kind} found={sensor} />;
  return <UnsentSensor {...props} sensor={sensor} />;
}

const kind = {
  noun: '센서',
  renderList: (children: ReactNode, className: string) => (
    <BackLink origin={undefined} className={className}>
      {children}
    </BackLink>
  ),
};

type UnsentSensorProps = UnsentSensorPageProps & { sensor: Provisional<SensorFields> };

function UnsentSensor({ sensorId, farmIndex, mayWrite, sensor: { body, queued, sentAs } }: UnsentSensorProps) {
  const fields = sensorFieldsOf(body);
  const edits = useQueuedEdits(updateSensor, sensorId);
  const { areaName, name, deviceIndex } = useUnsentOver(updateSensor, sensorId, fields);
  const device = useDevices(farmIndex)?.find(({ index }) => index === deviceIndex);
  return (
    <UnsentPage
      {...kind}
      title={`${areaName} ${name}`}
      facts={
        device && (
          <span className="block">
            {device.farmName} · {device.name}
          </span>
        )
      }
      queued={queued}
      renderSent={(children, className) => (
        <SensorLink index={sentAs ?? sensorId} className={className}>
          {children}
        </SensorLink>
      )}
      edits={edits}
      beside={
        queued && (
          <>
            <Inspections entryId={queued.entryId} sensorId={sensorId} mayWrite={mayWrite} />
            {!isActuator(body.type) && (
              <CalibrationSection sensor={withoutReadings(sensorId, body)} mayEdit={mayWrite} />
            )}
            <FormSection title="보낸 다음에 볼 수 있는 것">
              <p>값과 기록, 위치 이력</p>
            </FormSection>
          </>
        )
      }
    >
      {mayWrite && (
        <SensorEditForm sensor={{ ...fields, index: sensorId, farmIndex, hasReadings: false }} origin={undefined} />
      )}
    </UnsentPage>
  );
}

/** A sensor before its first reading. */
function withoutReadings(index: number, { areaName, name, type }: SensorFields) {
  return { index, areaName, name, type, unit: channelTypes[type].unit, value: null, readAt: null, calibrations: [] };
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

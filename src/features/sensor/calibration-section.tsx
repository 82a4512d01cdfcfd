import { useState } from 'react';
import {
  type Calibration,
  type CalibrationFields,
  calibrateSensor,
  deleteCalibration,
  type SensorDetail,
} from '#contract/device/sensor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { seoulDate } from '#contract/time/time.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { useForm } from '#src/lib/form/use-form.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { CalibrationLine, correctionWords, QueuedCalibrations } from '#src/ui/calibration-line.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { QueuedTag } from '#src/ui/list/queued-rows.tsx';

type Calibrated = Pick<
  SensorDetail,
  'index' | 'areaName' | 'name' | 'type' | 'unit' | 'value' | 'readAt' | 'calibrations'
>;

type CalibrationSectionProps = {
  sensor: Calibrated;
  /** The response that had it; undefined for one that is not sent yet. */
  seen?: Dated | undefined;
  mayEdit: boolean;
};

/** The correction of a sensor's values and its first day. The server keeps the uncorrected values. */
export function CalibrationSection({ sensor, seen, mayEdit }: CalibrationSectionProps) {
  const { unit, calibrations } = sensor;
  const queued = useWritten(calibrateSensor, seen).filter(({ params }) => Number(params.id) === sensor.index);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <FormSection
      title="보정"
      lead="정한 날부터 화면과 통계의 값에 더합니다. 센서가 보낸 값은 그대로 남아 언제든 되돌릴 수 있습니다."
    >
      <QueuedCalibrations queued={queued} unit={unit} />
      {calibrations.length === 0 ? (
        (sensor.readAt !== null || queued.length === 0) && (
          <p className="text-ink-soft">
            {sensor.readAt === null ? '아직 보정하지 않았습니다.' : '보정하지 않은 값을 보여 드리고 있습니다.'}
          </p>
        )
      ) : (
        <CalibrationList sensor={sensor} calibrations={calibrations} seen={seen} mayEdit={mayEdit} />
      )}
      {mayEdit &&
        (isAdding ? (
          <CalibrationForm sensor={sensor} onEnd={() => setIsAdding(false)} />
        ) : (
          <Button onClick={() => setIsAdding(true)} className="self-start">
            보정 더하기
          </Button>
        ))}
    </FormSection>
  );
}

type CalibrationListProps = {
  sensor: Calibrated;
  calibrations: readonly Calibration[];
  seen: Dated | undefined;
  mayEdit: boolean;
};

function CalibrationList({ sensor, calibrations, seen, mayEdit }: CalibrationListProps) {
  const { index, areaName, name, unit } = sensor;
  const deletions = useWritten(deleteCalibration, seen).filter(({ params }) => Number(params.id) === index);
  const leavingOf = (day: string) => deletions.findLast(({ params }) => params.sinceOn === day)?.state;
  const { attempt } = useSave(deleteCalibration);
  const { ask, dialog } = useConfirm();
  function askDrop({ sinceOn, correction }: Calibration) {
    ask({
      title: '보정을 삭제할까요?',
      text: (
        <p>
          {sinceOn}부터 더하던 {withParticle(correctionWords(correction, unit), '을')} 더하지 않습니다. 그 앞의 보정이
          있으면 그 값을 이어서 더합니다.
        </p>
      ),
      confirmLabel: '삭제',
      onConfirm: async () =>
        confirmed(await attempt({ params: { id: index, sinceOn } }, undefined, `${areaName} ${name}`)),
    });
  }
  return (
    <>
      <ul className="flex flex-col" aria-label="보정 이력">
        {calibrations.map((one) => (
          <li key={one.sinceOn} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
            <CalibrationLine {...one} unit={unit} />
            <QueuedTag state={leavingOf(one.sinceOn)} act="삭제" />
            {mayEdit && !leavingOf(one.sinceOn) && (
              <Button variant="quiet" onClick={() => askDrop(one)} aria-label={`${one.sinceOn} 보정 삭제`}>
                삭제
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  );
}

function CalibrationForm({ sensor, onEnd }: { sensor: Calibrated; onEnd: () => void }) {
  const { attempt } = useSave(calibrateSensor);
  const today = seoulDate(useClock().now());
  const form = useForm<{ sinceOn: string | null; correction: number | null }>({
    initial: { sinceOn: today, correction: null },
    validate: (values) => {
      const checked = calibrateSensor.body.safeParse(values);
      return checked.success ? {} : problemsOf(checked.error);
    },
    async onSubmit(values) {
      const body: CalibrationFields = calibrateSensor.body.parse(values);
      const about = `${sensor.areaName} ${sensor.name}`;
      const outcome = await attempt({ params: { id: sensor.index }, body }, undefined, about);
      if ('trouble' in outcome) {
        const { problems, failure } = outcome.trouble;
        return failure ? { ...problems, '': failure.message } : problems;
      }
      if ('answer' in outcome) showToast(outcome.answer.message);
      onEnd();
      return undefined;
    },
  });
  return (
    <Form form={form} label="보정">
      <DateField label="시작하는 날" isRequired {...form.field('sinceOn')} max={today} />
      <NumberField
        label="더할 값"
        isRequired
        isSigned
        {...form.field('correction')}
        unit={sensor.unit}
        help={<Preview sensor={sensor} sinceOn={form.values.sinceOn} correction={form.values.correction} />}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          보정 저장
        </Button>
        <Button onClick={onEnd}>취소</Button>
      </div>
    </Form>
  );
}

type PreviewProps = { sensor: Calibrated; sinceOn: string | null; correction: number | null };

/** The newest value after the correction. */
function Preview({ sensor, sinceOn, correction }: PreviewProps) {
  const { value, readAt, unit, type, calibrations } = sensor;
  const hint = '기준 계기의 값에서 센서의 값을 뺀 만큼입니다.';
  if (value === null || readAt === null || correction === null || !Number.isFinite(correction)) return hint;
  const readOn = seoulDate(Date.parse(readAt));
  const at = calibrations.find((one) => one.sinceOn <= readOn);
  const isLatest = sinceOn !== null && sinceOn <= readOn && (at === undefined || at.sinceOn <= sinceOn);
  if (!isLatest) return hint;
  const decimals = Math.max(1, channelTypes[type].decimals);
  const raw = value - (at?.correction ?? 0);
  return (
    <>
      {hint} 최근 값 {formatWithUnit(raw, unit, decimals)} →{' '}
      <strong>{formatWithUnit(raw + correction, unit, decimals)}</strong>
    </>
  );
}

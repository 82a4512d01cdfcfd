import { useState } from 'react';
import { calibrateInInspection, type Inspection } from '#contract/inspection/inspection.ts';
import { correctionFor, isLargeDifference, referenceProblem } from '#contract/inspection/proposal.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import { seoulDate } from '#contract/time/time.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { type FormHandle, useForm } from '#src/lib/form/use-form.ts';
import { formatPlain } from '#src/lib/format-number.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { CalibrationLine, QueuedCalibrations } from '#src/ui/calibration-line.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { besideWords } from './calibration-words.tsx';

type CalibrationCardProps = {
  inspection: Inspection;
  /** The response that had it; undefined for one that is not sent yet. */
  seen: Dated | undefined;
  mayWrite: boolean;
};

/** Compares the sensor with a reference instrument; the result becomes the sensor's calibration. */
export function CalibrationCard({ inspection, seen, mayWrite }: CalibrationCardProps) {
  const { id, sensor, calibration } = inspection;
  const queued = useWritten(calibrateInInspection, seen).filter(({ params }) => params.id === id);
  const [isOpen, setIsOpen] = useState(false);
  if (!sensor || isActuator(sensor.type) || (!mayWrite && !calibration)) return null;
  return (
    <FormSection title="보정" lead="믿을 만한 계기와 나란히 재고, 그 차이를 센서의 값에 더합니다.">
      <QueuedCalibrations queued={queued} unit={sensor.unit} />
      {calibration && (
        <CalibrationLine {...calibration} unit={sensor.unit}>
          {besideWords(calibration, sensor.unit)}
        </CalibrationLine>
      )}
      {mayWrite &&
        (isOpen ? (
          <CalibrationForm inspection={inspection} sensor={sensor} onEnd={() => setIsOpen(false)} />
        ) : (
          <Button onClick={() => setIsOpen(true)} className="self-start">
            {calibration ? '다시 보정' : '기준 계기와 비교'}
          </Button>
        ))}
    </FormSection>
  );
}

type Values = {
  referenceValue: number | null;
  shownValue: number | null;
  correction: number | null;
  sinceOn: string | null;
};

type CalibrationFormProps = {
  inspection: Pick<Inspection, 'id' | 'title'>;
  sensor: NonNullable<Inspection['sensor']>;
  onEnd: () => void;
};

function CalibrationForm({ inspection: { id, title }, sensor, onEnd }: CalibrationFormProps) {
  const { attempt } = useSave(calibrateInInspection);
  const { now } = useClock();
  const today = seoulDate(now());
  // The correction when the values were read; a change by somebody else meanwhile is reported.
  const [seen] = useState({ correction: sensor.correction });
  const form = useForm<Values>({
    initial: { referenceValue: null, shownValue: null, correction: null, sinceOn: today },
    validate: (values) => {
      const checked = calibrateInInspection.body.safeParse(values);
      if (!checked.success) return problemsOf(checked.error);
      const referenceValue = referenceProblem(sensor.type, checked.data.referenceValue);
      return referenceValue === undefined ? {} : { referenceValue };
    },
    async onSubmit(values) {
      const at = new Date(now()).toISOString();
      const body = { ...calibrateInInspection.body.parse(values), at, seen };
      const outcome = await attempt({ params: { id }, body }, undefined, title);
      if ('trouble' in outcome) {
        const { problems, failure, conflict } = outcome.trouble;
        if (conflict) return { '': MET };
        return failure ? { ...problems, '': failure.message } : problems;
      }
      if ('answer' in outcome) showToast(outcome.answer.message);
      onEnd();
      return undefined;
    },
  });
  /** Proposes the difference once both values are entered. */
  function handleFigures(referenceValue: number | null, shownValue: number | null) {
    form.set('referenceValue', referenceValue);
    form.set('shownValue', shownValue);
    if (referenceValue !== null && shownValue !== null && Number.isFinite(referenceValue + shownValue))
      form.set('correction', correctionFor({ ...seen, referenceValue, shownValue }));
  }
  return (
    <Form form={form} label="보정">
      <FigureFields form={form} sensor={sensor} onFigures={handleFigures} />
      <NumberField
        label="더할 값"
        isRequired
        isSigned
        unit={sensor.unit}
        help={correctionHelp(sensor, seen.correction, form.values)}
        {...form.field('correction')}
      />
      <DateField label="시작하는 날" isRequired max={today} {...form.field('sinceOn')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          보정 저장
        </Button>
        <Button onClick={onEnd}>취소</Button>
      </div>
    </Form>
  );
}

/** What to know about the proposed correction: what it takes along, and whether it looks like a mistake. */
function correctionHelp(
  { type, unit }: CalibrationFormProps['sensor'],
  correction: number,
  { referenceValue, shownValue }: Values,
): string | undefined {
  const isFar = referenceValue !== null && shownValue !== null && isLargeDifference(type, referenceValue, shownValue);
  const parts = [
    ...(isFar ? ['두 값이 많이 다릅니다. 부호와 소수점을 확인해 주세요.'] : []),
    ...(correction === 0 ? [] : [`지금 더하고 있는 ${formatPlain(correction)} ${unit}까지 셈했습니다.`]),
  ];
  return parts.length > 0 ? parts.join(' ') : undefined;
}

const MET = '그 사이 다른 사람이 이 센서를 보정했습니다. 취소를 누르고 센서의 값을 다시 읽어 적어 주세요.';

type FigureFieldsProps = {
  form: FormHandle<Values>;
  sensor: CalibrationFormProps['sensor'];
  onFigures: (referenceValue: number | null, shownValue: number | null) => void;
};

function FigureFields({ form, sensor: { type, unit, value }, onFigures }: FigureFieldsProps) {
  const { referenceValue, shownValue } = form.values;
  const reference = form.field('referenceValue');
  return (
    <>
      <NumberField
        label="기준 계기의 값"
        isRequired
        isSigned
        unit={unit}
        {...reference}
        error={(referenceValue === null ? undefined : referenceProblem(type, referenceValue)) ?? reference.error}
        onChange={(next) => onFigures(next, shownValue)}
      />
      <NumberField
        label="이 화면이 보여 주는 센서의 값"
        isRequired
        isSigned
        unit={unit}
        help={value === null ? undefined : `최근 값은 ${formatPlain(value)} ${unit}입니다.`}
        {...form.field('shownValue')}
        onChange={(next) => onFigures(referenceValue, next)}
      />
    </>
  );
}

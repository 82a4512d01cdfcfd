import { useState } from 'react';
import { type CheckPoint, inspectionKinds } from '#contract/inspection/data-inspection.ts';
import { type Check, type Checks, checkAnswers, tidyChecks } from '#contract/inspection/inspection.ts';
import type { InspectionKind } from '#contract/inspection/inspection-names.ts';
import { checkAnswerWords } from '#contract/inspection/inspection-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { pointWords } from './inspection-words.tsx';

type CheckListProps = {
  kind: InspectionKind;
  value: Checks;
  onChange: (checks: Checks) => void;
  errorOf: (name: string) => string | undefined;
};

const blank: Check = { answer: null, remark: '' };

/** The checklist of a kind of equipment; each point is answered by one press. */
export function CheckList(props: CheckListProps) {
  const { kind, value, onChange, errorOf } = props;
  const points: readonly CheckPoint[] = inspectionKinds[kind].points;
  const answered = points.filter((point) => (value[point]?.answer ?? null) !== null).length;
  return (
    <div className="flex flex-col gap-5">
      <p className="tabular text-ink-soft">
        {points.length}가지 가운데 {answered}가지를 살폈습니다.
      </p>
      {points.map((point) => (
        <PointField
          key={point}
          point={point}
          check={value[point] ?? blank}
          error={errorOf(`checks.${point}`) ?? errorOf(`checks.${point}.remark`)}
          onChange={(check) => onChange(tidyChecks({ ...value, [point]: check }, kind))}
        />
      ))}
    </div>
  );
}

type PointFieldProps = {
  point: CheckPoint;
  check: Check;
  error: string | undefined;
  onChange: (check: Check) => void;
};

function PointField({ point, check, error, onChange }: PointFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const label = pointWords(point);
  const isNoted = isOpen || check.answer === 'wrong' || check.remark !== '';
  return (
    <div className="flex flex-col gap-2 border-b border-line pb-5 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <SingleChips
          label={label}
          isLabelShown
          name={`checks.${point}`}
          error={error}
          chips={checkAnswers.map((answer) => ({ value: answer, label: checkAnswerWords[answer] }))}
          value={check.answer}
          onChange={(answer) => onChange({ ...check, answer })}
        />
        {!isNoted && (
          <Button variant="quiet" onClick={() => setIsOpen(true)} aria-label={`${label}: 덧붙일 말`}>
            덧붙일 말
          </Button>
        )}
      </div>
      {isNoted && (
        <TextField
          label="덧붙일 말"
          maxLength={200}
          value={check.remark}
          onChange={({ target }) => onChange({ ...check, remark: target.value })}
        />
      )}
    </div>
  );
}

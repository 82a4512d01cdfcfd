import { growingProblems, quantityWords } from '#contract/growing/growing-text.ts';
import { judgeFigure, type QuantityName, quantities } from '#contract/growing/quantities.ts';
import { Checkbox } from '#src/ui/field/checkbox.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';

type FigureFieldProps = {
  quantity: QuantityName;
  value: number | null;
  onChange: (value: number | null) => void;
  error: string | undefined;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  /** The last value measured here. */
  help: string | undefined;
};

/** A number field that warns of unusual values at once and lets the user confirm them. */
export function FigureField({ quantity, value, onChange, error, isConfirmed, onConfirm, help }: FigureFieldProps) {
  const { label, unit } = quantityWords[quantity];
  const problem = figureProblem(quantity, value, isConfirmed);
  const isUnusual = judgeFigure(quantity, value) === 'unusual';
  return (
    <div className="flex flex-col gap-1">
      <NumberField
        label={label}
        name={quantity}
        unit={quantity === 'leafSpad' ? '' : unit}
        value={value}
        onChange={onChange}
        help={help}
        error={problem ?? (isUnusual ? undefined : error)}
      />
      {isUnusual && <Checkbox label={`${label} 맞게 쟀습니다`} value={isConfirmed} onChange={onConfirm} />}
    </div>
  );
}

/** The warning or error for a value while it is typed. */
function figureProblem(name: QuantityName, value: number | null, isConfirmed: boolean): string | undefined {
  const judged = judgeFigure(name, value);
  if (judged === 'impossible') return growingProblems.impossible(name, quantities[name].possible);
  return judged === 'unusual' && !isConfirmed ? growingProblems.unusual(name, quantities[name].plausible) : undefined;
}

import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { parseNumber } from '#src/lib/parse-number.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass } from '#src/ui/field/field-frame.tsx';
import { type Bounds, stepValue } from './step-value.ts';

type DegreeStepperProps = Omit<FieldProps, 'isRequired'> & {
  /** Prefix of the accessible name: '2번 시간대'. */
  prefix?: string;
  /** ℃; NaN while the text is no number. */
  value: number;
  onChange: (value: number) => void;
  bounds: Bounds;
  /** Change per press, ℃. */
  step?: number;
};

const buttonClass =
  'inline-flex size-14 shrink-0 items-center justify-center rounded-card bg-card text-ink inset-ring inset-ring-line-strong ' +
  'transition-colors hover:bg-sunken active:bg-leaf-tint disabled:opacity-40';

/** A temperature field with two buttons for gloved hands. */
export function DegreeStepper(props: DegreeStepperProps) {
  const { prefix, label, name, help, error, value, onChange, bounds, step = 0.5 } = props;
  const fullName = prefix === undefined ? label : `${prefix} ${label}`;
  const id = useId();
  const [text, setText] = useState(() => formatNumber(value, 1));
  const [spoken, setSpoken] = useState('');
  // The value was changed from outside (a button, a draft): it replaces the typed text.
  const shown = Object.is(parseNumber(text) ?? Number.NaN, value) ? text : formatNumber(value, 1);

  function handleText(next: string) {
    setText(next);
    onChange(parseNumber(next) ?? Number.NaN);
  }
  function handleStep(direction: 1 | -1) {
    const next = stepValue(value, direction, step, bounds);
    setText(formatNumber(next, 1));
    setSpoken(`${formatNumber(next, 1)} ℃`);
    onChange(next);
  }

  const words = (
    <>
      {prefix !== undefined && <span className="sr-only">{prefix} </span>}
      {label}
    </>
  );
  return (
    <FieldFrame id={id} name={name} label={words} help={help} error={error}>
      <div className="flex max-w-80 items-center gap-2">
        <button
          type="button"
          aria-label={`${fullName} ${formatNumber(step, 1)} ℃ 내리기`}
          onClick={() => handleStep(-1)}
          disabled={value <= bounds.least}
          className={buttonClass}
        >
          <Minus aria-hidden className="size-6" />
        </button>
        <div className="relative min-w-0 flex-1">
          <input
            id={id}
            name={name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={shown === '-' ? '' : shown}
            onChange={(event) => handleText(event.target.value)}
            onFocus={(event) => event.target.select()}
            {...describedBy(id, help, error)}
            className={classNames(inputClass, 'tabular h-14 pr-9 text-center text-2xl font-bold')}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-soft">℃</span>
        </div>
        <button
          type="button"
          aria-label={`${fullName} ${formatNumber(step, 1)} ℃ 올리기`}
          onClick={() => handleStep(1)}
          disabled={value >= bounds.most}
          className={buttonClass}
        >
          <Plus aria-hidden className="size-6" />
        </button>
        <output aria-live="polite" className="sr-only">
          {spoken}
        </output>
      </div>
    </FieldFrame>
  );
}

import { useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { numberText, parseNumber } from '#src/lib/parse-number.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass } from './field-frame.tsx';

type NumberFieldProps = FieldProps & {
  /** Null while empty; NaN while the text is no number, so that a schema refuses it. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Unit after the number: '℃', 'm²'. */
  unit?: string;
  /** Allows negative values: a button changes the sign, because the number pads of phones have no minus. */
  isSigned?: boolean;
  placeholder?: string;
  isDisabled?: boolean;
};

/** A number in common notation (1,234.5); the typed text stays, also while it is no number. */
export function NumberField(props: NumberFieldProps) {
  const { label, name, help, error, isRequired, value, onChange, unit, isSigned, placeholder, isDisabled } = props;
  const id = useId();
  const [text, setText] = useState(() => numberText(value));
  // The value was changed from outside (a reset, another field): it replaces the typed text.
  const shown = Object.is(parseNumber(text), value) ? text : numberText(value);

  function handleText(next: string) {
    setText(next);
    onChange(parseNumber(next));
  }
  function turnSign() {
    handleText(
      /^\s*[-\u2212]/.test(shown) ? shown.replace(/^\s*[-\u2212]\s*/, '') : `-${shown.replace(/^\s*\+?/, '')}`,
    );
  }

  return (
    <FieldFrame id={id} name={name} label={label} help={help} error={error} isRequired={isRequired}>
      <div className="flex gap-2 sm:max-w-xs">
        <div className="relative min-w-0 flex-1">
          <input
            id={id}
            name={name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={shown}
            onChange={(event) => handleText(event.target.value)}
            required={isRequired}
            disabled={isDisabled}
            placeholder={placeholder}
            {...describedBy(id, help, error)}
            className={classNames(inputClass, 'tabular', unit !== undefined && 'pr-16')}
          />
          {unit !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 right-0 flex max-w-16 items-center pr-3.5 text-ink-soft">
              {unit}
            </span>
          )}
        </div>
        {isSigned && (
          <button
            type="button"
            onClick={turnSign}
            disabled={isDisabled}
            aria-label={`${label} 부호 바꾸기`}
            title="부호 바꾸기"
            className="size-touch shrink-0 rounded-card bg-card text-xl font-semibold inset-ring inset-ring-line-strong hover:bg-sunken disabled:opacity-60"
          >
            ±
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

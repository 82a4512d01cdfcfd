import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { describedBy, FieldLabel, FieldNotes, type FieldProps } from './field-frame.tsx';

type CheckboxProps = FieldProps & {
  value: boolean;
  onChange: (value: boolean) => void;
  isDisabled?: boolean;
};

/** A checkbox; the label is part of the touch target. */
export function Checkbox({ label, name, help, error, isRequired, value, onChange, isDisabled }: CheckboxProps) {
  const id = useId();
  return (
    <div data-field={name} className="flex scroll-mt-6 flex-col gap-1.5">
      <label htmlFor={id} className="flex min-h-touch items-center gap-3">
        <span className="relative flex size-7 shrink-0">
          <input
            id={id}
            name={name}
            type="checkbox"
            checked={value}
            onChange={(event) => onChange(event.target.checked)}
            required={isRequired}
            disabled={isDisabled}
            {...describedBy(id, help, error)}
            className="peer size-full appearance-none rounded-lg bg-card inset-ring-2 inset-ring-line-strong checked:bg-leaf checked:inset-ring-leaf aria-invalid:inset-ring-danger-line disabled:opacity-60"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-1 hidden size-5 text-surface peer-checked:block"
          />
        </span>
        <span>
          <FieldLabel isRequired={isRequired}>{label}</FieldLabel>
        </span>
      </label>
      <div className="flex flex-col gap-1.5 pl-10 empty:hidden">
        <FieldNotes id={id} help={help} error={error} />
      </div>
    </div>
  );
}

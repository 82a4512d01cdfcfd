import { useId } from 'react';
import { describedBy, FieldLabel, FieldNotes, type FieldProps } from './field-frame.tsx';

type SwitchProps = Omit<FieldProps, 'isRequired'> & {
  value: boolean;
  onChange: (value: boolean) => void;
  /** Texts of the states if '켬' and '끔' do not fit. */
  words?: { on: string; off: string };
  isDisabled?: boolean;
};

/** A switch. The whole row is the touch target, and the state is written as text. */
export function Switch(props: SwitchProps) {
  const { label, name, help, error, value, onChange, words = { on: '켬', off: '끔' }, isDisabled } = props;
  const id = useId();
  return (
    <div data-field={name} className="flex scroll-mt-6 flex-col gap-1.5">
      <label htmlFor={id} className="flex min-h-touch items-center justify-between gap-4">
        <span className="min-w-0 font-semibold">
          <FieldLabel isRequired={false}>{label}</FieldLabel>
        </span>
        <span className="flex shrink-0 items-center gap-2.5">
          <span aria-hidden className="text-ink-soft">
            {value ? words.on : words.off}
          </span>
          <input
            id={id}
            name={name}
            type="checkbox"
            role="switch"
            checked={value}
            aria-checked={value}
            onChange={(event) => onChange(event.target.checked)}
            disabled={isDisabled}
            {...describedBy(id, help, error)}
            className="relative h-8 w-14 appearance-none rounded-full bg-sunken inset-ring-2 inset-ring-line-strong transition-colors before:absolute before:top-1.5 before:left-1.5 before:size-5 before:rounded-full before:bg-line-strong before:transition-transform checked:bg-leaf checked:inset-ring-leaf checked:before:translate-x-6 checked:before:bg-surface disabled:opacity-60"
          />
        </span>
      </label>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

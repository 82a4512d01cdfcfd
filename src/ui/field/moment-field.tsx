import { useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass } from './field-frame.tsx';

type MomentFieldProps = FieldProps & {
  /** '2026-11-21T14:30' on Seoul's clock; '' while half typed. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
};

/** A day and a time, picked with the device's own calendar and clock. */
export function MomentField({ label, name, help, error, isRequired, value, onChange, min, max }: MomentFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} name={name} label={label} help={help} error={error} isRequired={isRequired}>
      <input
        id={id}
        name={name}
        type="datetime-local"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        min={min}
        max={max ?? '2999-12-31T23:59'}
        required={isRequired}
        {...describedBy(id, help, error)}
        className={classNames(inputClass, 'tabular max-w-xs')}
      />
    </FieldFrame>
  );
}

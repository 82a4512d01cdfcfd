import { useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass } from './field-frame.tsx';

type DateFieldProps = FieldProps & {
  /** A calendar day, yyyy-MM-dd; null while empty or half typed. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** First and last day that can be picked, yyyy-MM-dd. */
  min?: string;
  max?: string;
  isDisabled?: boolean;
};

/** A day, picked with the device's own calendar. */
export function DateField(props: DateFieldProps) {
  const { label, name, help, error, isRequired, value, onChange, min, max, isDisabled } = props;
  const id = useId();
  return (
    <FieldFrame id={id} name={name} label={label} help={help} error={error} isRequired={isRequired}>
      <input
        id={id}
        name={name}
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        // A year of five digits is a slip; without a bound the browser takes it.
        min={min ?? '1900-01-01'}
        max={max ?? '2999-12-31'}
        required={isRequired}
        disabled={isDisabled}
        {...describedBy(id, help, error)}
        className={classNames(inputClass, 'tabular sm:max-w-xs')}
      />
    </FieldFrame>
  );
}

import { useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass } from './field-frame.tsx';

/** Value and limits in the browser's format. */
export type PickerProps<Value> = FieldProps & {
  value: Value;
  onChange: (value: Value) => void;
  /** First and last allowed value. */
  min?: string | undefined;
  max?: string | undefined;
  isDisabled?: boolean | undefined;
};

type PickerFieldProps = PickerProps<string> & { type: 'date' | 'datetime-local'; className?: string };

/** A field with the device's own picker. */
export function PickerField(props: PickerFieldProps) {
  const { type, label, name, help, error, isRequired, value, onChange, min, max, isDisabled, className } = props;
  const id = useId();
  return (
    <FieldFrame id={id} name={name} label={label} help={help} error={error} isRequired={isRequired}>
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        min={min}
        max={max}
        required={isRequired}
        disabled={isDisabled}
        {...describedBy(id, help, error)}
        className={classNames(inputClass, 'tabular', className)}
      />
    </FieldFrame>
  );
}

/** A date (yyyy-MM-dd; null while empty or incomplete), with the device's own picker. */
export function DateField({ value, onChange, min, max, ...rest }: PickerProps<string | null>) {
  return (
    <PickerField
      {...rest}
      type="date"
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      // Without a minimum the browser accepts years of five digits.
      min={min ?? '1900-01-01'}
      max={max ?? '2999-12-31'}
      className="sm:max-w-xs"
    />
  );
}

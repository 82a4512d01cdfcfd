import { PickerField, type PickerProps } from './picker-field.tsx';

/** A day (yyyy-MM-dd; null while empty or half typed), picked with the device's own calendar. */
export function DateField({ value, onChange, min, max, ...rest }: PickerProps<string | null>) {
  return (
    <PickerField
      {...rest}
      type="date"
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      // A year of five digits is a slip; without a bound the browser takes it.
      min={min ?? '1900-01-01'}
      max={max ?? '2999-12-31'}
      className="sm:max-w-xs"
    />
  );
}

import { PickerField, type PickerProps } from './date-field.tsx';

/** A day and a time on Seoul's clock ('2026-11-21T14:30'; '' while half typed), picked with the device's own pickers. */
export function MomentField({ max, ...rest }: PickerProps<string>) {
  return <PickerField {...rest} type="datetime-local" max={max ?? '2999-12-31T23:59'} className="max-w-xs" />;
}

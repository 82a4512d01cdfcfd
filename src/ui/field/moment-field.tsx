import { PickerField, type PickerProps } from './date-field.tsx';

/** A date and time in Seoul ('2026-11-21T14:30'; '' while incomplete), with the device's own pickers. */
export function MomentField({ max, ...rest }: PickerProps<string>) {
  return <PickerField {...rest} type="datetime-local" max={max ?? '2999-12-31T23:59'} className="max-w-xs" />;
}

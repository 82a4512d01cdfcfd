import { type ReactNode, useId } from 'react';
import { inputClass } from './field-frame.tsx';

type NativeSelectProps = {
  label: string;
  /** The label is read aloud in any case. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** `<option>`, in `<optgroup>` where they stand in groups. */
  children: ReactNode;
};

/** The browser's own list: for sheets, over which nothing of the app may lie. No code is fetched for it. */
export function NativeSelect({ label, isLabelHidden = false, value, onChange, children }: NativeSelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className={inputClass}>
        {children}
      </select>
    </div>
  );
}

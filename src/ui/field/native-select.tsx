import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { inputClass } from './field-frame.tsx';

/** The browser's own list in the look of every other field. Without a label: whoever shows it names it. */
export function PlainSelect({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={classNames('relative min-w-0', className)}>
      <select {...rest} className={classNames(inputClass, 'appearance-none truncate pr-11')} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-ink-soft"
      />
    </div>
  );
}

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
      <PlainSelect id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </PlainSelect>
    </div>
  );
}

import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { inputClass } from './field-frame.tsx';

/** The browser's own select with the classes of the other fields. Without a label: the caller must name it. */
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
  /** Hidden visually; screen readers still read it. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** `<option>`, or `<optgroup>` with options. */
  children: ReactNode;
};

/** The browser's own select with a label: for sheets, which no popup of the app can cover. Loads no code. */
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

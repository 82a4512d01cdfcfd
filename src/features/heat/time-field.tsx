import { useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass } from '#src/ui/field/field-frame.tsx';

type TimeFieldProps = Omit<FieldProps, 'isRequired'> & {
  /** Prefix of the accessible name: '2번 시간대'. */
  prefix: string;
  /** HH:mm, '' while incomplete. */
  value: string;
  onChange: (value: string) => void;
};

/** A time of day, with the device's own picker. */
export function TimeField({ prefix, label, name, help, error, value, onChange }: TimeFieldProps) {
  const id = useId();
  const words = (
    <>
      <span className="sr-only">{prefix} </span>
      {label}
    </>
  );
  return (
    <FieldFrame id={id} name={name} label={words} help={help} error={error}>
      <input
        id={id}
        name={name}
        type="time"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...describedBy(id, help, error)}
        className={classNames(inputClass, 'tabular h-14 px-2.5')}
      />
    </FieldFrame>
  );
}

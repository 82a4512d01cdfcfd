import { type ComponentProps, useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass, LengthNote } from './field-frame.tsx';

type TextareaFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'required'> & FieldProps;

/**
 * Several lines of text; grows with its content where the browser supports it. All `<textarea>` props are passed on.
 */
export function TextareaField({ label, help, error, isRequired, className, rows = 3, ...rest }: TextareaFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} name={rest.name} label={label} help={help} error={error} isRequired={isRequired}>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        required={isRequired}
        {...describedBy(id, help, error)}
        // A field that is sized by its content disregards its rows, and a class would lose to that of a line.
        style={{ minHeight: `calc(${rows}lh + 1.5rem)` }}
        className={classNames(inputClass, 'field-sizing-content max-h-96 py-3', className)}
      />
      <LengthNote value={rest.value} maxLength={rest.maxLength} />
    </FieldFrame>
  );
}

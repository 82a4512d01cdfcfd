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
        className={classNames(inputClass, 'field-sizing-content max-h-96 min-h-24 py-3', className)}
      />
      <LengthNote value={rest.value} maxLength={rest.maxLength} />
    </FieldFrame>
  );
}

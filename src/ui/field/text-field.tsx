import { type ComponentProps, useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, type FieldProps, inputClass, LengthNote } from './field-frame.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'name' | 'required'> & FieldProps;

/** One line of text. All `<input>` props, including `ref`, are passed to the input. */
export function TextField({ label, help, error, isRequired, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} name={rest.name} label={label} help={help} error={error} isRequired={isRequired}>
      <input
        {...rest}
        id={id}
        required={isRequired}
        {...describedBy(id, help, error)}
        className={classNames(inputClass, className)}
      />
      <LengthNote value={rest.value} maxLength={rest.maxLength} />
    </FieldFrame>
  );
}

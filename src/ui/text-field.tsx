import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, inputClass } from './field-frame.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
};

/** One line of text. Everything an `<input>` takes, `ref` included, goes to the input. */
export function TextField({ label, help, error, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <input {...rest} id={id} {...describedBy(id, help, error)} className={classNames(inputClass, className)} />
    </FieldFrame>
  );
}

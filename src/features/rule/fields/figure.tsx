import type { ReactNode } from 'react';
import type { FieldBinding } from '#src/lib/form/use-form.ts';
import { NumberField } from '#src/ui/field/number-field.tsx';

type FigureProps = FieldBinding<number> & {
  label: string;
  unit?: string;
  help?: ReactNode;
  isRequired?: boolean;
  isSigned?: boolean;
};

/** A required number: NaN while empty, so that its schema refuses it. */
export function Figure({ value, onChange, ...rest }: FigureProps) {
  return (
    <NumberField
      {...rest}
      value={Number.isNaN(value) || value === null ? null : value}
      onChange={(typed) => onChange(typed ?? Number.NaN)}
    />
  );
}

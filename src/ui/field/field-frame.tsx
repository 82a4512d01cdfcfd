import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

/** Props of every field except its value. */
export type FieldProps = {
  label: string;
  /** Dotted path, as in problems; the error summary of a Form finds the field by it. */
  name?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean | undefined;
};

type FieldFrameProps = Omit<FieldProps, 'label'> & {
  /** Id of the input; help and error get `${id}-help` and `${id}-error`. */
  id: string;
  label: ReactNode;
  children: ReactNode;
};

/** Label above, help and error below. */
export function FieldFrame({ id, name, label, isRequired, help, error, children }: FieldFrameProps) {
  return (
    <div data-field={name} className="flex min-w-0 scroll-mt-6 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        <FieldLabel isRequired={isRequired}>{label}</FieldLabel>
      </label>
      {children}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

type FieldGroupProps = Omit<FieldFrameProps, 'label'> & {
  label: string;
  isLabelHidden?: boolean | undefined;
};

/** A fieldset for several inputs that form one field. */
export function FieldGroup({ id, name, label, isLabelHidden, isRequired, help, error, children }: FieldGroupProps) {
  return (
    <fieldset
      data-field={name}
      aria-describedby={describedBy(id, help, error)['aria-describedby']}
      className="min-w-0 scroll-mt-6"
    >
      <legend className={isLabelHidden ? 'sr-only' : 'mb-2 font-semibold'}>
        <FieldLabel isRequired={isRequired}>{label}</FieldLabel>
      </legend>
      {children}
      <div className="mt-1.5 flex flex-col gap-1.5 empty:hidden">
        <FieldNotes id={id} help={help} error={error} />
      </div>
    </fieldset>
  );
}

type FieldLabelProps = { isRequired: boolean | undefined; children: ReactNode };

/** The text of a label; marks required fields. */
export function FieldLabel({ isRequired, children }: FieldLabelProps) {
  return (
    <>
      {/* The space parts the words for screen readers, too. */}
      <span data-field-label>{children}</span>{' '}
      {isRequired && <span className="ml-0.5 text-age font-normal text-accent-ink">필수</span>}
    </>
  );
}

type FieldNotesProps = { id: string; help: ReactNode; error: string | undefined };

/** Help and error under a field, linked by `describedBy`. */
export function FieldNotes({ id, help, error }: FieldNotesProps) {
  return (
    <>
      {help !== undefined && (
        <p id={`${id}-help`} className="text-ink-soft">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={errorClass}>
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {error}
        </p>
      )}
    </>
  );
}

/** A field shows its length from this share of the limit on. */
const COUNTED_FROM = 0.8;

/** The length of the text and its limit, when it is near the limit; the browser cuts pasted text without notice. */
export function LengthNote({ value, maxLength }: { value: unknown; maxLength: number | undefined }) {
  if (maxLength === undefined) return null;
  const length = typeof value === 'string' ? value.length : 0;
  return (
    <p aria-live="polite" className="tabular text-age text-ink-soft empty:hidden">
      {length >= maxLength * COUNTED_FROM &&
        `${maxLength}자까지 ${length === maxLength ? '모두 썼습니다. 넘는 글자는 들어가지 않습니다.' : `${length}자 썼습니다.`}`}
    </p>
  );
}

export const errorClass = 'flex gap-1.5 text-danger-ink';

/** The ARIA attributes that link an input to its help and error. */
export function describedBy(id: string, help: ReactNode, error: string | undefined) {
  const ids = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': error !== undefined || undefined,
  };
}

/** Classes of text inputs and selects. */
export const inputClass = classNames(
  'min-h-touch w-full rounded-card bg-card px-3.5 text-ink inset-ring inset-ring-line-strong placeholder:text-ink-faint',
  'aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger-line disabled:bg-sunken disabled:text-ink-soft',
  'data-invalid:inset-ring-2 data-invalid:inset-ring-danger-line',
);

import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';

export type FieldFrameProps = {
  /** Of the input inside; help and error get `${id}-help` and `${id}-error`. */
  id: string;
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
};

/** Label above, help below, error at the field. */
export function FieldFrame({ id, label, help, error, children }: FieldFrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      {help !== undefined && (
        <p id={`${id}-help`} className="text-ink-soft">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="flex gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** What ties an input to its frame for assistive technology. */
export function describedBy(id: string, help: ReactNode, error: string | undefined) {
  const ids = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': error !== undefined || undefined,
  };
}

/** The look of anything one types or chooses in. */
export const inputClass =
  'min-h-touch w-full rounded-card bg-card px-3.5 text-ink inset-ring inset-ring-line-strong placeholder:text-ink-faint ' +
  'aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger-line disabled:bg-sunken disabled:text-ink-soft';

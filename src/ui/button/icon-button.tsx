import type { ComponentProps } from 'react';
import { classNames } from '#src/lib/class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name; also shown as a tooltip. */
  label: string;
};

/** A square button of 48 px with one icon as its child. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-flex size-touch shrink-0 items-center justify-center rounded-card text-ink-soft transition-colors',
        'hover:bg-sunken hover:text-ink disabled:opacity-60',
        className,
      )}
    />
  );
}

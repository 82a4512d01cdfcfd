import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { type ButtonVariant, buttonClass } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** Keeps its width and its focus, takes no press, and says so to screen readers. */
  busy?: boolean;
  /** Decorative; the words beside it are the name. */
  icon?: ReactNode;
  isBlock?: boolean;
};

/** A button with words on it. `type` is 'button' unless given, so that it never submits by accident. */
export function Button({ variant, busy, icon, isBlock, className, children, onClick, ...rest }: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={classNames(buttonClass(variant, isBlock), className)}
    >
      {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : icon}
      {children}
    </button>
  );
}

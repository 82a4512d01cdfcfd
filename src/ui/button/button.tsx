import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { type ButtonVariant, buttonClass } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** Ignores presses, keeps width and focus, and is announced by screen readers. */
  isBusy?: boolean;
  /** Decorative; the text is the accessible name. */
  icon?: ReactNode;
  isBlock?: boolean;
};

/** A button with text. `type` defaults to 'button', so that it never submits a form by accident. */
export function Button({ variant, isBusy, icon, isBlock, className, children, onClick, ...rest }: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      className={classNames(buttonClass(variant, isBlock), className)}
    >
      {isBusy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : icon}
      {children}
    </button>
  );
}

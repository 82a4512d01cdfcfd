import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Button } from './button.tsx';

/** How long a press must last, ms: longer than an accidental touch. */
const HOLD_MS = 600;

type HoldButtonProps = {
  /** The action: '켜기'. */
  label: string;
  onHeld: () => void;
  /** Receives the instruction to show in the `describedBy` element: text inside the button would move the button. */
  onHint: (words: string) => void;
  disabled?: boolean;
  isBusy?: boolean;
  /** Id of the element that explains how to press. */
  describedBy: string;
};

/**
 * idle; holding: pressed, but not long enough yet; short: released too early; asked: a key was pressed once, and a
 * second press confirms.
 */
type Phase = 'idle' | 'holding' | 'short' | 'asked';

const hints: { readonly [Name in Phase]: string } = {
  idle: '길게 눌러 시작합니다.',
  holding: '계속 누르세요.',
  short: '더 길게 눌러 주세요.',
  asked: '한 번 더 누르면 시작합니다.',
};
export const HOLD_HINT = hints.idle;

/**
 * Starts a machine: must be held for 0.6 s while it fills, so that an accidental touch does nothing. With a keyboard
 * or screen reader one press asks and a second confirms; Escape or blur cancels.
 */
export function HoldButton({ label, onHeld, onHint, disabled = false, isBusy = false, describedBy }: HoldButtonProps) {
  const [phase, setPhase] = useState<Phase>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOff = disabled || isBusy;
  // If it becomes disabled during a press, the press is cancelled.
  useEffect(() => {
    if (isOff) clearTimeout(timer.current);
    return () => clearTimeout(timer.current);
  }, [isOff]);

  function turn(next: Phase) {
    setPhase(next);
    onHint(hints[next]);
  }
  function handleDown(event: PointerEvent<HTMLButtonElement>) {
    if (isOff || event.button !== 0) return;
    // Release the pointer capture, so that a finger that slides off the button cancels the press.
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      event.currentTarget.releasePointerCapture(event.pointerId);
    }
    turn('holding');
    timer.current = setTimeout(() => {
      turn('idle');
      onHeld();
    }, HOLD_MS);
  }
  function handleLetGo() {
    clearTimeout(timer.current);
    if (phase === 'holding') turn('short');
  }
  /** Keyboards and screen readers click without a pointer: their `detail` is 0. */
  function handleClick(event: MouseEvent) {
    if (isOff || event.detail > 0) return;
    turn(phase === 'asked' ? 'idle' : 'asked');
    if (phase === 'asked') onHeld();
  }
  return (
    <Button
      disabled={disabled}
      isBusy={isBusy}
      aria-describedby={describedBy}
      variant={phase === 'asked' ? 'primary' : 'secondary'}
      className="relative touch-none overflow-hidden select-none [-webkit-touch-callout:none]"
      onPointerDown={handleDown}
      onPointerUp={handleLetGo}
      onPointerLeave={handleLetGo}
      onPointerCancel={handleLetGo}
      onClick={handleClick}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={() => turn('idle')}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && turn('idle')}
    >
      <span
        aria-hidden
        className={classNames(
          'absolute inset-0 origin-left bg-accent/40 ease-linear',
          phase === 'holding' ? 'scale-x-100 transition-transform duration-600' : 'scale-x-0',
        )}
      />
      <span className="relative">{label}</span>
    </Button>
  );
}

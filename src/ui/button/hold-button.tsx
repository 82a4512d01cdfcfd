import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Button } from './button.tsx';

/** So long a press has to last, ms: longer than a brush with a sleeve, shorter than impatience. */
const HOLD_MS = 600;

type HoldButtonProps = {
  /** What it starts: '켜기'. */
  label: string;
  onHeld: () => void;
  /** What to do now, to be shown where `describedBy` is: words in the button would move it from under the finger. */
  onHint: (words: string) => void;
  disabled?: boolean;
  isBusy?: boolean;
  /** Id of the words that say how it is pressed. */
  describedBy: string;
};

/** idle; holding: pressed for less than it takes; short: let go too early; asked: a key was pressed, and has to be once more. */
type Phase = 'idle' | 'holding' | 'short' | 'asked';

const hints: { readonly [Name in Phase]: string } = {
  idle: '길게 눌러 시작합니다.',
  holding: '계속 누르세요.',
  short: '더 길게 눌러 주세요.',
  asked: '한 번 더 누르면 시작합니다.',
};
export const HOLD_HINT = hints.idle;

/**
 * Starts something that moves: held for 0.6 s while it fills, so that no brush with a sleeve does it. Whoever presses by
 * keyboard or screen reader presses once, and once more to confirm; Escape or leaving it takes the first back.
 */
export function HoldButton({ label, onHeld, onHint, disabled = false, isBusy = false, describedBy }: HoldButtonProps) {
  const [phase, setPhase] = useState<Phase>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOff = disabled || isBusy;
  // What can no longer be done is not done at the end of a press that began before.
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
    // A finger that slides off has let go; touch would hold on to the button otherwise.
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
  /** Keys and screen readers click without a pointer: `detail` counts the presses of one. */
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

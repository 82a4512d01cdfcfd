import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Button } from './button.tsx';

/** How long a press must last, ms: longer than an accidental touch. */
const HOLD_MS = 600;

type HoldButtonProps = {
  /** The action: '켜기'. */
  label: string;
  onHeld: () => void;
  /** The action lasts only as long as the press, and this ends it; without it the action continues by itself. */
  onRelease?: () => void;
  /** Receives the instruction to show in the `describedBy` element: text inside the button would move the button. */
  onHint: (words: string) => void;
  disabled?: boolean;
  isBusy?: boolean;
  /** Id of the element that explains how to press. */
  describedBy: string;
  className?: string;
};

/**
 * idle; holding: pressed, but not long enough yet; short: released too early; asked: a key was pressed once, and a
 * second press confirms; running: the action lasts until the release.
 */
type Phase = 'idle' | 'holding' | 'short' | 'asked' | 'running';

const hints: { readonly [Name in Phase]: string } = {
  idle: '길게 눌러 시작합니다.',
  holding: '계속 누르세요.',
  short: '더 길게 눌러 주세요.',
  asked: '한 번 더 누르면 시작합니다.',
  running: '손을 떼면 멈춥니다.',
};
export const HOLD_HINT = hints.idle;

/**
 * Starts a machine: must be held for 0.6 s while it fills, so that an accidental touch does nothing. With a keyboard
 * or screen reader one press asks and a second confirms; Escape or blur cancels. With `onRelease` the machine runs only
 * while the press lasts, and a key of the keyboard is held, too.
 */
export function HoldButton({
  label,
  disabled = false,
  isBusy = false,
  describedBy,
  className,
  ...acts
}: HoldButtonProps) {
  const { phase, handlers } = useHold(disabled || isBusy, acts);
  const isOn = !disabled && (phase === 'holding' || phase === 'running');
  return (
    <Button
      disabled={disabled}
      isBusy={isBusy}
      aria-describedby={describedBy}
      variant={phase === 'asked' ? 'primary' : 'secondary'}
      className={classNames('relative touch-none overflow-hidden select-none [-webkit-touch-callout:none]', className)}
      {...handlers}
    >
      <span
        aria-hidden
        className={classNames(
          'absolute inset-0 origin-left bg-accent/40 ease-linear',
          isOn ? 'scale-x-100 transition-transform duration-600' : 'scale-x-0',
        )}
      />
      <span className="relative">{label}</span>
    </Button>
  );
}

/** The phases of a press, and the event handlers of the button. */
function useHold(
  isOff: boolean,
  { onHeld, onRelease, onHint }: Pick<HoldButtonProps, 'onHeld' | 'onRelease' | 'onHint'>,
) {
  const [phase, setPhase] = useState<Phase>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = useEffectEvent(() => release('idle'));
  // If it becomes disabled during a press, the press is over: a disabled button may not hear the finger lift.
  useEffect(() => {
    if (isOff) cancel();
    return () => clearTimeout(timer.current);
  }, [isOff]);

  function turn(next: Phase) {
    setPhase(next);
    onHint(hints[next]);
  }
  function press() {
    turn('holding');
    timer.current = setTimeout(() => {
      turn(onRelease ? 'running' : 'idle');
      onHeld();
    }, HOLD_MS);
  }
  function release(otherwise: Phase) {
    clearTimeout(timer.current);
    if (phase !== 'idle') turn(phase === 'running' ? 'idle' : otherwise);
    // Last, so that the caller's hint replaces the one above.
    if (phase === 'running') onRelease?.();
  }
  const handleRelease = () => release(phase === 'holding' ? 'short' : phase);
  const isPressing = ({ key }: KeyboardEvent) => onRelease !== undefined && (key === ' ' || key === 'Enter');
  return {
    phase,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLButtonElement>) {
        if (isOff || event.button !== 0) return;
        // The action changes the text around the button, so the button may move away from the finger.
        if (onRelease) event.currentTarget.setPointerCapture(event.pointerId);
        // Release the pointer capture, so that a finger that slides off the button cancels the press.
        else if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          event.currentTarget.releasePointerCapture(event.pointerId);
        }
        press();
      },
      onPointerUp: handleRelease,
      onPointerLeave: handleRelease,
      onPointerCancel: handleRelease,
      /** Keyboards and screen readers click without a pointer: their `detail` is 0. */
      onClick(event: MouseEvent) {
        if (isOff || onRelease || event.detail > 0) return;
        turn(phase === 'asked' ? 'idle' : 'asked');
        if (phase === 'asked') onHeld();
      },
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onBlur: () => release('idle'),
      onKeyDown(event: KeyboardEvent) {
        if (event.key === 'Escape') release('idle');
        else if (isPressing(event) && !event.repeat && !isOff) press();
      },
      onKeyUp: (event: KeyboardEvent) => isPressing(event) && handleRelease(),
    },
  };
}

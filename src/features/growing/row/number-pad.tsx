import Delete from 'lucide-react/icons/delete';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

/** Large enough for a gloved thumb; on a low screen slightly smaller, so that the figures stay visible. */
export const keyClass =
  'flex min-h-16 [@media(height<44rem)]:min-h-14 items-center justify-center rounded-card bg-card text-2xl font-semibold inset-ring inset-ring-line-strong active:bg-sunken touch-manipulation select-none';

/** All keys of a tree are as high, so that the key to the next tree stays where the thumb found it. */
export const keysClass = 'h-70 [@media(height<44rem)]:h-62';

type NumberPadProps = {
  onKey: (key: string) => void;
  onErase: () => void;
  /** The key that moves to the next figure; false when only one is measured. */
  next: ReactNode;
};

/** A number pad of our own: it keeps its place, and its keys are large enough for gloves. */
export function NumberPad({ onKey, onErase, next }: NumberPadProps) {
  return (
    <fieldset className="grid grid-cols-4 gap-2">
      <legend className="sr-only">숫자 자판</legend>
      {['7', '8', '9'].map((key) => (
        <DigitKey key={key} value={key} onKey={onKey} />
      ))}
      <button type="button" onClick={onErase} aria-label="한 글자 지우기" className={keyClass}>
        <Delete aria-hidden className="size-7" />
      </button>
      {['4', '5', '6'].map((key) => (
        <DigitKey key={key} value={key} onKey={onKey} />
      ))}
      <DigitKey value="." label="소수점" onKey={onKey} className={next ? undefined : 'row-span-3'} />
      {['1', '2', '3'].map((key) => (
        <DigitKey key={key} value={key} onKey={onKey} />
      ))}
      {next && <div className="row-span-2 grid">{next}</div>}
      <DigitKey value="0" onKey={onKey} className="col-span-3" />
    </fieldset>
  );
}

type DigitKeyProps = { value: string; label?: string; onKey: (key: string) => void; className?: string };

function DigitKey({ value, label, onKey, className }: DigitKeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onKey(value)}
      className={classNames(keyClass, 'tabular', className)}
    >
      {value}
    </button>
  );
}

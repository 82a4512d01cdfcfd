import { useEffect, useEffectEvent } from 'react';

type HardwareKeys = {
  /** A digit, or '.'. */
  onKey: (key: string) => void;
  onErase: () => void;
  onEnter: () => void;
};

/** What else takes keys: a field, or a dialog over the page. */
const TAKEN = 'input, select, textarea, dialog, [role=dialog], [role=listbox]';

/** A connected keyboard does what the keys on the screen do. */
export function useHardwareKeys({ onKey, onErase, onEnter }: HardwareKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || !(target instanceof Element) || target.closest(TAKEN)) return;
    if (/^[0-9]$/.test(key)) onKey(key);
    else if (key === '.' || key === ',') onKey('.');
    else if (key === 'Backspace') onErase();
    // On a button it presses that.
    else if (key === 'Enter' && !target.closest('button, a')) onEnter();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

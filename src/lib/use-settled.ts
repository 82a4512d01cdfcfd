import { useEffect, useState } from 'react';

/** At the latest after this long, for browsers that are never idle, ms. */
const LONGEST_WAIT_MS = 1_500;

/** Resolves once the browser has nothing more urgent to do, after `limitMs` at the latest. */
export function whenIdle(limitMs: number): Promise<void> {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) return new Promise((resolve) => setTimeout(resolve, limitMs / 3));
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: limitMs }));
}

/** Calls `act` once the browser has painted what matters and has time for the rest, and again whenever it is another. */
export function useOnceSettled(act: () => unknown): void {
  const isSettled = useSettled(true);
  useEffect(() => {
    if (isSettled) act();
  }, [isSettled, act]);
}

/** False until the browser has painted what matters and has time for the rest; then true for good. */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return;
    let isGone = false;
    void whenIdle(LONGEST_WAIT_MS).then(() => {
      if (!isGone) setIsSettled(true);
    });
    return () => {
      isGone = true;
    };
  }, [isReady, isSettled]);
  return isSettled;
}

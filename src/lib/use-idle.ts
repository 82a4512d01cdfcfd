import { useEffect, useState } from 'react';

/** Time limit for browsers that are never idle, ms. */
const LONGEST_WAIT_MS = 1_500;

/** Resolves when the browser is idle, after `limitMs` at the latest. */
function whenIdle(limitMs: number): Promise<void> {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) return new Promise((resolve) => setTimeout(resolve, limitMs / 3));
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: limitMs }));
}

/** Calls `act` when the browser is idle after the first paint, and again whenever `act` changes. */
export function useWhenIdle(act: () => unknown): void {
  const isSettled = useIsIdle(true);
  useEffect(() => {
    if (isSettled) act();
  }, [isSettled, act]);
}

/** False until the browser is idle after `isReady`; then always true. */
export function useIsIdle(isReady: boolean): boolean {
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

import { useEffect, useState } from 'react';

/** At the latest after this long, for browsers that are never idle, ms. */
const LONGEST_WAIT_MS = 1_500;

/** False until the browser has painted what matters and has time for the rest; then true for good. */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return;
    const settle = () => setIsSettled(true);
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(settle, LONGEST_WAIT_MS / 3);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(settle, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }, [isReady, isSettled]);
  return isSettled;
}

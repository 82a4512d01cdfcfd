import { startTransition, useEffect, useState } from 'react';

/**
 * How many of `count` parts may be drawn: `first` at once, then `step` more at a time, each time as a transition of its
 * own. On a slow phone one task for all of them would keep fingers and frames waiting.
 */
export function useSlices(count: number, first = 0, step = 1): number {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + step));
  }, [drawn, count, step]);
  return drawn;
}

import { startTransition, useEffect, useState } from 'react';

/**
 * How many of `count` parts to render: `first` at once, then `step` more at a time, each as its own transition. On a
 * slow phone, one task for all would block input and frames.
 */
export function useSlices(count: number, first = 0, step = 1): number {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + step));
  }, [drawn, count, step]);
  return drawn;
}

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MINUTE_MS } from '#contract/time/time.ts';
import { LONGEST_VIEW_MS } from '../chart-options.ts';
import { type ChartRange, isSameRange } from '../chart-series.ts';
import { firstView, withAnnounced, withGiven } from './range-view.ts';

type RangeViewProps = {
  range: ChartRange;
  home?: ChartRange;
  limits?: ChartRange;
  onRangeChange?: (range: ChartRange) => void;
};

/** A gesture ends when nothing has moved for this long, ms; only then are finer readings requested. */
const REST_MS = 250;

/** The range in view, changed by the caller and by gestures. `moved` and `reset` have stable identities. */
export function useRangeView({ range, home, limits, onRangeChange }: RangeViewProps) {
  const [state, setState] = useState(() => firstView(range));
  const [openedAt] = useState(() => Date.now());
  if (!isSameRange(state.given, range)) setState(withGiven(state, range));

  const target = home ?? state.home;
  const { view } = state;
  const latest = useRef({ target, view, onRangeChange });
  useLayoutEffect(() => {
    latest.current = { target, view, onRangeChange };
  });

  const timer = useRef(0);
  const announce = useCallback((next: ChartRange) => {
    window.clearTimeout(timer.current);
    const view = rounded(next);
    setState((before) => withAnnounced(before, view));
    latest.current.onRangeChange?.(view);
  }, []);
  const moved = useCallback(
    (next: ChartRange) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        // A pan at the limit does not change the range.
        if (!isSameRange(rounded(next), latest.current.view)) announce(next);
      }, REST_MS);
    },
    [announce],
  );
  const reset = useCallback(() => announce(latest.current.target), [announce]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const begin = limits?.begin ?? state.home.end - LONGEST_VIEW_MS;
  const end = limits?.end ?? Math.max(state.home.end, openedAt);
  const reach = useMemo(() => ({ begin, end }), [begin, end]);
  return { view, isHome: isSameRange(view, target), reach, moved, reset };
}

/** Whole minutes, as the URL has them. */
function rounded({ begin, end }: ChartRange): ChartRange {
  const minute = (at: number) => Math.round(at / MINUTE_MS) * MINUTE_MS;
  return { begin: minute(begin), end: minute(end) };
}

/**
 * Tells a range change by the user from one by the caller. A range that the chart has announced comes back as the
 * caller's `range` later, perhaps after the user has moved on; such an echo must not move the chart back.
 */
import { type ChartRange, isSameRange } from '../chart-series.ts';

type RangeView = {
  /** The caller's last `range`. */
  given: ChartRange;
  /** The range in view, without a running gesture. */
  view: ChartRange;
  /** The range of a reset: the last one that the caller chose itself. */
  home: ChartRange;
  /** Announced ranges that have not come back yet, oldest first. */
  announced: readonly ChartRange[];
};

/** Limit of the list, in case a caller never passes the ranges back. */
const MOST_ANNOUNCED = 20;

export function firstView(range: ChartRange): RangeView {
  return { given: range, view: range, home: range, announced: [] };
}

/** The user moved the chart to `view`. */
export function withAnnounced(state: RangeView, view: ChartRange): RangeView {
  return { ...state, view, announced: [...state.announced, view].slice(-MOST_ANNOUNCED) };
}

/** The caller passes a range: an echo of an announced range does not change the view, any other does. */
export function withGiven(state: RangeView, range: ChartRange): RangeView {
  if (isSameRange(range, state.given)) return state;
  const echo = state.announced.findIndex((announced) => isSameRange(announced, range));
  if (echo >= 0) return { ...state, given: range, announced: state.announced.slice(echo + 1) };
  return { given: range, view: range, home: range, announced: [] };
}

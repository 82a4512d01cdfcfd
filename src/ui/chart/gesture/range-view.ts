/**
 * Who moved the chart: the person in front of it or the caller? A range the chart has just announced comes back as
 * the caller's `range` a moment later, maybe when the person has already moved on; it must not pull the chart back.
 */
import { type ChartRange, isSameRange } from '../chart-series.ts';

type RangeView = {
  /** The `range` the caller gave last. */
  given: ChartRange;
  /** What is shown, apart from a gesture under way. */
  view: ChartRange;
  /** Where a reset leads: the last range the caller chose itself. */
  home: ChartRange;
  /** Announced and not yet given back, oldest first. */
  announced: readonly ChartRange[];
};

/** A caller that never gives a range back must not make the list grow. */
const MOST_ANNOUNCED = 20;

export function firstView(range: ChartRange): RangeView {
  return { given: range, view: range, home: range, announced: [] };
}

/** The person moved the chart there. */
export function announcing(state: RangeView, view: ChartRange): RangeView {
  return { ...state, view, announced: [...state.announced, view].slice(-MOST_ANNOUNCED) };
}

/** The caller gives a range: an echo of what was announced changes nothing in view, anything else does. */
export function giving(state: RangeView, range: ChartRange): RangeView {
  if (isSameRange(range, state.given)) return state;
  const echo = state.announced.findIndex((announced) => isSameRange(announced, range));
  if (echo >= 0) return { ...state, given: range, announced: state.announced.slice(echo + 1) };
  return { given: range, view: range, home: range, announced: [] };
}

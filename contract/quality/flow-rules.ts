import type { Point } from '../series/points.ts';
import { MINUTE_MS } from '../time/time.ts';

/** Readings of a channel in order of time, and how often it reports, ms. */
type Told = { points: readonly Point[]; stepMs: number };

/** A stretch of time, epoch ms, half open. */
type Span = { from: number; to: number };

/** A valve must have been shut, or open, for this long before the meter is held to it: agronomy notes, section 4. */
const SETTLED_MS = MINUTE_MS;
/** Ours: for how long water must run through shut valves. What is left in the pipes runs out for a while. */
const LEAK_MS = 5 * MINUTE_MS;
/** A state holds until the next reading, and no longer than over this many missing ones. */
const STEPS_OVER = 3;

/** Stretches in which the meter says that water runs though every valve is shut. */
export function leaksOf(meter: Told, valves: readonly Told[]): Span[] {
  if (valves.length === 0) return [];
  const shut = valves.map((valve) => spansWhere(valve, (value) => value <= 0)).reduce(overlaps);
  const isLeak = ([at, , value]: Point) => value > 0 && shut.some(({ from, to }) => at - from >= SETTLED_MS && at < to);
  return runsOf(meter, isLeak).filter(({ from, to }) => to - from >= LEAK_MS);
}

/** Stretches in which the meter says that no water runs, and has not for a minute, though a valve has been open for one. */
export function missingFlowOf(meter: Told, valves: readonly Told[]): Span[] {
  const open = valves.flatMap((valve) => spansWhere(valve, (value) => value > 0));
  const dry = spansWhere(meter, (value) => value <= 0);
  const settled = (spans: readonly Span[], at: number) =>
    spans.some(({ from, to }) => at - from >= SETTLED_MS && at < to);
  return runsOf(meter, ([at]) => settled(open, at) && settled(dry, at));
}

/** When a channel's value was such, as far as its readings tell. */
function spansWhere({ points, stepMs }: Told, isSuch: (value: number) => boolean): Span[] {
  const spans: Span[] = [];
  points.forEach(([at, , value], index) => {
    if (!isSuch(value)) return;
    const to = Math.min(points[index + 1]?.[0] ?? Number.POSITIVE_INFINITY, at + STEPS_OVER * stepMs);
    const last = spans.at(-1);
    if (last && last.to === at) last.to = to;
    else spans.push({ from: at, to });
  });
  return spans;
}

/** The readings that are such, those that follow each other as one stretch. */
function runsOf({ points, stepMs }: Told, isSuch: (point: Point) => boolean): Span[] {
  const runs: Span[] = [];
  let isOpen = false;
  for (const point of points) {
    const [at] = point;
    const last = runs.at(-1);
    if (!isSuch(point)) isOpen = false;
    else if (isOpen && last && at - last.to < STEPS_OVER * stepMs) last.to = at + stepMs;
    else {
      runs.push({ from: at, to: at + stepMs });
      isOpen = true;
    }
  }
  return runs;
}

function overlaps(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );
}

/**
 * Where in buckets either may hide, so that only there readings have to be looked at: water ran in a bucket in which
 * every valve was shut for a while, or did not in one in which a valve was open. With the bucket before and after, as
 * what settles began there. Spans are apart and in order.
 */
export function suspectedFlow(meter: readonly Point[], valves: readonly (readonly Point[])[], widthMs: number): Span[] {
  const states = valves.map((points) => new Map(points.map(([at, min, , max]) => [at, { min, max }])));
  const spans: Span[] = [];
  for (const [at, min, , max] of meter) {
    const there = states.map((state) => state.get(at));
    const isAnyOpen = there.some((state) => state !== undefined && state.max > 0);
    const isEachShut = there.length > 0 && there.every((state) => state !== undefined && state.min <= 0);
    if (!(max > 0 && isEachShut) && !(min <= 0 && isAnyOpen)) continue;
    const [from, to] = [at - widthMs, at + 2 * widthMs];
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

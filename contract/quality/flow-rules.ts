import type { Point } from '../series/points.ts';
import { MINUTE_MS } from '../time/time.ts';

/** Readings of a channel in order of time, and its reporting interval, ms. */
type Told = { points: readonly Point[]; stepMs: number };

/** A stretch of time, epoch ms, half open. */
type Span = { from: number; to: number };

/** A valve must have been closed, or open, for this long before the flow is checked: agronomy notes, section 4. */
const SETTLED_MS = MINUTE_MS;
/** How long water must flow through closed valves to count as a leak. Our choice: pipes drain for a while. */
const LEAK_MS = 5 * MINUTE_MS;
/** A state holds until the next reading, but for at most this many missing ones. */
const STEPS_OVER = 3;

/** Spans in which the meter shows flow while all valves are closed. */
export function leaksOf(meter: Told, valves: readonly Told[]): Span[] {
  if (valves.length === 0) return [];
  const shut = valves.map((valve) => spansWhere(valve, (value) => value <= 0)).reduce(overlaps);
  const isLeak = ([at, , value]: Point) => value > 0 && shut.some(({ from, to }) => at - from >= SETTLED_MS && at < to);
  return runsOf(meter, isLeak).filter(({ from, to }) => to - from >= LEAK_MS);
}

/** Spans in which the meter shows no flow, for at least a minute, while a valve has been open for a minute. */
export function missingFlowOf(meter: Told, valves: readonly Told[]): Span[] {
  const open = valves.flatMap((valve) => spansWhere(valve, (value) => value > 0));
  const dry = spansWhere(meter, (value) => value <= 0);
  const settled = (spans: readonly Span[], at: number) =>
    spans.some(({ from, to }) => at - from >= SETTLED_MS && at < to);
  return runsOf(meter, ([at]) => settled(open, at) && settled(dry, at));
}

/** Spans in which the value of a channel matches, as far as its readings tell. */
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

/** Matching readings, consecutive ones joined into one span. */
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
 * Spans in which buckets allow a leak or a missing flow, so that only their raw readings have to be checked: buckets
 * with flow and a time without an open valve, or with an open valve and without flow. Includes the bucket before and
 * after, because the settling time may begin there. Spans are disjoint and ordered.
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

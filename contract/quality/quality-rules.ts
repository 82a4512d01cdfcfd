import type { Point } from '../series/points.ts';
import { type ChannelTypeName, channelTypes, type QualityRule } from '../series/sensor-types.ts';
import { nightsBetween } from '../time/sun.ts';
import { MINUTE_MS } from '../time/time.ts';

/** The ways in which a sensor can be faulty; leak and no-flow need the valves, too (flow-rules.ts). */
type QualityRuleName = QualityRule['name'] | 'leak' | 'no-flow';

/** A span in which a channel broke a rule; epoch ms, half open. */
export type Finding = { channel: number; rule: QualityRuleName; from: number; to: number };

type Span = { from: number; to: number };

type Judged = {
  channel: number;
  type: ChannelTypeName;
  /** Good readings in order of time, or buckets of them. Jumps are found in readings only. */
  points: readonly Point[];
  /** Interval between points, which is also the time each of them stands for, ms. */
  stepMs: number;
  /** When water ran on the farm. */
  watered?: readonly Span[];
};

/** Twilight counts neither as night nor as day, since the sun may explain the values. */
const TWILIGHT_MS = 30 * MINUTE_MS;
/** Soil takes up water for this long after irrigation. */
const SOAKING_MS = 30 * MINUTE_MS;
/** Jumps closer together than this are one finding. */
const SAME_TROUBLE_MS = 10 * MINUTE_MS;
/** A stretch continues over this many missing readings. */
const STEPS_OVER = 3;

/** All findings of the rules of a channel's type, in order of time. */
export function findingsOf({ channel, type, points, stepMs, watered = [] }: Judged): Finding[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const nights = nightsBetween(first[0], last[0] + stepMs);
  return channelTypes[type].quality
    .flatMap((rule) => {
      const spans =
        rule.name === 'jump'
          ? jumps(points, rule, { stepMs, watered })
          : stretches(points, stepMs, ...stretchOf(rule, nights));
      return spans.map(({ from, to }) => ({ channel, rule: rule.name, from, to }));
    })
    .sort((a, b) => a.from - b.from);
}

type Stretch = {
  /** Whether a point belongs to the stretch that `begin` started. */
  goesOn(point: Point, begin: Point): boolean;
  /** How much of the time counts towards the length of a finding, ms. */
  counts(from: number, to: number): number;
};

function stretchOf(
  rule: Exclude<QualityRule, { name: 'jump' }>,
  nights: readonly Span[],
): [stretch: Stretch, forMs: number] {
  const isDark = (from: number, to: number) =>
    nights.some((night) => from >= night.from + TWILIGHT_MS && to <= night.to - TWILIGHT_MS);
  const isLight = (from: number, to: number) => !nights.some((night) => from < night.to && to > night.from);
  if (rule.name === 'flat') {
    const { from = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = rule;
    return [
      {
        goesOn: ([, min, , max], [, value]) => min === value && max === value && value >= from && value < below,
        counts: (begin, end) => (!rule.byDay || isLight(begin, end) ? end - begin : 0),
      },
      rule.forMs,
    ];
  }
  const isBeyond =
    rule.name === 'high' ? ([, min]: Point) => min > rule.above : ([, , , max]: Point) => max < rule.below;
  return [{ goesOn: isBeyond, counts: (begin, end) => (isDark(begin, end) ? end - begin : 0) }, rule.forMs];
}

/** Stretches that are long enough for a finding. */
function stretches(points: readonly Point[], stepMs: number, { goesOn, counts }: Stretch, forMs: number): Span[] {
  const found: Span[] = [];
  let run: { begin: Point; to: number; counted: number } | undefined;
  const close = () => {
    if (run && run.counted >= forMs) found.push({ from: run.begin[0], to: run.to });
    run = undefined;
  };
  for (const point of points) {
    const [at] = point;
    if (run && at - run.to < STEPS_OVER * stepMs && goesOn(point, run.begin)) {
      run.counted += counts(run.to, at + stepMs);
      run.to = at + stepMs;
      continue;
    }
    close();
    if (goesOn(point, point)) run = { begin: point, to: at + stepMs, counted: counts(at, at + stepMs) };
  }
  close();
  return found;
}

function jumps(
  points: readonly Point[],
  { by, withinMs, unlessWatered }: Extract<QualityRule, { name: 'jump' }>,
  { stepMs, watered }: { stepMs: number; watered: readonly Span[] },
): Span[] {
  const found: Span[] = [];
  points.forEach(([at, , value], index) => {
    if (!isFarFromBefore(points, index, { by, withinMs, value })) return;
    const isWet = watered.some(({ from, to }) => from <= at && to > at - withinMs - SOAKING_MS);
    if (unlessWatered && isWet) return;
    const before = found.at(-1);
    if (before && at - before.to <= SAME_TROUBLE_MS) before.to = at + stepMs;
    else found.push({ from: at, to: at + stepMs });
  });
  return found;
}

function isFarFromBefore(
  points: readonly Point[],
  index: number,
  { by, withinMs, value }: { by: number; withinMs: number; value: number },
): boolean {
  const at = points[index]?.[0] ?? 0;
  for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
    const [then = 0, , was = value] = points[earlier] ?? [];
    if (at - then > withinMs) return false;
    if (Math.abs(value - was) > by) return true;
  }
  return false;
}

/**
 * Spans in which buckets allow a jump, so that only their raw readings have to be checked: two readings close enough
 * for a jump are in the same bucket or in neighbouring ones. Spans are disjoint and ordered.
 */
export function suspectedJumps(type: ChannelTypeName, buckets: readonly Point[], widthMs: number): Span[] {
  const rule = channelTypes[type].quality.find(({ name }) => name === 'jump');
  if (rule?.name !== 'jump') return [];
  const found: Span[] = [];
  buckets.forEach(([at, min, , max], index) => {
    const [beforeAt, beforeMin, , beforeMax] = buckets[index - 1] ?? [at, min, 0, max];
    const isNext = at - beforeAt <= widthMs;
    const lowest = isNext ? Math.min(min, beforeMin) : min;
    const highest = isNext ? Math.max(max, beforeMax) : max;
    if (highest - lowest <= rule.by) return;
    const from = isNext ? beforeAt : at;
    const last = found.at(-1);
    if (last && from <= last.to) last.to = at + widthMs;
    else found.push({ from, to: at + widthMs });
  });
  return found;
}

/**
 * Neighbours that are farther away do not tell anything about a point; one minute more than ten, because clocks drift.
 */
const NEIGHBOUR_MS = 11 * MINUTE_MS;
/**
 * A deviation that lasts this long was real. Our choice: a failed heater or an open vent takes longer to be repaired.
 */
const RUN_MS = 30 * MINUTE_MS;

/**
 * Times of readings, or buckets, whose lowest or highest value is an outlier: a value, or a run shorter than half an
 * hour, that differs from both the value before and the value after by more than the type's jump, in the same
 * direction. `others` are the readings of other sensors in the same air: one that moved at least half as far confirms
 * the value. A change that is not reversed is no outlier, since nobody knows which side is wrong. Source: the check of
 * time consistency against both neighbours in WMO CBS/OPAG-IOS (ET AWS-3) Doc. 4(1), 2004.
 */
export function unbackedExtremes(
  type: ChannelTypeName,
  points: readonly Point[],
  others: readonly (readonly Point[])[] = [],
): { low: ReadonlySet<number>; high: ReadonlySet<number> } {
  const rule = channelTypes[type].quality.find(({ name }) => name === 'jump');
  const by = rule?.name === 'jump' ? rule.by : Number.POSITIVE_INFINITY;
  const negated = (list: readonly Point[]) => list.map(([at, min, mean, max]): Point => [at, -max, -mean, -min]);
  return { low: unbackedLows(points, others, by), high: unbackedLows(negated(points), others.map(negated), by) };
}

function unbackedLows(points: readonly Point[], others: readonly (readonly Point[])[], by: number): Set<number> {
  const found = new Set<number>();
  points.forEach((first, index) => {
    const before = points[index - 1];
    if (!before || first[0] - before[0] > NEIGHBOUR_MS) return;
    const run: Point[] = [];
    for (let next: Point | undefined = first; next && before[1] - next[1] > by; next = points[index + run.length]) {
      run.push(next);
      const after = points[index + run.length];
      if (!after || next[0] - first[0] >= RUN_MS || after[0] - next[0] > NEIGHBOUR_MS) return;
      const edge = Math.min(before[1], after[1]);
      if (run.every(([, low]) => edge - low > by) && !others.some((other) => goesAlong(other, run, edge))) {
        for (const [at] of run) found.add(at);
      }
    }
  });
  return found;
}

/** Whether another sensor fell at least half as far below `edge` during the run. */
function goesAlong(other: readonly Point[], run: readonly Point[], edge: number): boolean {
  const [from, to] = [(run[0]?.[0] ?? 0) - NEIGHBOUR_MS, (run.at(-1)?.[0] ?? 0) + NEIGHBOUR_MS];
  const lowest = Math.min(...run.map(([, low]) => low));
  return other.some(([at, low]) => at > from && at < to && low <= (edge + lowest) / 2);
}

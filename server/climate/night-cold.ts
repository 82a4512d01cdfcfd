import type { AirTarget, NightCold } from '#contract/monitor/climate.ts';
import type { Point } from '#contract/series/points.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';

/** A night, epoch ms, and what was too cold in it. */
export type Night = { from: number; to: number; targets: readonly AirTarget[] };

/**
 * How cold a night was. `points` are readings or buckets in order of time, `stepMs` apart; each stands until the next,
 * but not over a silence. Null without one.
 */
export function coldOf(points: readonly Point[], stepMs: number, { to, targets }: Night): NightCold | null {
  const lowAt = (at: number) => targets.find((one) => one.from <= at && at < one.to)?.lowC ?? null;
  let coldest: Point | undefined;
  let belowMs = 0;
  points.forEach((point, index) => {
    const [at, min, mean] = point;
    if (!coldest || min < coldest[1]) coldest = point;
    const next = Math.min(points[index + 1]?.[0] ?? at + stepMs, to);
    const lowC = lowAt(at);
    if (lowC !== null && mean < lowC) belowMs += next - at > silentAfterMs(stepMs) ? stepMs : next - at;
  });
  if (!coldest) return null;
  const [at, value] = coldest;
  return { min: { value, at }, lowC: lowAt(at), belowMs };
}

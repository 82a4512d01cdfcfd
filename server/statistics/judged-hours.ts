import { loneExtremes, suspectedJumps } from '#contract/quality/quality-rules.ts';
import type { Point } from '#contract/series/points.ts';
import { bucketLevels, HOUR_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import type { FoundChannel } from '../monitor/queries.ts';
import type { Hour } from './hours.ts';

/** What is aimed at, ℃; null: nothing. */
export type Aims = { lowC: number | null; highC: number | null };

const TEN_MS = bucketLevels['10m'];

/** Hours of a thermometer near which a single value may stick out of the others, by when they begin. */
export function doubtfulHours(hours: readonly Hour[]): ReadonlySet<number> {
  const points = hours.map(({ at, min, mean, max }): Point => [at, min, mean, max]);
  const spans = suspectedJumps('TEMPERATURE', points, HOUR_MS);
  let next = 0;
  return new Set(
    hours.flatMap(({ at }) => {
      while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      return (spans[next]?.from ?? Number.POSITIVE_INFINITY) <= at ? [at] : [];
    }),
  );
}

/**
 * The hours as they are judged: without extremes of ten minutes that nothing beside them backs. Only hours beyond an
 * aim are looked into, for of the others nothing is said; one whose ten minutes are kept no longer stays as it is.
 */
export async function judgedHours(
  store: Queries,
  sensor: FoundChannel,
  hours: readonly Hour[],
  { aims: { lowC, highC }, doubtful }: { aims: Aims; doubtful: ReadonlySet<number> },
): Promise<Hour[]> {
  const isBeyond = ({ min, max }: Hour) => (lowC !== null && min < lowC) || (highC !== null && max > highC);
  const judged: Hour[] = [];
  for (const hour of hours) {
    if (!doubtful.has(hour.at) || !isBeyond(hour)) {
      judged.push(hour);
      continue;
    }
    const [begin, end] = [hour.at - TEN_MS, hour.at + HOUR_MS + TEN_MS];
    const points = await listPoints(store, { channel: sensor, resolution: '10m', begin, end });
    judged.push(...backedHour(hour, points));
  }
  return judged;
}

/** The hour by those of its ten minutes that are backed; none where not one of them is. */
function backedHour(hour: Hour, points: readonly Point[]): Hour[] {
  const lone = loneExtremes('TEMPERATURE', points);
  const within = points.filter(([at]) => at >= hour.at && at < hour.at + HOUR_MS);
  if (within.length === 0) return [hour];
  const lows = within.flatMap(([at, min]) => (lone.low.has(at) ? [] : [min]));
  const highs = within.flatMap(([at, , , max]) => (lone.high.has(at) ? [] : [max]));
  if (lows.length === 0 || highs.length === 0) return [];
  return [{ ...hour, min: Math.min(...lows), max: Math.max(...highs) }];
}

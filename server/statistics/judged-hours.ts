import { suspectedJumps, unbackedExtremes } from '#contract/quality/quality-rules.ts';
import type { Point } from '#contract/series/points.ts';
import { bucketLevels, HOUR_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import type { FoundChannel } from '../monitor/queries.ts';
import type { Hour } from './hours.ts';

/** The limits to judge by, ℃; null: none. */
export type Aims = { lowC: number | null; highC: number | null };

const TEN_MS = bucketLevels['10m'];
/** How far around an hour readings are looked at: an outlier lasts up to three buckets, plus a neighbour. */
const AROUND_MS = 4 * TEN_MS;

/** The starts of hours in which a thermometer may have outliers. */
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

type Judged = {
  sensor: FoundChannel;
  /** The other thermometers of the house. */
  others: readonly FoundChannel[];
  hours: readonly Hour[];
  doubtful: ReadonlySet<number>;
};

/**
 * The hours without ten-minute extremes that no neighbour confirms. Only hours beyond a limit are checked, because
 * others are not reported. An hour whose ten-minute buckets are deleted stays as it is.
 */
export async function judgedHours(
  store: Queries,
  { sensor, others, hours, doubtful }: Judged,
  { lowC, highC }: Aims,
): Promise<Hour[]> {
  const isBeyond = ({ min, max }: Hour) => (lowC !== null && min < lowC) || (highC !== null && max > highC);
  const judged: Hour[] = [];
  for (const hour of hours) {
    if (!doubtful.has(hour.at) || !isBeyond(hour)) {
      judged.push(hour);
      continue;
    }
    const span = { resolution: '10m', begin: hour.at - AROUND_MS, end: hour.at + HOUR_MS + AROUND_MS } as const;
    const points = await listPoints(store, { channel: sensor, ...span });
    const beside: (readonly Point[])[] = [];
    for (const channel of others) beside.push(await listPoints(store, { channel, ...span }));
    judged.push(...backedHour(hour, points, beside));
    await yieldToOthers();
  }
  return judged;
}

/** The hour from its confirmed ten-minute extremes; empty when none is confirmed. */
function backedHour(hour: Hour, points: readonly Point[], beside: readonly (readonly Point[])[]): Hour[] {
  const unbacked = unbackedExtremes('TEMPERATURE', points, beside);
  const within = points.filter(([at]) => at >= hour.at && at < hour.at + HOUR_MS);
  if (within.length === 0) return [hour];
  const lows = within.flatMap(([at, min]) => (unbacked.low.has(at) ? [] : [min]));
  const highs = within.flatMap(([at, , , max]) => (unbacked.high.has(at) ? [] : [max]));
  if (lows.length === 0 || highs.length === 0) return [];
  return [{ ...hour, min: Math.min(...lows), max: Math.max(...highs) }];
}

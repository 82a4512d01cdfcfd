import { setImmediate as turn } from 'node:timers/promises';
import { suspectedJumps, unbackedExtremes } from '#contract/quality/quality-rules.ts';
import type { Point } from '#contract/series/points.ts';
import { bucketLevels, HOUR_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import type { FoundChannel } from '../monitor/queries.ts';
import type { Hour } from './hours.ts';

/** What is aimed at, ℃; null: nothing. */
export type Aims = { lowC: number | null; highC: number | null };

const TEN_MS = bucketLevels['10m'];
/** What may belong to one trouble with an end of an hour, and the value beside it. */
const AROUND_MS = 4 * TEN_MS;

/** Hours of a thermometer near which a few values may stick out of the others, by when they begin. */
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
 * The hours as they are judged: without extremes of ten minutes that nothing beside them backs. Only hours beyond an
 * aim are looked into, for of the others nothing is said; one whose ten minutes are kept no longer stays as it is.
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
    await turn();
  }
  return judged;
}

/** The hour by those of its ten minutes that are backed; none where not one of them is. */
function backedHour(hour: Hour, points: readonly Point[], beside: readonly (readonly Point[])[]): Hour[] {
  const unbacked = unbackedExtremes('TEMPERATURE', points, beside);
  const within = points.filter(([at]) => at >= hour.at && at < hour.at + HOUR_MS);
  if (within.length === 0) return [hour];
  const lows = within.flatMap(([at, min]) => (unbacked.low.has(at) ? [] : [min]));
  const highs = within.flatMap(([at, , , max]) => (unbacked.high.has(at) ? [] : [max]));
  if (lows.length === 0 || highs.length === 0) return [];
  return [{ ...hour, min: Math.min(...lows), max: Math.max(...highs) }];
}

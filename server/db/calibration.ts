import { type Expression, sql } from 'kysely';
import { roundedTo } from './fragments.ts';
import type { Queries } from './open.ts';

/** From `since` (epoch ms) on, `correction` is added to the values of a channel; stored values stay raw. */
export type CalibrationStep = { since: number; correction: number };

/** Removes the floating-point error of the addition; no sensor resolves more decimals. */
const DIGITS = 6;

/** The calibrations of some channels of a farm, sorted by time; channels without one are left out. */
export async function calibrationsOf(
  { db }: Queries,
  farmId: number,
  channels: readonly number[],
): Promise<Map<number, CalibrationStep[]>> {
  const found = new Map<number, CalibrationStep[]>();
  if (channels.length === 0) return found;
  const rows = await db
    .selectFrom('calibration')
    .select(['channel_id as channelId', 'since', 'correction'])
    .where('farm_id', '=', farmId)
    .where('channel_id', 'in', channels)
    .orderBy('channel_id')
    .orderBy('since')
    .execute();
  for (const { channelId, since, correction } of rows) {
    const steps = found.get(channelId);
    if (steps) steps.push({ since, correction });
    else found.set(channelId, [{ since, correction }]);
  }
  return found;
}

/** The channels of a farm that have any calibration. */
export async function calibratedChannels({ db }: Queries, farmId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('calibration')
    .select('channel_id')
    .distinct()
    .where('farm_id', '=', farmId)
    .execute();
  return new Set(rows.map(({ channel_id }) => channel_id));
}

/** The calibrated value. */
export function calibrate(value: number, at: number, steps: readonly CalibrationStep[] | undefined): number {
  const step = steps?.findLast(({ since }) => since <= at);
  return step === undefined ? value : Math.round((value + step.correction) * 10 ** DIGITS) / 10 ** DIGITS;
}

/** Whether a row of `channel` has any calibration. Most have none, and their queries need not look for corrections. */
export const isCalibrated = sql<0 | 1>`case when exists (
  select 1 from calibration
  where calibration.farm_id = channel.farm_id and calibration.channel_id = channel.channel_id) then 1 else 0 end`.as(
  'isCalibrated',
);

/**
 * calibrate() in SQL, for a value in a row of the table `of`, which has farm_id and channel_id; `at` is the column with
 * its time. Corrections and buckets both begin with Seoul days, so the start of a bucket decides for all of it.
 */
export function calibratedIn(value: Expression<number>, { of, at }: { of: string; at: string }) {
  const corrected = sql<number>`${value} + coalesce((
    select correction from calibration
    where calibration.farm_id = ${sql.ref(`${of}.farm_id`)} and calibration.channel_id = ${sql.ref(`${of}.channel_id`)}
      and calibration.since <= ${sql.ref(at)}
    order by calibration.since desc limit 1), 0)`;
  return roundedTo(DIGITS, corrected);
}

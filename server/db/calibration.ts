import { type Expression, sql } from 'kysely';
import { roundedTo } from './fragments.ts';
import type { Queries } from './open.ts';

/** From `since` on `correction` is added to what a channel has measured; the stored value stays raw. */
export type CalibrationStep = { since: number; correction: number };

/** Binary dust of an addition goes; finer than this no sensor resolves. */
const DIGITS = 6;

/** The calibrations of some channels of a farm, each in order of time; channels without one are missing. */
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

/** The channels of a farm that have ever been calibrated. */
export async function calibratedChannels({ db }: Queries, farmId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('calibration')
    .select('channel_id')
    .distinct()
    .where('farm_id', '=', farmId)
    .execute();
  return new Set(rows.map(({ channel_id }) => channel_id));
}

/** The value as it is shown. */
export function calibrate(value: number, at: number, steps: readonly CalibrationStep[] | undefined): number {
  const step = steps?.findLast(({ since }) => since <= at);
  return step === undefined ? value : Math.round((value + step.correction) * 10 ** DIGITS) / 10 ** DIGITS;
}

/** Whether a row of `channel` has ever been calibrated; most have not, and are spared the search for corrections. */
export const isCalibrated = sql<0 | 1>`case when exists (
  select 1 from calibration
  where calibration.farm_id = channel.farm_id and calibration.channel_id = channel.channel_id) then 1 else 0 end`.as(
  'isCalibrated',
);

/**
 * What calibrate() gives, in SQL, for a value of a row of `of`, a table with farm_id and channel_id, whose time stands in the column
 * `at`. Corrections begin with Seoul days, and so do buckets: the beginning of a bucket decides for all of it.
 */
export function calibratedIn(value: Expression<number>, { of, at }: { of: string; at: string }) {
  const corrected = sql<number>`${value} + coalesce((
    select correction from calibration
    where calibration.farm_id = ${sql.ref(`${of}.farm_id`)} and calibration.channel_id = ${sql.ref(`${of}.channel_id`)}
      and calibration.since <= ${sql.ref(at)}
    order by calibration.since desc limit 1), 0)`;
  return roundedTo(DIGITS, corrected);
}

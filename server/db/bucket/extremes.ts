import { type Expression, type Kysely, sql } from 'kysely';
import { bucketLevels, seoulDayNumber } from '#contract/time/time.ts';
import { type CalibrationStep, calibrate, calibratedIn, calibrationsOf } from '../calibration.ts';
import { numbersIn, timeOfHighest, timeOfLowest } from '../fragments.ts';
import type { Queries } from '../open.ts';
import { type ParameterOf, preparedQuery } from '../prepared-query.ts';
import type { Database } from '../schema.ts';
import { timedTens } from '../sealed/sealed-day.ts';

export type Extreme = { value: number; at: number };
export type Extremes = { min: Extreme; max: Extreme };

type Asked = { farmId: number; channels: string; from: number; to: number };
type Sealable = Asked & { firstDay: number; lastDay: number };

/** The 10-minute buckets that begin in [from, to], by channel; `channels` is a JSON list. */
const buckets = (db: Kysely<Database>, param: ParameterOf<Asked>) =>
  db
    .selectFrom('rollup')
    .select(['channel_id as channelId', ...notSealed])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', 'in', numbersIn(param('channels')))
    .where('width', '=', bucketLevels['10m'])
    .where('start', '>=', param('from'))
    .where('start', '<=', param('to'))
    .groupBy('channel_id');

const nothing = sql<Uint8Array | null>`null`;
const notSealed = [nothing.as('ten_minutes'), nothing.as('body')] as const;

/** The sealed days that may have such buckets, with the day in place of the time. */
const sealed = (db: Kysely<Database>, param: ParameterOf<Sealable>) =>
  db
    .selectFrom('sealed_reading')
    .select(['channel_id as channelId', 'ten_minutes', 'body', sql<number>`0`.as('value'), 'day as at'])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', 'in', numbersIn(param('channels')))
    .where('day', '>=', param('firstDay'))
    .where('day', '<=', param('lastDay'))
    .where('ten_minutes', 'is not', null);

const lowest = (value: Expression<number>) =>
  preparedQuery((db, param: ParameterOf<Sealable>) =>
    buckets(db, param)
      .select([sql<number>`min(${value})`.as('value'), timeOfLowest('min_at', value).as('at')])
      .unionAll(sealed(db, param)),
  );
const highest = (value: Expression<number>) =>
  preparedQuery((db, param: ParameterOf<Sealable>) =>
    buckets(db, param)
      .select([sql<number>`max(${value})`.as('value'), timeOfHighest('max_at', value).as('at')])
      .unionAll(sealed(db, param)),
  );

const stored = { min: sql.ref<number>('min'), max: sql.ref<number>('max') };
const findLowest = lowest(stored.min);
const findHighest = highest(stored.max);

const shown = (column: 'min' | 'max') =>
  calibratedIn(sql.ref<number>(`rollup.${column}`), { of: 'rollup', at: 'rollup.start' });

// A correction from midnight on may make another bucket the lowest, so calibrated channels need other queries.
const findLowestShown = lowest(shown('min'));
const findHighestShown = highest(shown('max'));

/**
 * Lowest and highest reading of channels in the 10-minute buckets that begin in [from, to], epoch ms, with their times.
 * Channels without a bucket there are left out.
 */
export async function findExtremes(
  store: Queries,
  farmId: number,
  channels: readonly number[],
  { from, to, isAnyCalibrated }: { from: number; to: number; isAnyCalibrated: boolean },
): Promise<Map<number, Extremes>> {
  const days = { firstDay: seoulDayNumber(from), lastDay: seoulDayNumber(to) };
  const asked = { farmId, channels: JSON.stringify(channels), from, to, ...days };
  const [lowestOf, highestOf] = isAnyCalibrated ? [findLowestShown, findHighestShown] : [findLowest, findHighest];
  const lows = await lowestOf(store, asked);
  const highs = await highestOf(store, asked);
  const isSealed = [...lows, ...highs].some(({ body }) => body);
  const corrections = isSealed && isAnyCalibrated ? await calibrationsOf(store, farmId, channels) : undefined;
  const min = extremeOf('min', lows, { ...asked, corrections });
  const max = extremeOf('max', highs, { ...asked, corrections });
  return new Map(
    [...min].flatMap(([channel, low]) => {
      const high = max.get(channel);
      return high ? [[channel, { min: low, max: high }]] : [];
    }),
  );
}

type Found = { channelId: number; value: number; at: number; ten_minutes: Uint8Array | null; body: Uint8Array | null };

/** The lowest or highest value of each channel among rows and sealed days, the earliest of equal ones. */
function extremeOf(
  end: 'min' | 'max',
  found: readonly Found[],
  { farmId, from, to, corrections }: Asked & { corrections: Map<number, CalibrationStep[]> | undefined },
): Map<number, Extreme> {
  const extremes = new Map<number, Extreme>();
  const isBeyond = (one: Extreme, other: Extreme) =>
    end === 'min' ? one.value < other.value : one.value > other.value;
  const add = (channelId: number, one: Extreme) => {
    const known = extremes.get(channelId);
    if (!known || isBeyond(one, known) || (one.value === known.value && one.at < known.at))
      extremes.set(channelId, one);
  };
  for (const { channelId, value, at, ten_minutes, body } of found) {
    if (!body) {
      add(channelId, { value, at });
      continue;
    }
    const steps = corrections?.get(channelId);
    for (const bucket of timedTens({ farmId, channelId }, at, { ten_minutes, body })) {
      if (bucket.start < from || bucket.start > to) continue;
      add(channelId, { value: calibrate(bucket[end], bucket.start, steps), at: bucket[`${end}At`] });
    }
  }
  return extremes;
}

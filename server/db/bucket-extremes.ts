import { type Expression, type Kysely, sql } from 'kysely';
import { bucketLevels } from '#contract/time/time.ts';
import { calibratedIn } from './calibration.ts';
import { numbersIn, timeOfHighest, timeOfLowest } from './fragments.ts';
import type { Queries } from './open.ts';
import { type ParameterOf, preparedQuery } from './prepared-query.ts';
import type { Database } from './schema.ts';

export type Extreme = { value: number; at: number };
export type Extremes = { min: Extreme; max: Extreme };

type Asked = { farmId: number; channels: string; from: number; to: number };

/** The 10-minute buckets that begin in [from, to], by channel; `channels` is a JSON list. */
const buckets = (db: Kysely<Database>, param: ParameterOf<Asked>) =>
  db
    .selectFrom('rollup')
    .select('channel_id as channelId')
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', 'in', numbersIn(param('channels')))
    .where('width', '=', bucketLevels['10m'])
    .where('start', '>=', param('from'))
    .where('start', '<=', param('to'))
    .groupBy('channel_id');

const lowest = (value: Expression<number>) =>
  preparedQuery((db, param: ParameterOf<Asked>) =>
    buckets(db, param).select([sql<number>`min(${value})`.as('value'), timeOfLowest('min_at', value).as('at')]),
  );
const highest = (value: Expression<number>) =>
  preparedQuery((db, param: ParameterOf<Asked>) =>
    buckets(db, param).select([sql<number>`max(${value})`.as('value'), timeOfHighest('max_at', value).as('at')]),
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
  const asked = { farmId, channels: JSON.stringify(channels), from, to };
  const [lowestOf, highestOf] = isAnyCalibrated ? [findLowestShown, findHighestShown] : [findLowest, findHighest];
  const highest = new Map((await highestOf(store, asked)).map((row) => [row.channelId, row]));
  const found = new Map<number, Extremes>();
  for (const { channelId, value, at } of await lowestOf(store, asked)) {
    const max = highest.get(channelId);
    if (max) found.set(channelId, { min: { value, at }, max: { value: max.value, at: max.at } });
  }
  return found;
}

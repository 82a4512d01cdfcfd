import { expressionBuilder } from 'kysely';
import type { StatisticType } from '#contract/monitor/statistics.ts';
import { statisticTypes } from '#contract/monitor/statistics.ts';
import { bucketLevels } from '#contract/time/time.ts';
import { calibratedIn } from '../db/calibration.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';

/** A stretch of whole Seoul days, epoch ms, half open. */
export type Span = { begin: number; end: number };

type PartExtremes = { farmId: number; type: StatisticType; part: number; min: number; max: number };

/** 0, 1, 2 for the span a bucket begins in. */
export const partOf = (spans: readonly Span[]) =>
  expressionBuilder<Database, 'rollup'>()
    .case()
    .when('rollup.start', '<', spans[0]?.end ?? 0)
    .then(0)
    .when('rollup.start', '<', spans[1]?.end ?? 0)
    .then(1)
    .else(2)
    .end();

/** Highest and lowest of all sensors of a type of some farms, for each of three neighbouring spans, from daily buckets. */
export async function extremesOf(
  { db }: Queries,
  farmIds: readonly number[],
  spans: readonly Span[],
): Promise<PartExtremes[]> {
  const rows = await db
    .selectFrom('channel')
    // A cross join, because SQLite then looks the channels up first and reads only their part of the buckets.
    .crossJoin('rollup')
    .select(['channel.farm_id as farmId', 'channel.type', partOf(spans).as('part')])
    .select((eb) => {
      const shown = (column: 'rollup.min' | 'rollup.max') =>
        calibratedIn(eb.ref(column), { of: 'rollup', at: 'rollup.start' });
      return [
        eb.fn<number>('min', [shown('rollup.min')]).as('min'),
        eb.fn<number>('max', [shown('rollup.max')]).as('max'),
      ];
    })
    .whereRef('rollup.farm_id', '=', 'channel.farm_id')
    .whereRef('rollup.channel_id', '=', 'channel.channel_id')
    .where('channel.farm_id', 'in', farmIds)
    .where('channel.type', 'in', [...statisticTypes])
    .where('channel.deleted_at', 'is', null)
    .where('rollup.width', '=', bucketLevels['1d'])
    .where('rollup.start', '>=', spans[0]?.begin ?? 0)
    .where('rollup.start', '<', spans.at(-1)?.end ?? 0)
    .groupBy(['channel.farm_id', 'channel.type', 'part'])
    .execute();
  return rows.flatMap(({ type, ...row }) => {
    const known = statisticTypes.find((name) => name === type);
    return known ? [{ ...row, type: known }] : [];
  });
}

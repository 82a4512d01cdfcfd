import { expressionBuilder } from 'kysely';
import type { StatisticType } from '#contract/monitor/statistics.ts';
import { statisticTypes } from '#contract/monitor/statistics.ts';
import { bucketLevels } from '#contract/time/time.ts';
import { calibratedIn } from '../db/calibration.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';

/** A span of whole Seoul days, epoch ms, without its end. */
export type Span = { begin: number; end: number };

/** The lowest and highest value of a type on a farm in a third of a month, 0 to 2. */
export type PartExtremes = { farmId: number; type: StatisticType; part: number; min: number; max: number };

/** The index, 0 to 2, of the span in which a bucket or period begins. */
export const partOf = (spans: readonly Span[], start: 'rollup.start' | 'period.start') =>
  expressionBuilder<Database, 'rollup' | 'period'>()
    .case()
    .when(start, '<', spans[0]?.end ?? 0)
    .then(0)
    .when(start, '<', spans[1]?.end ?? 0)
    .then(1)
    .else(2)
    .end();

/** Extremes of all sensors of a type per farm, for each of three adjacent spans, from daily buckets. */
export async function extremesOf(
  { db }: Queries,
  farmIds: readonly number[],
  spans: readonly Span[],
): Promise<PartExtremes[]> {
  const rows = await db
    .selectFrom('channel')
    // A cross join makes SQLite look up the channels first and read only their part of the buckets.
    .crossJoin('rollup')
    .select(['channel.farm_id as farmId', 'channel.type', partOf(spans, 'rollup.start').as('part')])
    .select((eb) => [
      eb.fn<number>('min', [shownEnd('min')]).as('min'),
      eb.fn<number>('max', [shownEnd('max')]).as('max'),
    ])
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
  return known(rows);
}

/** The same from computed periods. */
export async function extremesOfPeriods(
  { db }: Queries,
  farmIds: readonly number[],
  spans: readonly Span[],
): Promise<PartExtremes[]> {
  const rows = await db
    .selectFrom('channel')
    .crossJoin('period')
    .select(['channel.farm_id as farmId', 'channel.type', partOf(spans, 'period.start').as('part')])
    .select((eb) => [eb.fn.min<number>('period.min').as('min'), eb.fn.max<number>('period.max').as('max')])
    .whereRef('period.farm_id', '=', 'channel.farm_id')
    .whereRef('period.channel_id', '=', 'channel.channel_id')
    .where('channel.farm_id', 'in', farmIds)
    .where('channel.type', 'in', [...statisticTypes])
    .where('channel.deleted_at', 'is', null)
    .where('period.start', 'in', [...spans.map(({ begin }) => begin)])
    .where('period.min', 'is not', null)
    .groupBy(['channel.farm_id', 'channel.type', 'part'])
    .execute();
  return known(rows);
}

/** Minimum or maximum of a row of `rollup`, calibrated. */
export const shownEnd = (end: 'min' | 'max') =>
  calibratedIn(expressionBuilder<Database, 'rollup'>().ref(`rollup.${end}`), { of: 'rollup', at: 'rollup.start' });

function known<Row extends { type: string }>(rows: readonly Row[]): (Omit<Row, 'type'> & { type: StatisticType })[] {
  return rows.flatMap(({ type, ...row }) => {
    const found = statisticTypes.find((name) => name === type);
    return found ? [{ ...row, type: found }] : [];
  });
}

import { bucketLevels, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { calibratedIn } from '../db/calibration.ts';
import { atLeastZero, exactMean } from '../db/fragments.ts';
import type { Queries } from '../db/open.ts';
import { partOf, type Span } from './extremes.ts';

/** The water that a farm's meters measured in a third of a month, 0 to 2. */
export type PartFlow = { farmId: number; part: number; litres: number; coveredHours: number };

const STEP_MS = bucketLevels['10m'];

/** The mean of a row of `rollup`, calibrated. */
export const meanFlow = calibratedIn(exactMean, { of: 'rollup', at: 'rollup.start' });

/**
 * The water that the flow meters of some farms measured in three adjacent spans: mean flow of each ten-minute bucket
 * times its duration. A time without readings adds nothing, because its flow is unknown.
 */
export async function irrigationOf(
  { db }: Queries,
  farmIds: readonly number[],
  spans: readonly Span[],
): Promise<PartFlow[]> {
  const rows = await db
    .selectFrom('channel')
    // A cross join makes SQLite look up the channels first and read only their part of the buckets.
    .crossJoin('rollup')
    .select([
      'channel.farm_id as farmId',
      'channel.interval_ms as intervalMs',
      partOf(spans, 'rollup.start').as('part'),
    ])
    .select((eb) => [eb.fn.countAll<number>().as('buckets'), eb.fn.sum<number>(atLeastZero(meanFlow)).as('flow')])
    .whereRef('rollup.farm_id', '=', 'channel.farm_id')
    .whereRef('rollup.channel_id', '=', 'channel.channel_id')
    .where('channel.farm_id', 'in', farmIds)
    .where('channel.type', '=', 'FLOW_RATE')
    .where('channel.deleted_at', 'is', null)
    .where('rollup.width', '=', STEP_MS)
    .where('rollup.start', '>=', spans[0]?.begin ?? 0)
    .where('rollup.start', '<', spans.at(-1)?.end ?? 0)
    .groupBy(['channel.farm_id', 'channel.channel_id', 'part'])
    .execute();
  return inFarms(rows);
}

/** The same from computed periods. */
export async function irrigationOfPeriods(
  { db }: Queries,
  farmIds: readonly number[],
  spans: readonly Span[],
): Promise<PartFlow[]> {
  const rows = await db
    .selectFrom('channel')
    .crossJoin('period')
    .select(['channel.farm_id as farmId', 'channel.interval_ms as intervalMs'])
    .select(['period.buckets', 'period.flow', partOf(spans, 'period.start').as('part')])
    .whereRef('period.farm_id', '=', 'channel.farm_id')
    .whereRef('period.channel_id', '=', 'channel.channel_id')
    .where('channel.farm_id', 'in', farmIds)
    .where('channel.type', '=', 'FLOW_RATE')
    .where('channel.deleted_at', 'is', null)
    .where('period.start', 'in', [...spans.map(({ begin }) => begin)])
    .where('period.flow', 'is not', null)
    .$narrowType<{ flow: number }>()
    .execute();
  return inFarms(rows);
}

/** Sums the meters of each farm. */
function inFarms(
  rows: readonly { farmId: number; part: number; intervalMs: number; buckets: number; flow: number }[],
): PartFlow[] {
  const found = new Map<string, PartFlow>();
  for (const { farmId, part, intervalMs, buckets, flow } of rows) {
    // A bucket of a meter with a longer interval stands for that whole interval.
    const heldMs = Math.max(STEP_MS, intervalMs);
    const key = `${farmId} ${part}`;
    const sum = found.get(key) ?? { farmId, part, litres: 0, coveredHours: 0 };
    sum.litres += (flow * heldMs) / MINUTE_MS;
    sum.coveredHours = Math.max(sum.coveredHours, (buckets * heldMs) / HOUR_MS);
    found.set(key, sum);
  }
  return [...found.values()];
}

import { bucketLevels, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { bucketsOf, meanOf } from '../db/bucket/buckets.ts';
import { calibrate, calibrationsOf } from '../db/calibration.ts';
import type { Queries } from '../db/open.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { partOf, type Span } from './extremes.ts';

/** The water that a farm's meters measured in a third of a month, 0 to 2. */
export type PartFlow = { farmId: number; part: number; litres: number; coveredHours: number };

const STEP_MS = bucketLevels['10m'];

/**
 * The flow of a meter in a span: how many ten-minute buckets it has, and the sum of their means, calibrated. A time
 * without readings adds nothing, because its flow is unknown.
 */
export async function flowOf(
  store: Queries,
  { farmId, index }: { farmId: number; index: number },
  { begin, end }: Span,
): Promise<{ buckets: number; flow: number }> {
  const corrections = (await calibrationsOf(store, farmId, [index])).get(index);
  const buckets = await bucketsOf(store, { farmId, index, level: '10m' }, { from: begin, to: end });
  const flow = buckets.reduce(
    (sum, bucket) => sum + Math.max(0, calibrate(meanOf(bucket), bucket.start, corrections)),
    0,
  );
  return { buckets: buckets.length, flow };
}

/** The water that the flow meters of some farms measured in three adjacent spans: mean flow times duration. */
export async function irrigationOf(
  store: Queries,
  farmIds: readonly number[],
  spans: readonly Span[],
): Promise<PartFlow[]> {
  const meters = await store.db
    .selectFrom('channel')
    .select(['farm_id as farmId', 'channel_id as index', 'interval_ms as intervalMs'])
    .where('farm_id', 'in', farmIds)
    .where('type', '=', 'FLOW_RATE')
    .where('deleted_at', 'is', null)
    .execute();
  const rows: MeterFlow[] = [];
  for (const meter of meters) {
    for (const [part, span] of spans.entries()) {
      const found = await flowOf(store, meter, span);
      if (found.buckets > 0) rows.push({ ...meter, part, ...found });
      // SQLite runs on this thread, so other requests run only between two queries.
      await yieldToOthers();
    }
  }
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

type MeterFlow = { farmId: number; part: number; intervalMs: number; buckets: number; flow: number };

/** Sums the meters of each farm. */
function inFarms(rows: readonly MeterFlow[]): PartFlow[] {
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

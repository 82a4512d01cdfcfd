import { CompiledQuery } from 'kysely';
import { mergeGains } from '../bucket/gains.ts';
import type { ArrivedReading, BucketGain, GatedReading, ReadingWriter } from '../reading-writer.ts';
import type { Trx } from '../transaction.ts';
import { ofReadings } from './versions.ts';

/**
 * The statements of the ingest path on PostgreSQL: one per table for any number of rows, with each column as one array.
 * Arrays are written here as text, because numbers need no quoting and the client would check each of them.
 */
const list = (values: readonly number[]) => `{${values.join(',')}}`;

const columns = (readings: readonly GatedReading[]) => [
  list(readings.map(({ farmId }) => farmId)),
  list(readings.map(({ channelId }) => channelId)),
  list(readings.map(({ at }) => at)),
  list(readings.map(({ value }) => value)),
  list(readings.map(({ flag }) => flag)),
];

const READINGS = 'unnest($1::int[], $2::int[], $3::bigint[], $4::float8[], $5::int[])';

// Returns rows only when some existed already; the row without a channel gives the number of new ones.
const INSERT = ofReadings(`
  with stored as (insert into reading (farm_id, channel_id, at, value, flag) select * from ${READINGS}
    on conflict do nothing returning channel_id, at)
  select null as channel_id, count(*) as at from stored
  union all select channel_id, at from stored where (select count(*) from stored) < $6`);

// Of equal extremes the earlier one wins, so that the result does not depend on the order of arrival.
const GAIN = ofReadings(`
  insert into rollup (farm_id, channel_id, width, start, count, sum_micro, min, min_at, max, max_at)
  select * from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::int[], $6::bigint[],
    $7::float8[], $8::bigint[], $9::float8[], $10::bigint[])
  on conflict (farm_id, channel_id, width, start) do update set
    count = rollup.count + excluded.count,
    sum_micro = rollup.sum_micro + excluded.sum_micro,
    min_at = case when excluded.min < rollup.min or (excluded.min = rollup.min and excluded.min_at < rollup.min_at)
      then excluded.min_at else rollup.min_at end,
    min = least(rollup.min, excluded.min),
    max_at = case when excluded.max > rollup.max or (excluded.max = rollup.max and excluded.max_at < rollup.max_at)
      then excluded.max_at else rollup.max_at end,
    max = greatest(rollup.max, excluded.max)`);

const NEWEST = ofReadings(`
  insert into latest (farm_id, channel_id, at, value, flag) select * from ${READINGS}
  on conflict (farm_id, channel_id) do update set at = excluded.at, value = excluded.value, flag = excluded.flag
  where excluded.at > latest.at returning channel_id`);

const HEARD = ofReadings(`
  update device set last_seen_at = $3 from unnest($1::bigint[], $2::bigint[]) as heard(farm_id, device_id)
  where device.farm_id = heard.farm_id and device.device_id = heard.device_id`);

export const readingWriter: ReadingWriter = {
  async insert(trx, batches) {
    let waiting: readonly ArrivedReading[] = batches.flat();
    const fresh = new Set<GatedReading>();
    while (waiting.length > 0) {
      const stored = await insertOnce(trx, waiting);
      for (const reading of stored) fresh.add(reading);
      waiting = waiting.filter((reading) => reading.isDatedHere && !stored.has(reading));
      for (const reading of waiting) reading.at += 1;
    }
    return batches.map((batch) => batch.filter((reading) => fresh.has(reading)));
  },

  async gain(trx, buckets) {
    if (buckets.length === 0) return;
    // One upsert must not update the same row twice.
    const gains = mergeGains(buckets);
    const column = (of: (gain: BucketGain) => number) => list(gains.map(of));
    const keys = [column((b) => b.farmId), column((b) => b.channelId), column((b) => b.width), column((b) => b.start)];
    const sums = [column((b) => b.count), column((b) => b.sumMicro)];
    const extremes = [column((b) => b.min), column((b) => b.minAt), column((b) => b.max), column((b) => b.maxAt)];
    await trx.executeQuery(CompiledQuery.raw(GAIN, [...keys, ...sums, ...extremes]));
  },

  async newest(trx, readings) {
    if (readings.length === 0) return [];
    const { rows } = await trx.executeQuery<{ channel_id: number }>(CompiledQuery.raw(NEWEST, columns(readings)));
    const newest = new Set(rows.map(({ channel_id }) => channel_id));
    return readings.filter(({ channelId }) => newest.has(channelId));
  },

  async heard(trx, devices, at) {
    const [farms, ids] = [devices.map(({ farmId }) => farmId), devices.map(({ deviceId }) => deviceId)];
    await trx.executeQuery(CompiledQuery.raw(HEARD, [list(farms), list(ids), at]));
  },
};

/** Returns the readings that did not exist. Of several for one instant only the first is stored. */
async function insertOnce(trx: Trx, readings: readonly ArrivedReading[]): Promise<ReadonlySet<GatedReading>> {
  const values = [...columns(readings), readings.length];
  type Row = { channel_id: number | null; at: number };
  const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(INSERT, values));
  if (rows.some(({ channel_id, at }) => channel_id === null && at === readings.length)) return new Set(readings);
  const keys = new Set(rows.map(({ channel_id, at }) => `${channel_id} ${at}`));
  return new Set(readings.filter(({ channelId, at }) => keys.delete(`${channelId} ${at}`)));
}

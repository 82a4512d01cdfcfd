import type SQLite from 'better-sqlite3';
import type { BucketGain, GatedReading, ReadingWriter } from '../reading-writer.ts';

/**
 * The statements of the ingest path on SQLite, prepared once: compiling one per reading would take longer than storing
 * it. With one connection they always run inside the open transaction.
 */
export function prepareReadingWriter(sqlite: SQLite.Database): ReadingWriter {
  const insert = sqlite.prepare(
    'insert into reading (farm_id, channel_id, at, value, flag) values (?, ?, ?, ?, ?) on conflict do nothing',
  );
  // Of equal extremes the earlier one wins, so that the result does not depend on the order of arrival.
  const gain = sqlite.prepare(`
    insert into rollup (farm_id, channel_id, width, start, count, sum_micro, min, min_at, max, max_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (farm_id, channel_id, width, start) do update set
      count = count + excluded.count,
      sum_micro = sum_micro + excluded.sum_micro,
      min_at = case when excluded.min < min or (excluded.min = min and excluded.min_at < min_at)
        then excluded.min_at else min_at end,
      min = min(min, excluded.min),
      max_at = case when excluded.max > max or (excluded.max = max and excluded.max_at < max_at)
        then excluded.max_at else max_at end,
      max = max(max, excluded.max)`);
  const newest = sqlite.prepare(`
    insert into latest (farm_id, channel_id, at, value, flag) values (?, ?, ?, ?, ?)
    on conflict (farm_id, channel_id) do update set at = excluded.at, value = excluded.value, flag = excluded.flag
    where excluded.at > at`);
  const heard = sqlite.prepare('update device set last_seen_at = ? where farm_id = ? and device_id = ?');
  const isInserted = (r: GatedReading) => insert.run(r.farmId, r.channelId, r.at, r.value, r.flag).changes > 0;
  const gained = (b: BucketGain) =>
    gain.run(b.farmId, b.channelId, b.width, b.start, b.count, b.sumMicro, b.min, b.minAt, b.max, b.maxAt);
  return {
    insert: (_, batches) =>
      batches.map((batch) =>
        batch.filter((reading) => {
          let isNew = isInserted(reading);
          while (!isNew && reading.isDatedHere) {
            reading.at += 1;
            isNew = isInserted(reading);
          }
          return isNew;
        }),
      ),
    gain(_, buckets) {
      for (const bucket of buckets) gained(bucket);
    },
    newest: (_, readings) =>
      readings.filter((r) => newest.run(r.farmId, r.channelId, r.at, r.value, r.flag).changes > 0),
    heard(_, devices, at) {
      for (const { farmId, deviceId } of devices) heard.run(at, farmId, deviceId);
    },
  };
}

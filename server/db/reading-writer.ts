import type SQLite from 'better-sqlite3';

/** Bits of a reading's flag: what the gate found, and what somebody decided. Without either it is good. */
export const IMPLAUSIBLE = 1;
export const EXCLUDED = 2;

/** A reading that has passed the gate. */
export type GatedReading = { farmId: number; channelId: number; at: number; value: number; flag: 0 | 1 | 2 | 3 };

/** Whether somebody has decided that this channel's readings of that time count for nothing. */
export type IsExcluded = (channelId: number, at: number) => boolean;

/** What one bucket gains from new good readings. */
export type BucketGain = {
  farmId: number;
  channelId: number;
  width: number;
  start: number;
  count: number;
  sumMicro: number;
  min: number;
  minAt: number;
  max: number;
  maxAt: number;
};

/**
 * The statements of the ingest path, prepared once: compiling a query per reading would cost more than
 * storing it. They run inside the transaction that is open on the connection.
 */
export type ReadingWriter = {
  /** True when the reading was not there before. */
  insert(reading: GatedReading): boolean;
  gain(bucket: BucketGain): void;
  /** Keeps the newer of the known and the given reading of a channel; true when the given one is. */
  newest(reading: GatedReading): boolean;
  /** Notes when a device was heard of last, epoch ms. */
  heard(device: { farmId: number; deviceId: number }, at: number): void;
};

export function prepareReadingWriter(sqlite: SQLite.Database): ReadingWriter {
  const insert = sqlite.prepare(
    'insert into reading (farm_id, channel_id, at, value, flag) values (?, ?, ?, ?, ?) on conflict do nothing',
  );
  // Ties of equal extremes go to the earlier time, so that the order of arrival leaves no trace.
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
  return {
    insert: (r) => insert.run(r.farmId, r.channelId, r.at, r.value, r.flag).changes > 0,
    gain: (b) => {
      gain.run(b.farmId, b.channelId, b.width, b.start, b.count, b.sumMicro, b.min, b.minAt, b.max, b.maxAt);
    },
    heard: ({ farmId, deviceId }, at) => {
      heard.run(at, farmId, deviceId);
    },
    newest: (r) => newest.run(r.farmId, r.channelId, r.at, r.value, r.flag).changes > 0,
  };
}

import { bucketLevels, bucketStart } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';
import type { BucketGain, GatedReading } from '../db/reading-writer.ts';
import type { Trx } from '../db/transaction.ts';

/** Sums are integer millionths: exact for every plausible value, whatever the order of arrival. */
const MICRO = 1_000_000;

const widths = Object.values(bucketLevels);

/**
 * Updates buckets, tiles and newest values for readings that were just inserted in this transaction. Returns the
 * readings that became the newest of their channel.
 */
export async function followReadings(
  trx: Trx,
  { readings, tileChanges }: Pick<Store, 'readings' | 'tileChanges'>,
  fresh: readonly GatedReading[],
): Promise<GatedReading[]> {
  await readings.gain(trx, collectGains(fresh));
  await tileChanges.noteReadings(trx, fresh);
  return readings.newest(trx, newestPerChannel(fresh));
}

function newestPerChannel(readings: readonly GatedReading[]): GatedReading[] {
  const newest = new Map<number, GatedReading>();
  for (const reading of readings) {
    const known = newest.get(reading.channelId);
    if (!known || reading.at > known.at) newest.set(reading.channelId, reading);
  }
  return [...newest.values()];
}

/**
 * What the buckets of all levels gain from new, good readings. A batch is roughly sorted by time, so one open bucket
 * per channel and level is enough; a bucket that comes up again simply gets a second gain.
 */
export function collectGains(readings: readonly GatedReading[]): BucketGain[] {
  const gains: BucketGain[] = [];
  const open = new Map<number, BucketGain[]>();
  for (const reading of readings) {
    if (reading.flag !== 0) continue;
    let current = open.get(reading.channelId);
    if (!current) {
      current = [];
      open.set(reading.channelId, current);
    }
    for (let level = 0; level < widths.length; level += 1) {
      const width = widths[level] ?? 0;
      const start = bucketStart(reading.at, width);
      const bucket = current[level];
      if (bucket?.start === start) merge(bucket, reading);
      else {
        const fresh = bucketOf(reading, width, start);
        current[level] = fresh;
        gains.push(fresh);
      }
    }
  }
  return gains;
}

function bucketOf({ farmId, channelId, at, value }: GatedReading, width: number, start: number): BucketGain {
  const sumMicro = Math.round(value * MICRO);
  return { farmId, channelId, width, start, count: 1, sumMicro, min: value, minAt: at, max: value, maxAt: at };
}

function merge(bucket: BucketGain, { at, value }: GatedReading): void {
  bucket.count += 1;
  bucket.sumMicro += Math.round(value * MICRO);
  if (value < bucket.min || (value === bucket.min && at < bucket.minAt)) {
    bucket.min = value;
    bucket.minAt = at;
  }
  if (value > bucket.max || (value === bucket.max && at < bucket.maxAt)) {
    bucket.max = value;
    bucket.maxAt = at;
  }
}

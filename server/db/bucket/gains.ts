import { bucketLevels, bucketStart } from '#contract/time/time.ts';
import type { BucketGain, GatedReading } from '../reading-writer.ts';

/** Sums are integer millionths: exact for every plausible value, whatever the order of arrival. */
const MICRO = 1_000_000;

const allWidths = Object.values(bucketLevels);

/**
 * What the buckets of all levels, or of the widths given, gain from new, good readings. A batch is roughly sorted by
 * time, so one open bucket per channel and level is enough; a bucket that comes up again simply gets a second gain.
 */
export function collectGains(readings: readonly GatedReading[], widths: readonly number[] = allWidths): BucketGain[] {
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

/** Merges the gains of the same bucket, each of which stays where the first of them is. */
export function mergeGains(buckets: readonly BucketGain[]): BucketGain[] {
  const gains = new Map<string, BucketGain>();
  for (const bucket of buckets) {
    const key = `${bucket.channelId} ${bucket.width} ${bucket.start}`;
    const known = gains.get(key);
    gains.set(key, known ? together(known, bucket) : bucket);
  }
  return [...gains.values()];
}

function together(one: BucketGain, other: BucketGain): BucketGain {
  const lower = other.min < one.min || (other.min === one.min && other.minAt < one.minAt) ? other : one;
  const higher = other.max > one.max || (other.max === one.max && other.maxAt < one.maxAt) ? other : one;
  return {
    ...one,
    count: one.count + other.count,
    sumMicro: one.sumMicro + other.sumMicro,
    min: lower.min,
    minAt: lower.minAt,
    max: higher.max,
    maxAt: higher.maxAt,
  };
}

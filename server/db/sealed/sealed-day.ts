import { bucketLevels, DAY_MS, SEOUL_OFFSET_MS } from '#contract/time/time.ts';
import { collectGains } from '../bucket/gains.ts';
import type { BucketGain, GatedReading } from '../reading-writer.ts';
import { decodeBuckets, decodeColumns, decodeTimedBuckets, encodeBuckets, type TimedBucket } from './bucket-codec.ts';
import { type DayReadings, decodeReadings, encodeReadings } from './day-codec.ts';

export type Channel = { farmId: number; channelId: number };
export type Reading = { at: number; value: number; flag: number };

/** What is known of a channel on a Seoul day: its readings, and its buckets of 10 minutes and of an hour, by time. */
export type Day = { readings: readonly Reading[]; buckets: readonly BucketGain[] };

/** The bodies of a sealed day, as they stand in `sealed_reading`; `body` has the readings and is empty without any. */
type Bodies = { body: Uint8Array; ten_minutes: Uint8Array | null; hours: Uint8Array | null };

/** The levels whose buckets are sealed with the readings of their day. A daily bucket is a row for ever. */
export const sealedLevels = ['10m', '1h'] as const;
export type SealedLevel = (typeof sealedLevels)[number];

/** The column of `sealed_reading` with the buckets of a level. */
export const columnOf = { '10m': 'ten_minutes', '1h': 'hours' } as const;

/** The first instant of a Seoul day that is counted from 1970-01-01. */
export const startOfDay = (day: number): number => day * DAY_MS - SEOUL_OFFSET_MS;

const gridOf = (day: number, level: SealedLevel) => ({ begin: startOfDay(day), width: bucketLevels[level] });

/**
 * Readings of a day take more bytes than this when they come at irregular instants. They fill the pages of the database
 * then, so that its 10-minute buckets are written tightly.
 */
const MANY_BYTES = 2_000;

/**
 * Encodes a day. The times of 10-minute extremes are left out where the readings tell them: with readings that come
 * irregularly they would take more room than the rest of the buckets.
 */
export function encodeDay(channel: Channel, day: number, { readings, buckets }: Day): Bodies {
  const of = (level: SealedLevel) => buckets.filter(({ width }) => width === bucketLevels[level]);
  const [tens, hours] = [of('10m'), of('1h')];
  const areTold = areSame(tens, bucketsOf(channel, readings, '10m'), bucketFields);
  const encoded = (
    level: SealedLevel,
    found: readonly BucketGain[],
    manner: { withTimes: boolean; isTight: boolean },
  ) => (found.length === 0 ? null : encodeBuckets(found, gridOf(day, level), manner));
  const body = readings.length === 0 ? new Uint8Array(0) : encodeReadings(columnsOf(readings));
  return {
    body,
    ten_minutes: encoded('10m', tens, { withTimes: !areTold, isTight: body.length > MANY_BYTES }),
    hours: encoded('1h', hours, { withTimes: true, isTight: false }),
  };
}

/** Decodes a day; encodeDay() of it gives the same bodies. */
export function decodeDay(channel: Channel, day: number, bodies: Bodies): Day {
  const { farmId, channelId } = channel;
  const of = (level: SealedLevel, buckets: readonly TimedBucket[]) =>
    buckets.map((bucket): BucketGain => ({ farmId, channelId, width: bucketLevels[level], ...bucket }));
  const readings = listReadings(bodies.body);
  return {
    readings,
    buckets: [
      ...of('10m', timedTens(channel, day, bodies, readings)),
      ...of('1h', bodies.hours ? hoursIn(day, bodies.hours) : []),
    ],
  };
}

/** The buckets of a level on a sealed day, without the times of their extremes. */
export const plainBuckets = (day: number, level: SealedLevel, body: Uint8Array) =>
  decodeBuckets(body, gridOf(day, level));

/** The same in lists, which is quicker. */
export const bucketColumns = (day: number, level: SealedLevel, body: Uint8Array) =>
  decodeColumns(body, gridOf(day, level));

/** The hours of a sealed day with the times of their extremes, which their body always has. */
export const hoursIn = (day: number, body: Uint8Array): TimedBucket[] =>
  decodeTimedBuckets(body, gridOf(day, '1h')) ?? [];

/** The 10-minute buckets of a sealed day with those times, which its readings tell where the body has none. */
export function timedTens(
  channel: Channel,
  day: number,
  { ten_minutes, body }: Pick<Bodies, 'ten_minutes' | 'body'>,
  /** Where they are decoded already. */
  readings?: readonly Reading[],
): TimedBucket[] {
  if (!ten_minutes) return [];
  return (
    decodeTimedBuckets(ten_minutes, gridOf(day, '10m')) ?? bucketsOf(channel, readings ?? listReadings(body), '10m')
  );
}

/** The buckets of good readings. Adding 0 removes negative zero, which rows do not store either. */
function bucketsOf({ farmId, channelId }: Channel, readings: readonly Reading[], level: SealedLevel): TimedBucket[] {
  const good: GatedReading[] = [];
  for (const { at, value, flag } of readings) if (flag === 0) good.push({ farmId, channelId, at, value, flag });
  return collectGains(good, [bucketLevels[level]]).map(({ start, count, sumMicro, min, minAt, max, maxAt }) => ({
    start,
    count,
    sumMicro: sumMicro + 0,
    min: min + 0,
    minAt,
    max: max + 0,
    maxAt,
  }));
}

function listReadings(body: Uint8Array): Reading[] {
  if (body.length === 0) return [];
  const { at, value, flag } = decodeReadings(body);
  return at.map((instant, index) => ({ at: instant, value: value[index] ?? 0, flag: flag[index] ?? 0 }));
}

const columnsOf = (readings: readonly Reading[]): DayReadings => ({
  at: readings.map(({ at }) => at),
  value: readings.map(({ value }) => value),
  flag: readings.map(({ flag }) => flag),
});

const readingFields = ['at', 'value', 'flag'] as const;
const bucketFields = ['start', 'count', 'sumMicro', 'min', 'minAt', 'max', 'maxAt'] as const;

/** Whether two days are the same to the bit. */
export const isSameDay = (one: Day, other: Day): boolean =>
  areSame(one.readings, other.readings, readingFields) &&
  areSame(one.buckets, other.buckets, [...bucketFields, 'width']);

const areSame = <Field extends string>(
  some: readonly Record<Field, number>[],
  others: readonly Record<Field, number>[],
  fields: readonly Field[],
): boolean =>
  some.length === others.length &&
  some.every((one, index) => fields.every((field) => Object.is(one[field], others[index]?.[field])));

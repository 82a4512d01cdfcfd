import type { MaybePromise } from './maybe-promise.ts';
import type { Trx } from './transaction.ts';

/** Bits of a reading's flag: set by the gate, and by an exclusion. A reading without either is good. */
export const IMPLAUSIBLE = 1;
export const EXCLUDED = 2;

/** A reading that has passed the gate. */
export type GatedReading = { farmId: number; channelId: number; at: number; value: number; flag: 0 | 1 | 2 | 3 };

/**
 * A reading to be stored. A time set by the gate may be moved by ms, so that two of one millisecond are both stored.
 */
export type ArrivedReading = GatedReading & { isDatedHere?: boolean };

/** Whether an exclusion covers a channel at a time. */
export type IsExcluded = (reading: Pick<GatedReading, 'farmId' | 'channelId' | 'at'>) => boolean;
/** Finds the exclusions of these farms, as the open transaction sees them. */
export type FindExcluded = (within: { db: Trx }, farms: readonly number[]) => Promise<IsExcluded>;

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

/** The writes of the ingest path. They bypass the query builder for speed and run in the given transaction. */
export type ReadingWriter = {
  /** Stores readings; returns the new ones of each batch, in their order. */
  insert(trx: Trx, batches: readonly (readonly ArrivedReading[])[]): MaybePromise<GatedReading[][]>;
  /** Adds gains to buckets; a bucket may be named several times. */
  gain(trx: Trx, buckets: readonly BucketGain[]): MaybePromise<void>;
  /** Updates the newest reading of channels where the given one is newer; returns those. Each channel only once. */
  newest(trx: Trx, readings: readonly GatedReading[]): MaybePromise<GatedReading[]>;
  /** Records when devices were last heard, epoch ms. */
  heard(trx: Trx, devices: readonly { farmId: number; deviceId: number }[], at: number): MaybePromise<void>;
};

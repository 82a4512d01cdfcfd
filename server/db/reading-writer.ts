import type { MaybePromise } from './maybe-promise.ts';
import type { Trx } from './transaction.ts';

/** Bits of a reading's flag: what the gate found, and what somebody decided. Without either it is good. */
export const IMPLAUSIBLE = 1;
export const EXCLUDED = 2;

/** A reading that has passed the gate. */
export type GatedReading = { farmId: number; channelId: number; at: number; value: number; flag: 0 | 1 | 2 | 3 };

/** A reading to be stored. One whose time the gate itself has set may be moved on: two of one millisecond are two. */
export type ArrivedReading = GatedReading & { isDatedHere?: boolean };

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

/** The writes of the ingest path, which are too hot for the query builder; each in the transaction that is given. */
export type ReadingWriter = {
  /** Stores readings; gives of each batch those that were not there before, in their order. */
  insert(trx: Trx, batches: readonly (readonly ArrivedReading[])[]): MaybePromise<GatedReading[][]>;
  /** Adds to buckets; one that is named twice gains twice. */
  gain(trx: Trx, buckets: readonly BucketGain[]): MaybePromise<void>;
  /** Keeps the newer of the known and the given reading of each channel; gives those that are. Each channel once. */
  newest(trx: Trx, readings: readonly GatedReading[]): MaybePromise<GatedReading[]>;
  /** Notes when devices were heard of last, epoch ms. */
  heard(trx: Trx, devices: readonly { farmId: number; deviceId: number }[], at: number): MaybePromise<void>;
};

import type { MaybePromise } from './maybe-promise.ts';
import type { Trx } from './transaction.ts';

/** Stands for every day of a channel. */
export const ALL_DAYS = -1;

type Channel = { farmId: number; channelId: number };

/**
 * Notes which readings changed, under the farm's next cursor: whoever keeps tiles asks for what changed after the
 * cursor they know. The only writer of the cursor, in the transaction that is given, so that the cursor moves on when,
 * and only when, the readings change.
 */
export type TileChanges = {
  /** The days of these readings. */
  noteReadings(trx: Trx, readings: readonly (Channel & { at: number })[]): MaybePromise<void>;
  /** Some Seoul days of a channel, counted from 1970-01-01, or ALL_DAYS. */
  noteDays(trx: Trx, channel: Channel, days: readonly number[]): MaybePromise<void>;
};

import type { MaybePromise } from './maybe-promise.ts';
import type { Trx } from './transaction.ts';

/** Stands for all days of a channel. */
export const ALL_DAYS = -1;

type Channel = { farmId: number; channelId: number };

/**
 * Records which readings changed, under the farm's next cursor; clients with tiles ask for changes after their cursor.
 * Nothing else writes the cursor. It runs in the given transaction, so the cursor moves exactly when the readings
 * change.
 */
export type TileChanges = {
  /** Records the days of these readings. */
  noteReadings(trx: Trx, readings: readonly (Channel & { at: number })[]): MaybePromise<void>;
  /** Records Seoul days of a channel, counted from 1970-01-01, or ALL_DAYS. */
  noteDays(trx: Trx, channel: Channel, days: readonly number[]): MaybePromise<void>;
};

import type { ExpressionBuilder } from 'kysely';
import type { MaybePromise } from './maybe-promise.ts';
import { SEQS_A_BLOCK } from './migrations/065-tile-change-block.ts';
import type { Database } from './schema.ts';
import type { Trx } from './transaction.ts';

/** Stands for all days of a channel. */
export const ALL_DAYS = -1;

/** Whether a change came after this cursor of its farm. Use it beside the farm. */
export const changedAfter = (since: number) => (eb: ExpressionBuilder<Database, 'tile_change'>) =>
  eb.and([eb('seq_block', '>=', Math.floor(since / SEQS_A_BLOCK)), eb('seq', '>', since)]);

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

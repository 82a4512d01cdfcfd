import { sql } from 'kysely';
import type { Trx } from './transaction.ts';

/** Stands for every day of a channel. */
export const ALL_DAYS = -1;

/** Notes that all a channel has ever measured reads differently now: after a correction, say. */
export async function touchChannel(trx: Trx, farmId: number, channelId: number): Promise<void> {
  const { seq } = await trx
    .insertInto('tile_cursor')
    .values({ farm_id: farmId, seq: 1 })
    .onConflict((c) => c.column('farm_id').doUpdateSet({ seq: sql`tile_cursor.seq + 1` }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('tile_change')
    .values({ farm_id: farmId, channel_id: channelId, day: ALL_DAYS, seq })
    .onConflict((c) => c.columns(['farm_id', 'channel_id', 'day']).doUpdateSet({ seq }))
    .execute();
}

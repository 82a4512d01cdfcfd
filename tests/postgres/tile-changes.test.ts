import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import type { Trx } from '#server/db/transaction.ts';
import { aStore } from '../support/temporary.ts';

/** How many rows the open transaction has updated, and how many of them without touching an index. */
async function updatesIn(trx: Trx): Promise<{ all: number; inPlace: number }> {
  const [row] = (
    await trx.executeQuery<{ all: number; inPlace: number }>(
      CompiledQuery.raw(`select pg_stat_get_xact_tuples_updated('tile_change'::regclass) as "all",
        pg_stat_get_xact_tuples_hot_updated('tile_change'::regclass) as "inPlace"`),
    )
  ).rows;
  if (!row) throw new Error('PostgreSQL counted nothing');
  return row;
}

it('a change noted again and again leaves nothing to vacuum in an index', async () => {
  const store = await aStore();
  const channels = Array.from({ length: 30 }, (_, channelId) => ({ farmId: 1, channelId, at: 0 }));
  await store.db.transaction().execute(async (trx) => {
    for (let minute = 0; minute < 3; minute += 1) await store.tileChanges.noteReadings(trx, channels);
    expect(await updatesIn(trx)).toEqual({ all: 60, inPlace: 60 });
  });
});

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aStore } from '../../../tests/support/temporary.ts';

it('a transaction that finds no room fails with that and not with the rollback after it, and is seen as undone', async () => {
  const store = await aStore();
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 1)}`.execute(store.db);
  let versionInside = 0;
  const filling = store.db.transaction().execute(async (trx) => {
    for (let number = 0; number < 10_000; number += 1) {
      await trx
        .insertInto('setting')
        .values({ name: `filler ${number}`, value: 'x'.repeat(1_000) })
        .execute();
      versionInside = store.version(['people']);
    }
  });
  await expect(filling).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(store.version(['people'])).toBeGreaterThan(versionInside);
  await sql`pragma max_page_count = 1000000`.execute(store.db);
  const left = await store.db.selectFrom('setting').select('name').where('name', 'like', 'filler%').execute();
  expect(left).toEqual([]);
});

import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

// Not imported from open.ts, which would be a cycle: opening the store reads settings.
type Queries = { db: Kysely<Database> };

export async function readSetting({ db }: Queries, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeSetting({ db }: Queries, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute();
}

export async function dropSetting({ db }: Queries, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
}

import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../../tests/support/temporary.ts';
import { migrations } from '../migrations/index.ts';
import { openStore } from '../open.ts';
import type { Database } from '../schema.ts';

it('asks whoever never changed the password they were given, without a day on which it lapses', async () => {
  const file = path.join(temporaryDir(), 'onsil.db');
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('003-quality');
  const user = { name: 'x', email: null, password_hash: '-', authority: 'ROLE_USER' as const, created_at: 0 };
  await db
    .insertInto('user')
    .values([
      { ...user, id: 1, login: 'given', disabled_at: null, is_demo: 0 },
      { ...user, id: 2, login: 'own', disabled_at: null, is_demo: 0, password_changed_at: 1 },
      { ...user, id: 3, login: 'demo', disabled_at: null, is_demo: 1 },
    ])
    .execute();
  await db.destroy();

  const store = await openStore(file);
  const asked = await store.db
    .selectFrom('user')
    .select(['login', 'must_change_password as must', 'one_time_issued_at as issuedAt'])
    .orderBy('id')
    .execute();
  await store.close();
  expect(asked).toEqual([
    { login: 'given', must: 1, issuedAt: null },
    { login: 'own', must: 0, issuedAt: null },
    { login: 'demo', must: 0, issuedAt: null },
  ]);
});

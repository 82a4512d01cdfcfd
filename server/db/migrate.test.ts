import path from 'node:path';
import {
  DummyDriver,
  Kysely,
  type Migration,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import { placeOf } from '../../tests/support/store/test-database.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { asConfigError } from '../kernel/as-config-error.ts';
import type { Migrations } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openStore } from './open.ts';
import { readSetting, writeSetting } from './setting.ts';

const later = (name: string, isAdditive: boolean): Migrations => ({
  [name]: {
    ...(isAdditive && { isAdditive }),
    up: async (db) => {
      await db.schema.alterTable('creation').addColumn(`of_${name}`, 'text').execute();
    },
  },
});

/** A database that releases have used one after another, each with these migrations more than this one. */
async function usedBy(...releases: readonly Migrations[]) {
  const place = await placeOf(path.join(temporaryDir(), 'onsil.db'));
  for (const more of releases) await (await openStore(place, { migrations: { ...migrations, ...more } })).close();
  return (mayBeNewer: boolean) => openStore(place, { mayBeNewer });
}

it('a database that a newer release has only added to is served, and as before refused where all of it must be known', async () => {
  const open = await usedBy(later('newer', true), { ...later('newer', true), ...later('newest', true) });
  const store = await open(true);
  await writeSetting(store, 'written', 'by this release');
  expect(await readSetting(store, 'written')).toBe('by this release');
  await store.close();
  const refused = await open(false).catch((error: unknown) => error);
  expect(String(asConfigError(refused, { dataDir: 'data', databaseUrl: undefined }))).toContain('a newer release');
});

it('a database that this release could not use any more is refused, whatever was added after', async () => {
  const changed = later('changed', false);
  for (const open of [await usedBy(changed), await usedBy(changed, { ...changed, ...later('added', true) })]) {
    const refused = await open(true).catch((error: unknown) => error);
    expect(String(asConfigError(refused, { dataDir: 'data', databaseUrl: undefined }))).toContain('a newer release');
  }
});

/** The statements of a migration. */
async function statementsOf({ up }: Migration): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  await up(db);
  return statements;
}

/** What the release before goes on beside: new tables, columns that it may leave out, other indexes that refuse nothing. */
const ADDS = [
  /^create table /,
  /^create index /,
  /^drop index /,
  /^alter table "\w+" add column "\w+" \w+ generated always as /,
  /^alter table "\w+" add column "\w+" [\w ]+( default \S+( not null)?)?$/,
  /^alter table "\w+" add column "\w+" [\w ]+ default \S+ not null$/,
];

async function problemsOf(migration: Migration): Promise<string[]> {
  const statements = await statementsOf(migration);
  const makes = (table: string) => statements.some((one) => one.startsWith(`create table "${table}"`));
  return statements.filter((one) => {
    const table = /^(?:create unique index "\w+" on|insert into) "(\w+)"/.exec(one)?.[1];
    const isOfNewTable = table !== undefined && makes(table);
    const isRequired = / not null/.test(one) && !/ default /.test(one) && one.startsWith('alter');
    return isRequired || !(isOfNewTable || ADDS.some((adds) => adds.test(one)));
  });
}

it('what is called additive leaves what is there as it was', async () => {
  const additive: Migrations = Object.fromEntries(
    Object.entries<Migrations[string]>(migrations).filter(([, { isAdditive }]) => isAdditive),
  );
  expect(Object.keys(additive)).not.toEqual([]);
  for (const [name, migration] of Object.entries(additive)) {
    expect({ name, problems: await problemsOf(migration) }).toEqual({ name, problems: [] });
  }
});

it.each<[string, Migration['up']]>([
  ['a column goes', async (db) => db.schema.alterTable('farm').dropColumn('name').execute()],
  ['a table goes', async (db) => db.schema.dropTable('farm').execute()],
  ['a column is another', async (db) => db.schema.alterTable('farm').renameColumn('name', 'title').execute()],
  [
    'a column is required',
    async (db) =>
      db.schema
        .alterTable('farm')
        .addColumn('x', 'text', (c) => c.notNull())
        .execute(),
  ],
  ['rows are refused', async (db) => db.schema.createIndex('x').unique().on('farm').column('name').execute()],
  ['rows are others', async (db) => void (await sql`update farm set name = ''`.execute(db))],
])('it is not, where %s', async (_, up) => {
  expect(await problemsOf({ up })).toHaveLength(1);
});

import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDir } from '../support/temporary.ts';
import { placeOf } from '../support/test-database.ts';
import { keyProblems, listDistributed } from './farm-keys.ts';

/** A connection to a migrated, empty database. */
async function aClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await placeOf(path.join(temporaryDir(), 'onsil.db')) });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it('every table of farms could be distributed by farm', async () => {
  const client = await aClient();
  const tables = await listDistributed(client);
  expect(tables).toEqual(expect.arrayContaining(['reading', 'rollup', 'latest', 'sealed_reading', 'audit', 'period']));
  expect(await keyProblems(client, tables)).toEqual([]);
});

it.each([
  ['create table planted (farm_id integer not null)', 'planted has no primary key'],
  [
    'create table planted (id integer primary key, farm_id integer not null)',
    'planted_pkey is unique, and does not begin with farm_id',
  ],
  ['create unique index planted on reading (at)', 'planted is unique, and does not begin with farm_id'],
  ['create unique index planted on rollup ((farm_id + 1))', 'planted is unique, and does not begin with farm_id'],
  [
    'create table planted (farm_id bigint references farm (farm_id), at bigint, primary key (farm_id, at))',
    'planted_farm_id_fkey is a foreign key',
  ],
  [
    `create function planted() returns trigger language plpgsql as 'begin return new; end';
     create trigger planted before insert on latest for each row execute function planted()`,
    'planted is a trigger',
  ],
  [
    'alter table channel add planted double precision default random()',
    'channel.planted has a default that each node would give another value',
  ],
  [
    'alter table channel add planted bigint default extract(epoch from now())',
    'channel.planted has a default that each node would give another value',
  ],
  [
    'alter table channel add planted integer generated always as identity',
    'channel.planted has a default that each node would give another value',
  ],
])('a table that could not is found: %s', async (planted, problem) => {
  const client = await aClient();
  await client.query(planted);
  expect(await keyProblems(client, await listDistributed(client))).toEqual([problem]);
});

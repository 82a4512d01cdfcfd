import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { placeOf } from '../support/store/test-database.ts';
import { temporaryDir } from '../support/temporary.ts';
import { keyProblems, listDistributed } from './farm-keys.ts';
import { statementProblems } from './farm-statements.ts';

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

const HARMLESS = [
  'select value from reading where farm_id = $1 and channel_id = $2',
  'select count(*) from "farm" where deleted_at is null',
  'select c.name from channel c join device d on d.farm_id = c.farm_id and d.device_id = c.device_id where c.farm_id = $1',
  'select name, (select max(at) from reading r where r.farm_id = f.farm_id) from farm f',
  'select at from latest where farm_id in ($1, $2)',
  'insert into latest values ($1, $2, $3, $4, $5) on conflict (farm_id, channel_id) do update set at = excluded.at',
  'update device set last_seen_at = $1 where farm_id = $2 and device_id = $3',
  'begin',
];

it.each([
  ['select value from reading where channel_id = $1', 'reads reading of every farm'],
  ['select count(*) from channel c join farm f on f.owner_id = c.device_id', 'reads channel of every farm'],
  [
    'select 1 from channel c join device d on d.device_id = c.device_id where c.farm_id = $1',
    'reads device of every farm',
  ],
  ['select 1 from channel where farm_id > $1', 'reads channel of every farm'],
  [
    'select 1 from channel c join device d on d.farm_id = c.farm_id and d.device_id = c.device_id',
    'reads channel, device of every farm',
  ],
  ['delete from reading where at < $1', 'reads reading of every farm'],
  ['update latest set flag = 0 where channel_id = $1', 'reads latest of every farm'],
  ['with gone as (delete from audit where at < $1 returning 1) select count(*) from gone', 'reads audit of every farm'],
  ['update channel set farm_id = $1 where farm_id = $2 and channel_id = $3', 'changes farm_id'],
  [
    'insert into latest values (1, 2, 3, 4, 5) on conflict (farm_id, channel_id) do update set farm_id = excluded.farm_id',
    'changes farm_id',
  ],
])('a statement about no farm in particular is found among others: %s', async (planted, problem) => {
  const client = await aClient();
  const tables = await listDistributed(client);
  expect(await statementProblems(client, tables, [...HARMLESS, planted])).toEqual([`${problem}: ${planted}`]);
});

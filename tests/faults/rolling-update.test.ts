import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND_MS } from '#contract/time/time.ts';
import { newProvisionalIndex } from '#contract/wire/provisional-index.ts';
import { OlderProcesses } from '#server/db/database-errors.ts';
import type { Migrations } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { openStore } from '#server/db/open.ts';
import { readSetting, writeSetting } from '#server/db/setting.ts';
import { farmFields } from '../contract/examples.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aUser, signIn } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { type Cluster, startCluster } from '../support/store/postgres-cluster.ts';
import { aDevice, aFarm, allReadings } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.remove());

/** What the next release might add: columns of tables that are read and written all the time, and a table. */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['farm', 'farm_member', 'device', 'channel', 'creation', 'menu_right', 'session', 'latest']) {
    await db.schema.alterTable(table).addColumn('of_next_release', 'text').execute();
  }
  await db.schema
    .createTable('next_thing')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .execute();
}
const added: Migrations = { 'next-release': { isAdditive: true, up } };
const changed: Migrations = {
  'release-after': {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('farm').renameColumn('of_next_release', 'renamed').execute();
    },
  },
};
const openNext = (more: Migrations) =>
  openStore(cluster.url, { isOneOfMany: true, mayBeNewer: true, migrations: { ...migrations, ...more } });

/** Sends readings and adds farms without a pause until it is told to end; gives every answer that was no success. */
function aLoad(urls: () => readonly string[], key: string, token: string) {
  let isOver = false;
  const wrong: string[] = [];
  let [farms, sent] = [0, 0];
  const start = Date.now() - 100_000 * SECOND_MS;
  const post = async (turn: number, path: string, bearer: string, body: unknown) => {
    const to = urls();
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(`${to[turn % to.length]}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) wrong.push(`${path} ${answer.status} ${text}`);
  };
  const sending = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      sent += 1;
      await post(turn, '/api/ingest', key, {
        readings: [{ sensor: 'temperature', at: start + sent * SECOND_MS, value: 20 }],
      });
    }
  };
  const adding = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      farms += 1;
      await post(turn, '/api/farms', token, {
        ...farmFields,
        farmName: `농장 ${farms}`,
        provisionalIndex: newProvisionalIndex(() => farms / 1e6),
      });
    }
  };
  const all = [sending(0), sending(1), adding()];
  return {
    wrong,
    sent: () => sent,
    async end() {
      isOver = true;
      await Promise.all(all);
      return { sent, farms };
    },
  };
}

it('while processes are updated one after another, every request is answered as ever, and an old one starts again beside a new one', async () => {
  const prepared = await openStore(cluster.url);
  const { key } = await aDevice(prepared, await aFarm(prepared));
  await aUser(prepared, 'keeper');
  await prepared.close();
  const env = { DATABASE_URL: cluster.url, DATA_DIR: temporaryDir(), PROCESSES: 'many' };
  const start = async () => {
    const server = await startServerProcess(env);
    onCleanup(() => server.kill('SIGKILL'));
    return server;
  };
  const [first, second] = [await start(), await start()];
  const { token } = await signIn(first.url, 'keeper');
  let urls = [first.url, second.url];
  const load = aLoad(() => urls, key, token);
  const more = async () => {
    for (const until = load.sent() + 100; load.sent() < until; await pause(20));
  };
  await more();

  const next = await openNext(added);
  await next.peers?.started();
  expect(await next.db.introspection.getTables()).toContainEqual(expect.objectContaining({ name: 'next_thing' }));
  await next.close();
  await more();
  await expect(openNext({ ...added, ...changed })).rejects.toMatchObject({ cause: expect.any(OlderProcesses) });
  await more();

  // As a supervisor does with a process that was killed.
  urls = [second.url];
  await more();
  first.kill('SIGTERM');
  await first.gone;
  const again = await start();
  urls = [second.url, again.url];
  await more();
  const { sent, farms } = await load.end();
  expect(load.wrong).toEqual([]);

  for (const server of [second, again]) {
    server.kill('SIGTERM');
    await server.gone;
  }
  const after = await openNext({ ...added, ...changed });
  expect(await allReadings(after)).toHaveLength(sent);
  expect(await after.db.selectFrom('farm').select('farm_id').execute()).toHaveLength(farms + 1);
  await after.close();
  await expect(start()).rejects.toThrow('was used by a newer release');
});

it('a process that was cut off while the database became one that it does not know writes nothing any more', async () => {
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query('create database another');
  const url = new URL(cluster.url);
  url.pathname = '/another';
  const old = await openStore(url.href, { isOneOfMany: true });
  await old.peers?.started();
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'another'");
  const next = await openStore(url.href, { isOneOfMany: true, migrations: { ...migrations, 'next-release': { up } } });
  await next.peers?.started();
  const refused = await pollUntil(
    () => writeSetting(old, 'written', 'by the old one').catch((error: Error) => String(error.cause)),
    (said) => said === 'Error: a newer release has migrated it',
  );
  expect(refused).toContain('a newer release');
  expect(await readSetting(next, 'written')).toBeUndefined();
  await Promise.all([old.close(), next.close(), admin.end()]);
});

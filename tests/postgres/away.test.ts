import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { record } from '#contract/monitor/monitor.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { ConfigError } from '#server/config.ts';
import { readSetting, writeSetting } from '#server/db/setting.ts';
import type { Trx } from '#server/db/transaction.ts';
import { farmFields } from '../contract/examples.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';
import { type Cluster, startCluster } from '../support/store/postgres-cluster.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.remove());

/** The URL of a new, empty database. */
async function aDatabase(name: string): Promise<string> {
  await asked((client) => client.query(`create database ${name}`));
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function asked<T>(ask: (client: pg.Client) => Promise<T>, url = cluster.url): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** A server with a device that sends, and a grower who reads. */
async function aFarmOn(databaseUrl: string, env: Record<string, string> = {}) {
  const { url, store } = await aServer({ env: { DATABASE_URL: databaseUrl, ...env } });
  const ownerId = await aUser(store, 'grower');
  const farmId = await aFarm(store, { ownerId });
  const { key, channels } = await aDevice(store, farmId);
  const sensors = [...channels.values()];
  const { call } = await signIn(url, 'grower');
  let at = Date.now() - 3_600_000;
  return {
    url,
    store,
    call,
    // A record is never cached on the server, so this needs the database.
    look: () => call(urlOf(record, {}, { sensors, begin: '2026-01-01', end: '2026-01-02' })),
    send: () => {
      at += 1_000;
      return fetch(`${url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: [{ sensor: 'temperature', at, value: 20 }] }),
      });
    },
  };
}

it('while the database is away every call is told so, and all goes on by itself once it is back', async () => {
  const { url, store, send, look } = await aFarmOn(await aDatabase('goes_away'));
  expect((await send()).status).toBe(200);
  expect((await look()).status).toBe(200);

  await cluster.kill();
  for (const refused of [await send(), await look(), await send()]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  }
  expect((await fetch(`${url}/api/healthz`)).status).toBe(200);

  await cluster.restart();
  await pollUntil(
    async () => (await send()).status,
    (status) => status === 200,
  );
  expect((await look()).status).toBe(200);
  const { stored } = await store.db
    .selectFrom('reading')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow();
  expect(stored).toBe(2);
});

it('counts what one of many processes refuses while the database is away, and calls it no error', async () => {
  const { url, look } = await aFarmOn(await aDatabase('counted'), { PROCESSES: 'many' });
  expect((await look()).status).toBe(200);
  await cluster.kill();
  try {
    expect((await look()).status).toBe(503);
    const figures = await (await fetch(`${url}/api/metrics`)).text();
    expect(figures).toContain('onsil_http_requests_total{method="GET",status="503"} 1');
    expect(figures).toContain('onsil_errors_total 0');
  } finally {
    await cluster.restart();
  }
});

it('a standby that answers in place of the database is not believed', async () => {
  const { send, look, url } = await aFarmOn(await aDatabase('follows'));
  expect((await send()).status).toBe(200);
  expect((await look()).status).toBe(200);
  await cluster.kill();
  await cluster.restart('standby');
  try {
    for (const refused of [await look(), await send(), await look()]) {
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    }
    expect((await fetch(`${url}/api/healthz`)).status).toBe(200);
  } finally {
    await cluster.kill();
    await cluster.restart();
  }
  await pollUntil(
    async () => (await send()).status,
    (status) => status === 200,
  );
  expect((await look()).status).toBe(200);
});

it('what was acknowledged is there after a crash of the database, with its buckets', async () => {
  const { store, send } = await aFarmOn(await aDatabase('crashes'));
  for (let n = 0; n < 20; n += 1) expect((await send()).status).toBe(200);
  await cluster.kill();
  await cluster.restart();
  const counts = await store.db
    .selectFrom('rollup')
    .select((eb) => ['width', eb.fn.sum<number>('count').as('count')])
    .groupBy('width')
    .execute();
  expect(counts.map(({ count }) => count)).toEqual([20, 20, 20]);
});

/** Runs `act`, and cancels each wait of a commit for its standby meanwhile. */
async function withoutPatience<T>(act: () => Promise<T>): Promise<T> {
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  await asked((client) =>
    pollUntil(
      () => client.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`),
      () => isOver,
    ),
  );
  return acting;
}

/** Commits until a commit waits: a configuration that was loaded again is in force a moment later. */
const untilCommitsWait = () =>
  asked(async (client) => {
    let hasWaited = false;
    client.on('notice', ({ message }) => {
      hasWaited ||= message?.includes('synchronous replication') ?? false;
    });
    await pollUntil(
      () => client.query(`select pg_logical_emit_message(true, 'test', '')`),
      () => hasWaited,
    );
  });

it('a commit that was told not to wait for its standby any more is not acknowledged', async () => {
  const { send, store } = await aFarmOn(await aDatabase('no_standby'));
  expect((await send()).status).toBe(200);
  const standby = (name: string) =>
    asked(async (other) => {
      await other.query(`alter system set synchronous_standby_names = '${name}'`);
      await other.query('select pg_reload_conf()');
    });
  await standby('nobody');
  try {
    await withoutPatience(untilCommitsWait);
    expect((await withoutPatience(send)).status).toBe(503);
  } finally {
    await standby('');
  }
  await pollUntil(
    async () => (await send()).status,
    (status) => status === 200,
  );
  expect(await readSetting(store, 'instance')).toBeDefined();
});

it('a transaction whose connection is lost between two statements leaves nothing behind', async () => {
  const database = await aDatabase('cut_in_two');
  const { store } = await aFarmOn(database);
  const note = (trx: Trx, name: string) => writeSetting({ db: trx }, name, 'x');
  const written = store.db.transaction().execute(async (trx) => {
    await note(trx, 'first');
    await asked(async (other) => {
      const cut = await other.query(`select pg_terminate_backend(pid), pid from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`);
      await pollUntil(
        async () => (await other.query('select 1 from pg_stat_activity where pid = $1', [cut.rows[0].pid])).rowCount,
        (left) => left === 0,
      );
    }, database);
    await note(trx, 'second');
  });
  await expect(written).rejects.toThrow('the database cannot be reached');
  expect(await readSetting(store, 'first')).toBeUndefined();
  expect(await readSetting(store, 'second')).toBeUndefined();
  await store.db.transaction().execute((trx) => note(trx, 'third'));
  expect(await readSetting(store, 'third')).toBe('x');
});

it('who meets a deadlock with another program is told to send again, and then it is stored', async () => {
  const databaseUrl = await aDatabase('deadlock');
  // The server looks for a deadlock after 3 s, the other program later, so that the server is the one that gives way.
  await asked((client) => client.query("alter database deadlock set deadlock_timeout = '3s'"));
  const { send } = await aFarmOn(databaseUrl);
  expect((await send()).status).toBe(200);
  await asked(async (client) => {
    await client.query("set deadlock_timeout = '60s'; begin; select from device for update");
    const sent = send();
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await pollUntil(
      () => asked((other) => other.query(waiting), databaseUrl),
      ({ rowCount }) => rowCount === 1,
    );
    const locked = client.query('select from tile_cursor for update');
    const answer = await sent;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await answer.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await locked;
    await client.query('rollback');
  }, databaseUrl);
  expect(await (await send()).json()).toMatchObject({ stored: 1 });
}, 30_000);

it('what a person does meets a deadlock with another program, and is done once', async () => {
  const databaseUrl = await aDatabase('write_deadlock');
  await asked((client) => client.query("alter database write_deadlock set deadlock_timeout = '3s'"));
  const { store, call } = await aFarmOn(databaseUrl);
  const create = (farmName: string) => {
    const headers = { 'content-type': 'application/json' };
    return call('/api/farms', { method: 'POST', headers, body: JSON.stringify({ ...farmFields, farmName }) });
  };
  expect((await create('first')).status).toBe(201);
  await asked(async (client) => {
    // A farm takes its number first, and then its line in the audit log one.
    await client.query("set deadlock_timeout = '60s'; begin; select from sequence where name = 'audit' for update");
    const created = create('second');
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await pollUntil(
      () => asked((other) => other.query(waiting), databaseUrl),
      ({ rowCount }) => rowCount === 1,
    );
    // It is given when the server has given way, which then waits for the end of this transaction.
    await client.query("select from sequence where name = 'farm' for update");
    await client.query('rollback');
    expect((await created).status).toBe(201);
  }, databaseUrl);
  const lines = await store.db.selectFrom('audit').select('subject_name').orderBy('at').execute();
  expect(lines.map(({ subject_name: name }) => name)).toEqual(['first', 'second']);
}, 30_000);

it('a question that meets a deadlock with another program is asked again, and answered', async () => {
  const databaseUrl = await aDatabase('read_deadlock');
  const { store } = await aServer({ env: { DATABASE_URL: databaseUrl } });
  await aDevice(store, await aFarm(store));
  await asked(async (client) => {
    // The server looks for a deadlock after one second, the other program later.
    await client.query("set deadlock_timeout = '60s'; begin; lock table device");
    const devices = store.db
      .selectFrom('farm')
      .innerJoin('device', 'device.farm_id', 'farm.farm_id')
      .select('device.code')
      .execute();
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await pollUntil(
      () => asked((other) => other.query(waiting), databaseUrl),
      ({ rowCount }) => rowCount === 1,
    );
    await client.query('lock table farm');
    await client.query('rollback');
    expect(await devices).toEqual([{ code: 'n01' }]);
  }, databaseUrl);
});

it('a server that lost its connection writes nothing while another has its place', async () => {
  const database = await aDatabase('taken_over');
  const { send, look } = await aFarmOn(database);
  expect((await send()).status).toBe(200);
  await asked(async (other) => {
    await other.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`);
    await pollUntil(
      async () => (await other.query('select pg_try_advisory_lock(7110642) as got')).rows[0].got,
      (got) => got,
    );
    expect((await send()).status).toBe(503);
    expect((await look()).status).toBe(200);
  }, database);
  await pollUntil(
    async () => (await send()).status,
    (status) => status === 200,
  );
});

const started = (env: Record<string, string>, dataDir = temporaryDir()) =>
  aServer({ env, dataDir }).catch((error: unknown) => error);

it('a second server on one database does not start, and says why', async () => {
  const database = await aDatabase('shared');
  await aServer({ env: { DATABASE_URL: database } });
  const refused = await started({ DATABASE_URL: database });
  expect(refused).toBeInstanceOf(ConfigError);
  expect(refused).toMatchObject({
    message:
      'Another server is already running on the database of DATABASE_URL: stop it first, or set PROCESSES=many for all of them.',
  });
});

it('a server whose database cannot be reached says so without the password', async () => {
  const { port } = new URL(cluster.url);
  await cluster.kill();
  const refused = await started({ DATABASE_URL: `postgres://onsil:hush@127.0.0.1:${port}/onsil` });
  await cluster.restart();
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toContain('The database of DATABASE_URL cannot be reached (connect ECONNREFUSED');
  expect(String(refused)).not.toContain('hush');
});

it('a folder that has been in use begins no new installation in an empty database, unless it is told to', async () => {
  const dataDir = temporaryDir();
  const first = await aServer({ dataDir, env: { DATABASE_URL: await aDatabase('first_one') } });
  await first.stop();
  const DATABASE_URL = await aDatabase('empty_one');
  const refused = await started({ DATABASE_URL }, dataDir);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toContain('is empty although');
  const { url } = await aServer({ dataDir, env: { DATABASE_URL, INIT: '1' } });
  expect((await fetch(`${url}/api/healthz`)).status).toBe(200);
});

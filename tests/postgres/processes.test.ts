import { randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bucketLevels, bucketStart, SECOND_MS } from '#contract/time/time.ts';
import { ConfigError } from '#server/config.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { holdLease, LeaseLost } from '#server/db/lease.ts';
import type { Store } from '#server/db/open.ts';
import { readSetting, writeSetting } from '#server/db/setting.ts';
import type { Trx } from '#server/db/transaction.ts';
import { onOneProcess } from '#server/kernel/process/on-one-process.ts';
import { createDatabaseClock } from '#server/live/database-clock.ts';
import { farmFields } from '../contract/examples.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aGate } from '../support/server/gate.ts';
import { aServer, type TestServer } from '../support/server/server.ts';
import { callAt, severalServers } from '../support/server/several-servers.ts';
import { aFarm, allReadings } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

const sendTo = ({ url }: TestServer, key: string, readings: readonly { at: number; value: number }[]) =>
  fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: readings.map((one) => ({ sensor: 'temperature', ...one })) }),
  });

async function countOf(store: Store, table: 'farm' | 'audit' | 'idempotency'): Promise<number> {
  const { count } = await store.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

it('what one process has acknowledged every other shows at once, whichever has looked before', async () => {
  const { first, second, farmId, device, grower } = await severalServers();
  const newest = async (server: TestServer) => {
    const answer = await callAt(server, grower, `/api/sensor-value/group/area/farm/${farmId}`);
    expect(answer.status).toBe(200);
    const [{ sensorValues }] = await answer.json();
    return sensorValues.find(({ type }: { type: string }) => type === 'TEMPERATURE').value;
  };
  const start = Date.now() - 100 * SECOND_MS;
  for (let n = 0; n < 30; n += 1) {
    const [to, other] = n % 2 === 0 ? [first, second] : [second, first];
    expect((await sendTo(to, device.key, [{ at: start + n * SECOND_MS, value: n }])).status).toBe(200);
    expect(await newest(other)).toBe(n);
    expect(await newest(to)).toBe(n);
  }
  expect((await callAt(second, grower, '/api/farms')).status).toBe(200);
  await grower.signOut();
  expect((await callAt(second, grower, '/api/farms')).status).toBe(401);
});

it('live values reach who watches at another process, and a session that is ended elsewhere ends its stream', async () => {
  const { first, second, farmId, device, grower } = await severalServers();
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const stream = await callAt(second, grower, '/api/live', { signal: leave.signal });
  const events: unknown[] = [];
  let beats = 0;
  const parser = createParser({
    onEvent: ({ data }) => events.push(JSON.parse(data)),
    onComment: () => {
      beats += 1;
    },
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of stream.body ?? []) parser.feed(decoder.decode(part, { stream: true }));
  })();
  await pollUntil(
    () => beats,
    (count) => count > 0,
  );
  const at = Date.now();
  await sendTo(first, device.key, [{ at, value: 21.5 }]);
  const channel = device.channels.get('temperature');
  await pollUntil(
    () => events,
    (all) => all.length > 0,
  );
  expect(events).toEqual([{ farmIndex: farmId, values: [[channel, at, 21.5, false]] }]);
  await grower.signOut();
  await reading;
});

it('what any process has refused of a device stands on its page at every one, each counted once', async () => {
  const { first, second, farmId, device, grower } = await severalServers();
  const servers = [first, second];
  const at = Date.now() + 3_600_000;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => sendTo(n % 2 === 0 ? first : second, device.key, [{ at, value: n }])),
  );
  for (const answer of answers) expect(await answer.json()).toMatchObject({ stored: 0, refused: 1 });
  const ask = async (server: TestServer, path: string) => (await callAt(server, grower, path)).json();
  const told = await Promise.all(servers.map((one) => ask(one, `/api/devices/${device.deviceId}/refusals`)));
  expect(told[0].counts).toMatchObject([{ reason: 'FUTURE', count: 20 }]);
  expect(told[0].recent).toHaveLength(10);
  expect(told[1]).toEqual(told[0]);
  for (const server of servers) {
    const { refusals } = await ask(server, `/api/quality/${farmId}`);
    expect(refusals).toMatchObject([{ deviceIndex: device.deviceId, reason: 'FUTURE', count: 20 }]);
    const { rows } = await ask(server, '/api/manage/devices');
    expect(rows).toMatchObject([{ index: device.deviceId, unstoredAt: told[0].counts[0].lastAt }]);
  }
});

it('one act under one key is done once, however many processes are asked at the same time', async () => {
  const { first, second, grower } = await severalServers();
  const farms = await countOf(first.store, 'farm');
  for (let n = 0; n < 5; n += 1) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ ...farmFields, farmName: `농장 ${n}` });
    const ask = (server: TestServer) => callAt(server, grower, '/api/farms', { method: 'POST', headers, body });
    const answers = await Promise.all([ask(first), ask(second)]);
    const [one, other] = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(other).toEqual(one);
    expect(answers.filter(({ headers: said }) => said.has('idempotency-replayed'))).toHaveLength(1);
  }
  expect((await countOf(first.store, 'farm')) - farms).toBe(5);
});

it('what a transaction has read holds until it commits, whichever process writes beside it', async () => {
  const { first, second } = await severalServers();
  const stores = [first.store, second.store];
  const raise = (store: Store) =>
    store.db.transaction().execute(async (trx) => {
      const count = Number((await readSetting({ db: trx }, 'count')) ?? 0);
      await writeSetting({ db: trx }, 'count', String(count + 1));
    });
  await Promise.all(Array.from({ length: 100 }, (_, n) => raise(stores[n % 2] ?? first.store)));
  expect(await readSetting(first.store, 'count')).toBe('100');
});

/** The farms that a transaction sees. */
const farmsSeen = async (trx: Trx) => (await trx.selectFrom('farm').select('farm_id').execute()).length;

/** A transaction that stays open until it is told to end; it gives the farms that it saw when it began. */
function anOpen(begin: (run: (trx: Trx) => Promise<number>) => Promise<number>) {
  let letEnd = () => {};
  const told = new Promise<void>((resolve) => {
    letEnd = resolve;
  });
  let ended: Promise<number> | undefined;
  const began = new Promise<void>((resolve, reject) => {
    ended = begin(async (trx) => {
      const seen = await farmsSeen(trx);
      resolve();
      await told;
      return seen;
    });
    ended.catch(reject);
  });
  const end = () => {
    letEnd();
    return ended;
  };
  return { began, end };
}

/** Resolves when so many transactions of this database wait for others. */
async function areWaiting({ db }: Store, count: number): Promise<void> {
  const locks = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await pollUntil(
    async () => (await db.executeQuery(CompiledQuery.raw(locks))).rows.length,
    (waiting) => waiting === count,
  );
}

it('processes store readings of different farms at the same time, and of one farm one after the other', async () => {
  const { first, second, farmId } = await severalServers();
  const other = await aFarm(first.store, { ownerId: 2 });
  const storing = anOpen((run) => first.store.storing([farmId], run));
  await storing.began;
  // It would not end if it waited.
  expect(await second.store.storing([other], farmsSeen)).toBe(2);
  const same = second.store.storing([other, farmId], farmsSeen);
  await areWaiting(first.store, 1);
  await storing.end();
  expect(await same).toBe(2);
});

it('nothing else is written while readings are stored, and no readings while something else is', async () => {
  const { first, second, farmId } = await severalServers();
  const storing = anOpen((run) => first.store.storing([farmId], run));
  await storing.began;
  const another = aFarm(second.store, { ownerId: 2 });
  await areWaiting(first.store, 1);
  expect(await storing.end()).toBe(1);
  await another;
  const writing = anOpen((run) => second.store.db.transaction().execute(run));
  await writing.began;
  const stored = first.store.storing([farmId], farmsSeen);
  await areWaiting(first.store, 1);
  await writing.end();
  expect(await stored).toBe(2);
});

it('readings that come to several processes, some twice, are each stored and counted once', async () => {
  const { first, second, farmId, device } = await severalServers();
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 5_000 * SECOND_MS;
  const batch = (n: number) =>
    Array.from({ length: 20 }, (_, i) => ({ at: start + (n * 10 + i) * SECOND_MS, value: (n * 10 + i) % 40 }));
  const sent = Array.from({ length: 60 }, (_, n) => sendTo(n % 2 === 0 ? first : second, device.key, batch(n)));
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const stored = await Promise.all(answers.map(async (answer) => (await answer.json()).stored));
  const readings = await allReadings(first.store);
  expect(readings).toHaveLength(59 * 10 + 20);
  expect(stored.reduce((sum, one) => sum + one, 0)).toBe(readings.length);
  const buckets = await first.store.db.selectFrom('rollup').select(['width', 'start', 'count', 'sum_micro']).execute();
  for (const { width, start: from, count, sum_micro } of buckets) {
    const inside = readings.filter(({ at }) => bucketStart(at, width) === from);
    const sum = inside.reduce((total, { value }) => total + value * 1e6, 0);
    expect({ width, count, sum_micro }).toEqual({ width, count: inside.length, sum_micro: sum });
  }
  const expected = Object.values(bucketLevels).flatMap((width) => [
    ...new Set(readings.map(({ at }) => `${width} ${bucketStart(at, width)}`)),
  ]);
  expect(buckets).toHaveLength(expected.length);
  const { seq } = await first.store.db
    .selectFrom('tile_cursor')
    .select('seq')
    .where('farm_id', '=', farmId)
    .executeTakeFirstOrThrow();
  const moved = await first.store.db.selectFrom('tile_change').select('seq').where('farm_id', '=', farmId).execute();
  expect(Math.max(...moved.map((one) => one.seq))).toBe(seq);
});

it('jobs run at one process, and at the next as soon as that one has stopped', async () => {
  const { first, second } = await severalServers();
  const holder = async () => {
    const query = second.store.db.selectFrom('lease').select('holder').where('name', '=', 'jobs');
    return (await query.executeTakeFirst())?.holder;
  };
  const before = await holder();
  expect(before).toBeDefined();
  await first.stop();
  const after = await pollUntil(holder, (one) => one !== undefined && one !== before, 5_000);
  expect(after).not.toBe(before);
});

it('who has lost a lease writes nothing under it any more, and what it had begun is as if it never was', async () => {
  const { first, second } = await severalServers();
  const lease = { name: 'test', holder: 'a' };
  expect(await holdLease(first.store, { ...lease, now: 1_000, lastsMs: 10 })).toBe(true);
  const own = first.store.peers?.withLease(lease);
  if (!own) throw new Error('it has no peers');
  await writeSetting(own, 'done', 'by a');
  expect(await holdLease(second.store, { name: 'test', holder: 'b', now: 1_011, lastsMs: 10 })).toBe(true);
  await expect(writeSetting(own, 'done', 'by a, late')).rejects.toThrow(LeaseLost);
  const late = own.db.transaction().execute((trx) => writeSetting({ db: trx }, 'done', 'by a, later'));
  await expect(late).rejects.toThrow(LeaseLost);
  await expect(own.horizons.raise('raw', 5)).rejects.toThrow(LeaseLost);
  expect(await readSetting(second.store, 'done')).toBe('by a');
});

it('a horizon that one process raises holds for what another takes next', async () => {
  const { first, second, device } = await severalServers();
  const at = Date.now() - 3_600_000;
  await first.store.horizons.raise('raw', at + 1);
  const answer = await sendTo(second, device.key, [{ at, value: 20 }]);
  expect(await answer.json()).toMatchObject({ stored: 0, refused: 1 });
});

it('a process that would have the database for itself, or brings a folder of its own, does not start beside others', async () => {
  const { dataDir, first } = await severalServers();
  const started = (env: Record<string, string>, dir = dataDir) =>
    aServer({ dataDir: dir, env: { DATABASE_URL: first.config.databaseUrl ?? '', ...env } }).catch((e: unknown) => e);
  const alone = await started({ PROCESSES: 'one' }, temporaryDir());
  expect(alone).toBeInstanceOf(ConfigError);
  expect(String(alone)).toContain('PROCESSES=many');
  const foreign = await started({ PROCESSES: 'many' }, temporaryDir());
  expect(foreign).toBeInstanceOf(ConfigError);
  expect(String(foreign)).toContain('is not the data folder');
});

it('a process with another secret does not start beside others, and does when it is the only one', async () => {
  const { dataDir, env, first, second, grower } = await severalServers();
  vi.stubEnv('AUTH_SECRET', 'not the secret that the others have');
  onTestFinished(() => void vi.unstubAllEnvs());
  const start = () => aServer({ dataDir, env });
  const refused = await start().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toContain('The secret');
  expect((await callAt(second, grower, '/api/farms')).status).toBe(200);
  await Promise.all([first.stop(), second.stop()]);
  const alone = await start();
  expect((await callAt(alone, grower, '/api/farms')).status).toBe(401);
  vi.unstubAllEnvs();
  await expect(start()).rejects.toThrow('The secret');
});

it('a process whose clock is a minute off takes no readings until it is right again, and warns before', async () => {
  const { first, device } = await severalServers();
  let aheadMs = 0;
  const warnings: unknown[] = [];
  const log = { warn: (given: object) => void warnings.push(given) };
  const clock = createDatabaseClock(first.store.peers, log, () => Date.now() + aheadMs);
  const gate = aGate(first.store, { isClockWrong: clock.isWrong });
  const send = () => gate.accept(device.known, [{ sensor: 'temperature', value: 20 }]);
  for (const [off, seen] of [
    [-70_000, 70],
    [70_000, -70],
  ] as const) {
    aheadMs = off;
    await clock.compare();
    expect(Math.round(clock.aheadMs() / SECOND_MS)).toBe(seen);
    const lease = { name: `taken at ${off}`, holder: 'a', lastsMs: SECOND_MS };
    expect(await holdLease(first.store, { ...lease, now: Date.now() + clock.aheadMs() })).toBe(true);
    expect(isDatabaseUnavailable(await send().catch((error: unknown) => error))).toBe(true);
    await expect(gate.refuse(device.known, 'MALFORMED')).rejects.toThrow();
  }
  expect(await allReadings(first.store)).toEqual([]);
  aheadMs = 5_000;
  await clock.compare();
  expect(await send()).toMatchObject({ stored: 1 });
  expect(warnings).toHaveLength(3);
  aheadMs = 0;
  await clock.compare();
  expect(warnings).toHaveLength(3);
});

it('a holder whose renewal is kept waiting lets its lease go before another process can have it', async () => {
  const { first } = await severalServers();
  let clock = 0;
  let isAtWork = false;
  const work = () => {
    isAtWork = true;
    return async () => {
      isAtWork = false;
    };
  };
  const given = { log: pino({ level: 'silent' }), now: Date.now, monotonic: () => clock };
  const stop = await onOneProcess(first.store, 'waited-for', work, given);
  expect(isAtWork).toBe(true);
  const other = new pg.Client({ connectionString: first.config.databaseUrl ?? '' });
  await other.connect();
  await other.query('begin; select pg_advisory_xact_lock(7110643)');
  clock = 9_900;
  await pollUntil(
    () => isAtWork,
    (is) => !is,
    5_000,
  );
  await other.query('rollback');
  await other.end();
  await stop();
});

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bucketLevels, bucketStart, HOUR_MS, SECOND_MS } from '#contract/time/time.ts';
import { openStore } from '#server/db/open.ts';
import { farmFields } from '../contract/examples.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aUser, signIn } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { aBroker, aPublisher } from '../support/services/broker.ts';
import { type Cluster, startCluster } from '../support/store/postgres-cluster.ts';
import { aDevice, aFarm, allReadings } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.remove());

/** Whole seconds in the past, so that every reading has a time of its own. */
const FIRST = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 50 * HOUR_MS;
/** Between two requests of a client, so that what is checked in the end stays some thousand readings. */
const PAUSE_MS = 50;

/** Answers after which a client repeats its request; the second while its first try is still under way. */
const TRY_AGAIN = ['503 DATABASE_UNAVAILABLE', '409 IDEMPOTENCY_IN_PROGRESS'];

type Load = {
  servers(): readonly ServerProcess[];
  /** Answers other than success, as status and code. */
  refused: Set<string>;
};

/** Repeats a request at one server after the other until one has acknowledged it, as a gateway or a phone behind a proxy does. */
async function untilAcknowledged({ servers, refused }: Load, turn: number, path: string, init: RequestInit) {
  for (let at = turn; ; at += 1) {
    const to = servers();
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`${to[at % to.length]?.url}${path}`, { ...init, method: 'POST', signal }).catch(
      () => {},
    );
    // An answer cut off in its middle is no acknowledgement.
    const body = await answer?.json().catch(() => undefined);
    if (answer?.ok && body !== undefined) return body;
    if (answer && body !== undefined) refused.add(`${answer.status} ${body.code}`);
    await pause(PAUSE_MS);
  }
}

/** Clients that send until they are told to stop. Each resolves when its last request is acknowledged. */
function manyClients(count: number, send: (turn: number) => Promise<void>) {
  let isOver = false;
  const client = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      await send(turn);
      await pause(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: count }, (_, n) => client(n));
  return async () => {
    isOver = true;
    await Promise.all(clients);
  };
}

/** Readings as they were acknowledged, by time. */
function aGateway(load: Load, key: string) {
  const acknowledged = new Map<number, number>();
  let next = FIRST;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const end = manyClients(4, async (turn) => {
    const readings = Array.from({ length: 10 }, () => {
      next += SECOND_MS;
      return { sensor: 'temperature', at: next, value: (next % 400) / 10 };
    });
    await untilAcknowledged(load, turn, '/api/ingest', { headers, body: JSON.stringify({ readings }) });
    for (const { at, value } of readings) acknowledged.set(at, value);
  });
  return { acknowledged, end };
}

/** Farms as they were acknowledged, one for each key of a request. */
function anAdministrator(load: Load, token: string) {
  const added = new Set<string>();
  const end = manyClients(2, async (turn) => {
    const farmName = randomUUID();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    await untilAcknowledged(load, turn, '/api/farms', { headers, body: JSON.stringify({ ...farmFields, farmName }) });
    added.add(farmName);
  });
  return { added, end };
}

const hasSaid = (server: ServerProcess, text: string) => pollUntil(server.output, (all) => all.includes(text));
const hasTaken = (server: ServerProcess, lease: string) => hasSaid(server, `"lease":"${lease}"`);

/** Readings that came by way of the broker: they are older than all others. */
async function countPublished(): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from reading where at < $1', [FIRST]);
  await client.end();
  return rows[0].count;
}

/** What is in the database when all servers have ended. */
async function whatIsStored() {
  const store = await openStore(cluster.url);
  const readings = await allReadings(store);
  const buckets = await store.db.selectFrom('rollup').select(['channel_id', 'width', 'start', 'count']).execute();
  const farms = await store.db.selectFrom('farm').select(['farm_id', 'name']).execute();
  const audit = await store.db.selectFrom('audit').select(['farm_id']).where('action', '=', 'farm.create').execute();
  await store.close();
  return { readings, buckets, farms, audit };
}

it('while one of three processes is killed and the one with the leases stands still, nothing acknowledged is lost or doubled', async () => {
  const prepared = await openStore(cluster.url);
  const farmId = await aFarm(prepared);
  const { key } = await aDevice(prepared, farmId);
  await aUser(prepared, 'keeper');
  await prepared.close();
  const broker = await aBroker();
  const publisher = await aPublisher(broker.url);
  const env = { DATABASE_URL: cluster.url, DATA_DIR: temporaryDir(), PROCESSES: 'many', MQTT_URL: broker.url };
  const start = async () => {
    const server = await startServerProcess({ ...env, LOG_LEVEL: 'info' });
    onCleanup(() => server.kill('SIGKILL'));
    return server;
  };
  const first = await start();
  await hasTaken(first, 'jobs');
  await hasTaken(first, 'mqtt');
  await hasSaid(first, 'mqtt connected');
  const [second, third] = await Promise.all([start(), start()]);
  const { token } = await signIn(third.url, 'keeper');

  let living = [first, second, third];
  const load: Load = { servers: () => living, refused: new Set() };
  const gateway = aGateway(load, key);
  const keeper = anAdministrator(load, token);
  const published = new Map<number, number>();
  const publish = async () => {
    const [at, value] = [FIRST - (published.size + 1) * SECOND_MS, published.size % 30];
    const text = JSON.stringify({ at, humidity: value });
    await publisher.publishAsync(`farm/${farmId}/n01/state`, text, { qos: 1 });
    published.set(at, value);
  };
  const more = (count: number) => {
    const before = gateway.acknowledged.size;
    return pollUntil(
      () => gateway.acknowledged.size - before,
      (size) => size >= count,
    );
  };

  await publish();
  await more(300);
  first.kill('SIGSTOP');
  second.kill('SIGKILL');
  await second.gone;
  await publish();
  // The balancer has noticed.
  living = [third];
  await more(100);
  await Promise.all([hasTaken(third, 'jobs'), hasTaken(third, 'mqtt')]);
  await publish();
  first.kill('SIGCONT');
  living = [first, third];
  await Promise.all([hasSaid(first, 'another process takes over'), more(300), publish()]);
  await Promise.all([gateway.end(), keeper.end()]);
  await publish();
  expect([...load.refused].filter((one) => !TRY_AGAIN.includes(one))).toEqual([]);
  await pollUntil(countPublished, (count) => count >= published.size);
  for (const server of [first, third]) server.kill('SIGTERM');
  expect(await Promise.all([first.gone, third.gone])).toEqual([0, 0]);

  const { readings, buckets, farms, audit } = await whatIsStored();
  const values = new Map(readings.map(({ at, value }) => [at, value]));
  const lost = [...gateway.acknowledged, ...published].filter(([at, value]) => values.get(at) !== value);
  expect(lost).toEqual([]);
  const counted = new Map<string, number>();
  for (const { channelId, at } of readings) {
    for (const width of Object.values(bucketLevels)) {
      const bucket = `${channelId} ${width} ${bucketStart(at, width)}`;
      counted.set(bucket, (counted.get(bucket) ?? 0) + 1);
    }
  }
  expect(new Map(buckets.map((one) => [`${one.channel_id} ${one.width} ${one.start}`, one.count]))).toEqual(counted);
  const names = farms.map(({ name }) => name);
  expect(names.length).toBe(new Set(names).size);
  expect([...keeper.added].filter((name) => !names.includes(name))).toEqual([]);
  expect(audit.map((line) => line.farm_id).toSorted()).toEqual(
    farms.flatMap((one) => (one.farm_id === farmId ? [] : one.farm_id)).toSorted(),
  );
});

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bucketLevels, bucketStart, HOUR_MS, SECOND_MS } from '#contract/time/time.ts';
import { openStore } from '#server/db/open.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { pollUntil } from '../support/poll-until.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { aBroker, aPublisher } from '../support/services/broker.ts';
import { aDevice, aFarm, allBuckets, allReadings } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

const KILLS = 15;
/**
 * Whole seconds in the past, so that no reading is refused and each has its own time. They are old enough that each
 * server seals the readings of the previous one at its start, and then adds new ones to sealed days.
 */
const FIRST = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 100 * HOUR_MS;

async function start(env: Record<string, string>) {
  const server = await startServerProcess(env);
  onCleanup(() => server.kill('SIGKILL'));
  return server;
}

async function aPreparedFolder() {
  const dataDir = temporaryDir();
  const file = path.join(dataDir, 'onsil.db');
  const store = await openStore(file);
  const farmId = await aFarm(store);
  const { key } = await aDevice(store, farmId);
  await store.close();
  return { dataDir, file, farmId, key };
}

/** The readings in the database, in how many sealed days they are, and whether every bucket matches its readings. */
async function inspect(file: string) {
  const store = await openStore(file);
  const readings = await allReadings(store);
  const buckets = await allBuckets(store);
  const sealed = await store.db.selectFrom('sealed_reading').select('count').where('hours', 'is not', null).execute();
  await store.close();
  const wrong = buckets.filter(({ width, start, ...bucket }) => {
    const inside = readings.filter(({ at }) => bucketStart(at, width) === start);
    const sum = inside.reduce((total, { value }) => total + Math.round(value * 1e6), 0);
    const values = inside.map(({ value }) => value);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return inside.length !== bucket.count || sum !== bucket.sum_micro || min !== bucket.min || max !== bucket.max;
  });
  const expected = Object.values(bucketLevels).reduce(
    (total, width) => total + new Set(readings.map(({ at }) => bucketStart(at, width))).size,
    0,
  );
  return {
    sealed: sealed.length,
    readings: new Map(readings.map(({ at, value }) => [at, value])),
    wrong,
    missing: expected - buckets.length,
  };
}

describe('a server killed in the middle of a stream', () => {
  it(`keeps every acknowledged reading over HTTP, ${KILLS} times over`, async () => {
    const { dataDir, file, key } = await aPreparedFolder();
    const acknowledged = new Map<number, number>();
    let next = FIRST;
    for (let turn = 0; turn < KILLS; turn += 1) {
      const server = await start({ DATA_DIR: dataDir, COLD: '1' });
      let isDead = false;
      const before = acknowledged.size;
      const stream = async () => {
        while (!isDead) {
          const readings = Array.from({ length: 20 }, () => {
            next += SECOND_MS;
            return { sensor: 'temperature', at: next, value: (next % 400) / 10 };
          });
          const answer = await fetch(`${server.url}/api/ingest`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ readings }),
          }).catch(() => undefined);
          // An answer that is cut off is no acknowledgement.
          const body = answer?.status === 200 ? await answer.json().catch(() => undefined) : undefined;
          if (!body) return;
          expect(body.stored).toBe(readings.length);
          for (const { at, value } of readings) acknowledged.set(at, value);
        }
      };
      const streams = [stream(), stream(), stream(), stream()];
      // At another point of the stream each time, counted in acknowledgements instead of milliseconds.
      await pollUntil(
        () => acknowledged.size - before,
        (count) => count >= 60 + 97 * (turn % 7),
      );
      server.kill('SIGKILL');
      isDead = true;
      await Promise.all([...streams, server.gone]);
    }
    const { readings, sealed, wrong, missing } = await inspect(file);
    expect(sealed).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(KILLS * 60);
    const lost = [...acknowledged].filter(([at, value]) => readings.get(at) !== value);
    expect(lost).toEqual([]);
    expect({ wrong, missing }).toEqual({ wrong: [], missing: 0 });
  });

  it('loses nothing that was published over MQTT, and counts nothing twice', async () => {
    const { dataDir, file, farmId } = await aPreparedFolder();
    const broker = await aBroker();
    const env = { DATA_DIR: dataDir, MQTT_URL: broker.url };
    const first = await start({ ...env, LOG_LEVEL: 'info' });
    await pollUntil(first.output, (text) => text.includes('mqtt connected'));
    const publisher = await aPublisher(broker.url);
    let server = first;
    const published = new Map<number, number>();
    for (let turn = 0; turn < 5; turn += 1) {
      for (let i = 0; i < 100; i += 1) {
        const at = FIRST + (turn * 100 + i) * SECOND_MS;
        const value = (i % 300) / 10;
        await publisher.publishAsync(`farm/${farmId}/n01/state`, JSON.stringify({ at, temperature: value }), {
          qos: 1,
        });
        published.set(at, value);
        if (i === 50) server.kill('SIGKILL');
      }
      await server.gone;
      server = await start({ ...env, LOG_LEVEL: 'info' });
      await pollUntil(server.output, (text) => text.includes('mqtt connected'));
    }
    const count = async () =>
      Number(/outcome="stored"\} (\d+)/.exec(await (await fetch(`${server.url}/api/metrics`)).text())?.[1] ?? 0);
    // The last server has caught up when its count is stable after a marker that was published last.
    const marker = FIRST - SECOND_MS;
    await publisher.publishAsync(`farm/${farmId}/n01/state`, JSON.stringify({ at: marker, temperature: 5 }), {
      qos: 1,
    });
    published.set(marker, 5);
    await pollUntil(count, (stored) => stored > 0, 60_000);
    await pollUntil(
      async () => {
        const store = await openStore(file);
        const rows = await allReadings(store);
        await store.close();
        return rows.length;
      },
      (rows) => rows === published.size,
    );
    server.kill('SIGTERM');
    expect(await server.gone).toBe(0);
    const { readings, wrong, missing } = await inspect(file);
    expect([...published].filter(([at, value]) => readings.get(at) !== value)).toEqual([]);
    expect({ wrong: wrong.length, missing }).toEqual({ wrong: 0, missing: 0 });
  });
});

describe('a server process', () => {
  it('stops cleanly on SIGTERM while somebody watches and while requests come', async () => {
    const { dataDir, key } = await aPreparedFolder();
    const server = await start({ DATA_DIR: dataDir });
    const post = () =>
      fetch(`${server.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: [{ sensor: 'temperature', value: 20 }] }),
      }).catch(() => undefined);
    expect((await post())?.status).toBe(200);
    const busy = Promise.all(Array.from({ length: 20 }, post));
    server.kill('SIGTERM');
    expect(await server.gone).toBe(0);
    await busy;
  });

  it('refuses a folder that another server holds, and takes it over once that is gone', async () => {
    const { dataDir } = await aPreparedFolder();
    const first = await start({ DATA_DIR: dataDir });
    await expect(start({ DATA_DIR: dataDir })).rejects.toThrow('another server is already running');
    first.kill('SIGKILL');
    await first.gone;
    const second = await start({ DATA_DIR: dataDir });
    expect((await fetch(`${second.url}/api/healthz`)).status).toBe(200);
  });

  it('says in one sentence what is wrong with its settings', async () => {
    const dataDir = temporaryDir();
    await expect(start({ DATA_DIR: dataDir, DEMO: 'yes' })).rejects.toThrow('DEMO must be 1 or 0');
  });
});

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bucketLevels, bucketStart, HOUR_MS, SECOND_MS } from '#contract/time/time.ts';
import { openStore } from '#server/db/open.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aKeptPhoto } from '../support/server/kept-installation.ts';
import { runToEnd, startProgram } from '../support/server/operator-program.ts';
import { aServer } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FIRST = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 100 * HOUR_MS;

async function start(dataDir: string) {
  const server = await startServerProcess({ DATA_DIR: dataDir });
  onCleanup(() => server.kill('SIGKILL'));
  return server;
}

/** A data folder of a few megabytes with a device and a photo. */
async function aPreparedFolder(readings = 0) {
  const dataDir = temporaryDir();
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const farmId = await aFarm(store);
  const { key } = await aDevice(store, farmId);
  const photo = await aKeptPhoto(store, dataDir, farmId);
  for (let at = 0; at < readings; at += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, i) => {
      return { farm_id: farmId, channel_id: 1_000, at: at + i, value: i / 7, flag: 0 };
    });
    await store.db.insertInto('reading').values(rows).execute();
  }
  await store.close();
  return { dataDir, key, photo };
}

const copiesIn = (to: string) => (existsSync(to) ? readdirSync(to).filter((name) => name.startsWith('onsil-')) : []);

/** The device's readings in a data folder, and buckets that do not match their raw readings. */
async function inspect(dataDir: string) {
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const ours = await store.db.selectFrom('latest').select('channel_id').executeTakeFirstOrThrow();
  const readings = await store.db
    .selectFrom('reading')
    .select(['at', 'value'])
    .where('channel_id', '=', ours.channel_id)
    .execute();
  const buckets = await store.db.selectFrom('rollup').select(['width', 'start', 'count', 'sum_micro']).execute();
  await store.close();
  const wrong = buckets.filter(({ width, start: begin, count, sum_micro }) => {
    const inside = readings.filter(({ at }) => bucketStart(at, width) === begin);
    return inside.length !== count || inside.reduce((sum, { value }) => sum + Math.round(value * 1e6), 0) !== sum_micro;
  });
  const expected = Object.values(bucketLevels).reduce(
    (total, width) => total + new Set(readings.map(({ at }) => bucketStart(at, width))).size,
    0,
  );
  return { readings: new Map(readings.map(({ at, value }) => [at, value])), wrong, missing: expected - buckets.length };
}

/** Sends readings without a pause until stopped; records the acknowledged ones. */
function aStream(url: string, key: string) {
  const acknowledged = new Map<number, number>();
  let [next, isOver] = [FIRST, false];
  const send = async () => {
    while (!isOver) {
      const readings = Array.from({ length: 20 }, () => {
        next += SECOND_MS;
        return { sensor: 'temperature', at: next, value: (next % 400) / 10 };
      });
      const answer = await fetch(`${url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings }),
      });
      expect(await answer.json()).toMatchObject({ stored: readings.length });
      for (const { at, value } of readings) acknowledged.set(at, value);
    }
  };
  const done = Promise.all([send(), send()]);
  return {
    acknowledged,
    end: async () => {
      isOver = true;
      await done;
    },
  };
}

describe('the drill', () => {
  it('a copy made while readings come in has all that was acknowledged before it, and is whole', async () => {
    const { dataDir, key, photo } = await aPreparedFolder(200_000);
    const server = await start(dataDir);
    const stream = aStream(server.url, key);
    await pollUntil(
      () => stream.acknowledged.size,
      (count) => count > 500,
    );
    const to = temporaryDir();
    const before = new Map(stream.acknowledged);
    await runToEnd('back-up', ['--to', to], { DATA_DIR: dataDir });
    const during = stream.acknowledged.size - before.size;
    await stream.end();
    server.kill('SIGTERM');
    await server.gone;
    expect(during).toBeGreaterThan(0);

    const restored = path.join(temporaryDir(), 'restored');
    const [name = ''] = copiesIn(to);
    await runToEnd('restore', ['--from', path.join(to, name), '--to', restored]);
    expect(existsSync(path.join(restored, photo))).toBe(true);
    const { readings, wrong, missing } = await inspect(restored);
    expect([...before].filter(([at, value]) => readings.get(at) !== value)).toEqual([]);
    // A consistent state: whole groups of readings with their buckets, and nothing that was never sent.
    expect([...readings].filter(([at, value]) => stream.acknowledged.get(at) !== value)).toEqual([]);
    expect({ wrong, missing }).toEqual({ wrong: [], missing: 0 });
  });
});

/** Runs a program again and again, killed before its first disk operation, its second, and so on until it completes. */
async function* killedEverywhere(
  name: 'back-up' | 'restore',
  next: () => Promise<{ args: string[]; dataDir: string }>,
) {
  for (let moment = 1; ; moment += 1) {
    const { args, dataDir } = await next();
    const { gone, said } = startProgram(name, args, { DATA_DIR: dataDir, ...killAt(moment) });
    const code = await gone;
    if (code === 0) return;
    if (code !== null) throw new Error(`${name} ended with ${code}: ${said()}`);
    yield { moment, args, dataDir };
  }
}

const killAt = (moment: number) => ({
  NODE_OPTIONS: `--import ${path.join(root, 'tests/support/store/kill-at.mjs')}`,
  KILL_AT: `${moment}`,
});

/** Each program makes more disk operations than this. */
const MOMENTS = 15;

describe('a program killed before each change of the disk that it makes', () => {
  it('a backup leaves whole copies alone, and no half one that could be taken for one', async () => {
    const { dataDir } = await aPreparedFolder(100_000);
    const to = temporaryDir();
    await runToEnd('back-up', ['--to', to], { DATA_DIR: dataDir });
    const first = copiesIn(to);
    let killed = 0;
    for await (const _ of killedEverywhere('back-up', async () => ({ args: ['--to', to], dataDir }))) {
      killed += 1;
      for (const name of copiesIn(to)) expect(await checked(path.join(to, name))).toContain('is whole');
    }
    expect(killed).toBeGreaterThan(MOMENTS);
    expect(copiesIn(to)).toEqual(expect.arrayContaining(first));
    // The completed run has removed what the killed ones left.
    expect(readdirSync(to).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('a restore leaves the old data or what no server takes, and the same command goes on', async () => {
    const { dataDir } = await aPreparedFolder(20_000);
    const to = temporaryDir();
    await runToEnd('back-up', ['--to', to], { DATA_DIR: dataDir });
    const copy = path.join(to, copiesIn(to)[0] ?? '');
    const next = async () => {
      const { dataDir: used } = await aPreparedFolder();
      return { args: ['--from', copy, '--to', used, '--replace'], dataDir: used };
    };
    const ends = { old: 0, refused: 0, restored: 0 };
    for await (const { args, dataDir: used } of killedEverywhere('restore', next)) {
      ends[await startedOn(used)] += 1;
      await runToEnd('restore', args);
      expect(await rowsIn(used)).toBe(20_000);
      expect(readdirSync(used).filter((name) => name.startsWith('.'))).toEqual([]);
    }
    expect(ends.old).toBeGreaterThan(MOMENTS);
    expect(ends.refused).toBeGreaterThan(3);
  });
});

const checked = (copy: string) => runToEnd('restore', ['--check', '--from', copy]);

/** What a server started on the folder finds there. */
async function startedOn(dataDir: string): Promise<'old' | 'refused' | 'restored'> {
  try {
    const server = await aServer({ dataDir });
    await server.stop();
  } catch (error) {
    expect(String(error)).toContain('was cut short: run the same npm run restore again');
    return 'refused';
  }
  // A new installation would have no farm.
  expect(await rowsIn(dataDir, 'farm')).toBe(1);
  return (await rowsIn(dataDir)) === 0 ? 'old' : 'restored';
}

async function rowsIn(dataDir: string, table: 'reading' | 'farm' = 'reading'): Promise<number> {
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const { rows } = await store.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  await store.close();
  return rows;
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { record } from '#contract/monitor/monitor.ts';
import { DAY_MS, seoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { collectGains } from '#server/db/bucket/gains.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { decodeReadings, encodeReadings } from '#server/db/sealed/day-codec.ts';
import { plainBuckets } from '#server/db/sealed/sealed-day.ts';
import { sealDays } from '#server/ingest/seal-days.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type BenchStore, LOGIN, PASSWORD, seedBench, withServer } from './bench-store.ts';
import { httpClient, signInAs } from './http-client.ts';
import { spread, whole } from './machine.ts';
import { readings } from './readings.ts';

/** Days of 40 sensors; half of them are sealed where both forms are queried. */
const DAYS = 10;
const ROUNDS = 60;
const UNCACHED_ROUNDS = 40;
/** Days of 8 sensors, half of them sealed, for ranges that are answered in buckets. */
const RANGE_DAYS = 60;

const shapes = [
  { title: 'on the minute', noise: 0, jitterMs: 0 },
  { title: 'on the minute, with noise', noise: 0.05, jitterMs: 0 },
  { title: 'up to 15 s late, with noise', noise: 0.05, jitterMs: 15_000 },
] as const;

/** Compares sealed days with rows: size and time to read. */
export async function benchCold(folder: string): Promise<void> {
  for (const shape of shapes) {
    const bench = await load(path.join(folder, 'sizes'), shape);
    await sizes(bench, shape.title);
  }
  const bench = await load(path.join(folder, 'questions'), shapes[1]);
  const middle = bench.from + (DAYS / 2) * DAY_MS;
  const store = await openIn(bench);
  // A day is sealed three days after its end.
  await sealDays(store, { now: middle + 3 * DAY_MS });
  await store.close();
  await questions(bench, middle);
  const long = await load(path.join(folder, 'ranges'), { ...shapes[1], houses: 1, days: RANGE_DAYS });
  const between = long.from + (RANGE_DAYS / 2) * DAY_MS;
  const longStore = await openIn(long);
  await sealDays(longStore, { now: between + 3 * DAY_MS });
  await longStore.close();
  await ranges(long, between);
}

const fileOf = ({ dataDir }: BenchStore) => path.join(dataDir, 'onsil.db');
const openIn = (bench: BenchStore): Promise<Store> => openStore(fileOf(bench));

type Shape = { noise: number; jitterMs: number; houses?: number; days?: number };

async function load(dataDir: string, { houses = 5, days = DAYS, ...shape }: Shape): Promise<BenchStore> {
  const to = startOfSeoulDay(Date.now());
  const bench = { ...(await seedBench(dataDir, { devices: 1, houses })), from: to - days * DAY_MS, to };
  const channels = bench.devices.flatMap((device) => device.channels.map(({ index }) => index));
  const store = await openIn(bench);
  for (let day = bench.from; day < to; day += DAY_MS) {
    const range = { from: day, to: day + DAY_MS };
    const ofDay = [...readings(channels.length, { ...shape, ...range })].map(
      ({ sensor, at, value }) =>
        ({ farmId: bench.farmId, channelId: channels[sensor] ?? 0, at, value, flag: 0 }) as const,
    );
    await store.db.transaction().execute(async (trx) => {
      await store.readings.insert(trx, [ofDay]);
      await store.readings.gain(trx, collectGains(ofDay));
    });
  }
  await store.close();
  return bench;
}

/** Bytes of the pages of a table and its key. */
async function bytesIn({ db }: Store, table: string): Promise<number> {
  await sql`vacuum`.execute(db);
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pgsize), 0) as bytes from dbstat
    where name in (select name from sqlite_schema where tbl_name = ${table})`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function sizes(bench: BenchStore, title: string): Promise<void> {
  const store = await openIn(bench);
  const count = DAYS * 1_440 * bench.devices.flatMap(({ channels }) => channels).length;
  const each = async (table: string) => (await bytesIn(store, table)) / count;
  const [rows, buckets] = [await each('reading'), await each('rollup')];
  const holds = monitorEventLoopDelay({ resolution: 1 });
  holds.enable();
  const began = performance.now();
  const days = await sealDays(store, { now: bench.to + 3 * DAY_MS });
  const seconds = (performance.now() - began) / 1_000;
  holds.disable();
  const [sealed, daily] = [await each('sealed_reading'), await each('rollup')];
  const bodies = await store.db
    .selectFrom('sealed_reading')
    .select(['body', 'ten_minutes', 'hours'])
    .orderBy('day', 'desc')
    .execute();
  const of = (column: 'body' | 'ten_minutes' | 'hours') =>
    (bodies.reduce((sum, row) => sum + (row[column]?.length ?? 0), 0) / count).toFixed(2);
  console.log(`  ${title}: ${whole(count)} readings, bytes each in the file`);
  console.log(`    as rows: readings ${rows.toFixed(2)}, buckets ${buckets.toFixed(2)}`);
  console.log(
    `    sealed: ${sealed.toFixed(2)} (of it readings ${of('body')}, 10 minutes ${of('ten_minutes')}, hours ${of('hours')}; ` +
      `the rest is room of pages), days as rows ${daily.toFixed(2)}: ${(sealed + daily).toFixed(2)} with every bucket`,
  );
  console.log(
    `    ${days} days of a channel sealed in ${seconds.toFixed(1)} s with the pauses between them; ` +
      `the thread was held for ${inMs(holds.percentile(99))} ms (99 of 100), ${inMs(holds.max)} at most`,
  );
  const { body, ten_minutes, hours } = bodies[0] ?? { body: new Uint8Array(0), ten_minutes: null, hours: null };
  const readingsOfDay = decodeReadings(body);
  console.log(
    `    encode ${timed(() => encodeReadings(readingsOfDay))} ms, decode ${timed(() => decodeReadings(body))} ms a day`,
  );
  console.log(
    `    decode 10 minutes ${timed(() => ten_minutes && plainBuckets(0, '10m', ten_minutes))} ms, ` +
      `hours ${timed(() => hours && plainBuckets(0, '1h', hours))} ms a day`,
  );
  await store.close();
}

const inMs = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);

function timed(run: () => unknown): string {
  const takes = Array.from({ length: 200 }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return (takes.sort((a, b) => a - b)[100] ?? 0).toFixed(3);
}

/** A raw day of one sensor over HTTP: sealed and as rows in turn, with the file in memory and uncached. */
async function questions(bench: BenchStore, middle: number): Promise<void> {
  const indexes = bench.devices.flatMap(({ channels }) => channels.map(({ index }) => index));
  const next = seededRandom(5);
  const pick = (count: number) => Math.floor(next() * count);
  await withServer(bench.dataDir, async ({ url }) => {
    const client = httpClient(url);
    const { token } = await signInAs(url, LOGIN, PASSWORD);
    const ask = async (first: number) => {
      const date = seoulDate(first + pick(DAYS / 2) * DAY_MS);
      const address = urlOf(record, {}, { sensors: [indexes[pick(indexes.length)] ?? 0], begin: date, end: date });
      const began = performance.now();
      const { status, text } = await client.get(address, token);
      const took = performance.now() - began;
      const { at } = JSON.parse(text()).data.sensorGraph[0].points;
      if (status !== 200 || at.length !== 1_440) throw new Error(`${address} answered ${status}, ${at.length} points`);
      return took;
    };
    const inTurn = async (rounds: number, before: () => void) => {
      const takes: { sealed: number[]; rows: number[] } = { sealed: [], rows: [] };
      for (let round = 0; round < rounds; round += 1) {
        before();
        takes.sealed.push(await ask(bench.from));
        before();
        takes.rows.push(await ask(middle));
      }
      return takes;
    };
    await inTurn(10, () => {});
    // Drops the pages that the server has not mapped from the page cache.
    const uncached = await inTurn(UNCACHED_ROUNDS, () => dropFromCache(fileOf(bench)));
    const cached = await inTurn(ROUNDS, () => {});
    for (const [title, { sealed, rows }] of [
      ['from memory', cached],
      ['from the disk', uncached],
    ] as const) {
      console.log(`  1 sensor, 1 day, raw, ${title}: sealed ${spread(sealed)}`);
      console.log(`  ${' '.repeat(24)}${' '.repeat(title.length)}  rows ${spread(rows)}`);
    }
    client.close();
  });
}

/** Ranges of 8 sensors that are answered in buckets, over HTTP: sealed and as rows in turn. */
async function ranges(bench: BenchStore, middle: number): Promise<void> {
  const sensors = bench.devices.flatMap(({ channels }) => channels.map(({ index }) => index));
  await withServer(bench.dataDir, async ({ url }) => {
    const client = httpClient(url);
    const { token } = await signInAs(url, LOGIN, PASSWORD);
    const ask = async (first: number, days: number) => {
      const end = seoulDate(first + (days - 1) * DAY_MS);
      const address = urlOf(record, {}, { sensors, begin: seoulDate(first), end });
      const began = performance.now();
      const { status, text } = await client.get(address, token);
      const took = performance.now() - began;
      if (status !== 200) throw new Error(`${address} answered ${status}: ${text().slice(0, 300)}`);
      return took;
    };
    for (const [title, days] of [
      ['10 days, 10 minutes', 10],
      ['30 days, hourly', 30],
    ] as const) {
      for (const [where, before] of [
        ['from memory', () => {}],
        ['from the disk', () => dropFromCache(fileOf(bench))],
      ] as const) {
        const takes: { sealed: number[]; rows: number[] } = { sealed: [], rows: [] };
        for (let round = -10; round < UNCACHED_ROUNDS; round += 1) {
          before();
          const sealed = await ask(bench.from, days);
          before();
          const rows = await ask(middle, days);
          if (round < 0) continue;
          takes.sealed.push(sealed);
          takes.rows.push(rows);
        }
        console.log(`  8 sensors, ${title}, ${where}: sealed ${spread(takes.sealed)}`);
        console.log(`  ${' '.repeat(14 + title.length + where.length)}rows ${spread(takes.rows)}`);
      }
    }
    client.close();
  });
}

function dropFromCache(file: string): void {
  const quiet = { stdio: 'ignore' } as const;
  execFileSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], quiet);
}

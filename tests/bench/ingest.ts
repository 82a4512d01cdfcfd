import { bucketLevels, bucketStart } from '#contract/time/time.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type BenchStore, bytesOf, openBench, remember, seedBench, withServer } from './bench-store.ts';
import { httpClient } from './http-client.ts';
import { cpuSeconds, spread, whole } from './machine.ts';
import { batches, lastDays } from './readings.ts';

const BATCH = 5_000;
/** Number of buckets compared with raw readings after the load. */
const CHECKED_BUCKETS = 500;

/** Loads one-minute readings of 40 sensors over HTTP, batch by batch, then checks a sample of buckets. */
export async function benchIngest(dataDir: string, days: number): Promise<void> {
  const bench = { ...(await seedBench(dataDir, { devices: 1, houses: 5 })), ...lastDays(days) };
  const [device] = bench.devices;
  if (!device) return;
  const codes = device.channels.map(({ code }) => code);
  await withServer(dataDir, async ({ url, pid }) => {
    const client = httpClient(url);
    const takes: number[] = [];
    const cpuBefore = cpuSeconds(pid) ?? Number.NaN;
    const started = performance.now();
    let sent = 0;
    for (const { body, rows } of batches(codes, { ...bench, size: BATCH })) {
      const asked = performance.now();
      const { status, text } = await client.post('/api/ingest', device.key, body);
      takes.push(performance.now() - asked);
      const { stored } = JSON.parse(text());
      if (status !== 200 || stored !== rows) throw new Error(`a batch answered ${status}: ${text().slice(0, 300)}`);
      sent += rows;
    }
    const seconds = (performance.now() - started) / 1_000;
    const sending = takes.reduce((sum, take) => sum + take, 0) / 1_000;
    const cpu = (cpuSeconds(pid) ?? Number.NaN) - cpuBefore;
    client.close();
    console.log(`  ${whole(sent)} readings in ${seconds.toFixed(1)} s, batches of ${whole(BATCH)}, one at a time`);
    console.log(`  ${whole(sent / seconds)} readings/s; ${whole(sent / sending)} without the client's own encoding`);
    console.log(`  a batch: ${spread(takes)}`);
    console.log(`  server: ${cpu.toFixed(1)} s of processor, ${((cpu / sent) * 1e6).toFixed(1)} µs a reading`);
    console.log(`  on disk: ${((await bytesOf(dataDir)) / sent).toFixed(1)} bytes a reading, buckets and log included`);
  });
  await recount(bench);
  remember(bench);
}

/** Buckets must match their raw readings, because the speed of wrong results is worthless. */
async function recount({ dataDir, farmId, devices, from, to }: BenchStore): Promise<void> {
  const store = await openBench(dataDir);
  const channels = devices.flatMap((device) => device.channels);
  const widths = Object.values(bucketLevels);
  const next = seededRandom(3);
  let wrong = 0;
  for (let i = 0; i < CHECKED_BUCKETS; i += 1) {
    const channel = channels[Math.floor(next() * channels.length)]?.index ?? 0;
    const width = widths[i % widths.length] ?? 0;
    const start = bucketStart(from + Math.floor(next() * (to - from)), width);
    const raw = await store.db
      .selectFrom('reading')
      .select('value')
      .where('channel_id', '=', channel)
      .where('farm_id', '=', farmId)
      .where('at', '>=', start)
      .where('at', '<', start + width)
      .where('flag', '=', 0)
      .execute();
    const bucket = await store.db
      .selectFrom('rollup')
      .selectAll()
      .where('channel_id', '=', channel)
      .where('farm_id', '=', farmId)
      .where('width', '=', width)
      .where('start', '=', start)
      .executeTakeFirst();
    const figures = raw.map(({ value }) => value);
    const agrees =
      bucket?.count === figures.length &&
      bucket.min === Math.min(...figures) &&
      bucket.max === Math.max(...figures) &&
      bucket.sum_micro === figures.reduce((sum, value) => sum + Math.round(value * 1e6), 0);
    if (!agrees) wrong += 1;
  }
  await store.close();
  console.log(`  ${CHECKED_BUCKETS} buckets recounted from raw readings: ${wrong} wrong`);
}

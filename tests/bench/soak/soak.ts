import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { ServerProcess } from '../../support/server/server-process.ts';
import { bloatOf, bytesOf, countSealed, engine, tablesOf } from '../bench-store.ts';
import { quantile, spread, whole } from '../machine.ts';
import { openGateways, regularly, tellRefused } from './gateways.ts';
import { drainOutage } from './outage.ts';
import { askMetrics, ownMemory, withProcesses } from './processes.ts';
import { bodyOf, makeRegion, READINGS_A_BATCH, type SoakFarm } from './region.ts';
import { openStreams } from './streams.ts';

export type SoakSize = { hours: number; farms: number; streams: number; pace: number };

/** A server takes 4,000 sockets; some are for the gateways. */
const STREAMS_A_PROCESS = 3_800;

/** An outage of a region, and hours of readings in less time, beside which days are sealed and old readings dropped. */
export async function benchSoak(dataDir: string, size: SoakSize): Promise<void> {
  const farms = await makeRegion(dataDir, size.farms);
  const rate = (size.farms * READINGS_A_BATCH) / 60;
  console.log(`  ${size.farms} farms, nominally ${whole(rate)} readings/s; ${engine}`);
  await withProcesses(dataDir, undefined, (servers) => drainOutage(servers, farms));
  await withProcesses(dataDir, { from: Date.now(), pace: size.pace }, (servers) => soak(dataDir, servers, farms, size));
  console.log(`  days of sensors sealed and not dropped since: ${whole(await countSealed(dataDir))}`);
  for (const line of await tablesOf(dataDir)) console.log(`  ${line}`);
  console.log(`  bloat: ${await bloatOf(dataDir)} (to reach: 1.5)`);
}

async function soak(dataDir: string, servers: readonly ServerProcess[], farms: SoakFarm[], size: SoakSize) {
  const { hours, pace } = size;
  const urls = servers.map(({ url }) => url);
  const streams = await openStreams(urls, farms, Math.min(size.streams, STREAMS_A_PROCESS * servers.length));
  const gateways = openGateways(urls, farms);
  console.log(
    `  ${streams.open} streams are open, ${streams.refused} were refused; an hour takes ${60 / pace} minutes`,
  );
  for (const server of servers) await askMetrics(server);
  const from = Date.now();
  const stepMs = MINUTE_MS / pace / farms.length;
  const hourMs = HOUR_MS / pace;
  const all = hours * 60 * farms.length;
  const memory: number[][] = [];
  let hourBegan = performance.now();
  let n = 0;
  const endHour = async () => {
    await gateways.idle();
    const tookMs = performance.now() - hourBegan;
    memory.push(servers.map(ownMemory));
    const metrics = await Promise.all(servers.map(askMetrics));
    const [times, delays] = [gateways.takeTimes(), streams.takeDelays()];
    const joined = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' + ');
    console.log(
      [
        `  hour ${memory.length}: ${whole((READINGS_A_BATCH * times.length) / (tookMs / SECOND_MS))} readings/s`,
        `(${(tookMs / hourMs).toFixed(2)} of its time)`,
        `acknowledged ${spread(times)}`,
        `event p95 ${quantile(delays, 0.95).toFixed(0)} of ${whole(delays.length)}`,
        `held ${joined(metrics.map((one) => one.longestHoldMs))} ms`,
        `own memory ${joined(memory.at(-1) ?? [])} MB, heap ${joined(metrics.map((one) => one.heapMb))}`,
        `on disk ${whole((await bytesOf(dataDir)) / 1_048_576)} MB`,
      ].join('; '),
    );
    hourBegan = performance.now();
  };
  await regularly(
    stepMs,
    () => n >= all,
    async () => {
      const farm = n % farms.length;
      streams.sending(farm);
      await gateways.send(farm, bodyOf(Math.floor(from + n * stepMs * pace)));
      n += 1;
      if (n % (farms.length * 60) === 0) await endHour();
    },
  );
  const [first = 0, last = 0] = [memory[0], memory.at(-1)].map((hour = []) => hour.reduce((sum, one) => sum + one, 0));
  const grown = memory.length > 1 ? `${((last / first - 1) * 100).toFixed(1)} %` : 'not known from one hour';
  console.log(`  memory after the first hour: ${grown} (to reach: 5 %); streams ended: ${streams.ended}`);
  console.log('  to reach: acknowledged p95 250 ms, event p95 500 ms, held 50 ms');
  tellRefused(gateways);
  streams.close();
  gateways.close();
}

import type pg from 'pg';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { createDevice } from '#server/device/commands.ts';
import type { ServerProcess } from '../support/server/server-process.ts';
import { aFarm } from '../support/store/store.ts';
import { benchClient, DEADLOCKS, engine, openBench, seedBench, startOn } from './bench-store.ts';
import { httpClient } from './http-client.ts';
import { cpuSeconds, spread, whole } from './machine.ts';
import { readings } from './readings.ts';

const FARMS = 40;
const SENSORS = 20;
/** Minutes of a farm in a call. */
const MINUTES = 10;
const CALLS = 1_500;
/** Callers at a time, over all processes. */
const CALLERS = 8;
const SAMPLED_EVERY_MS = 10;

/** Who waits for whom: the lock of a farm, of all writing, or a row, such as that of the stamps. See server/db/postgres/turns.ts. */
const WAITS = `select
  count(*) filter (where locktype = 'advisory' and classid = 7110645) as farms,
  count(*) filter (where locktype = 'advisory' and classid <> 7110645) as turns,
  count(*) filter (where locktype <> 'advisory') as rows from pg_locks where not granted`;

type Waits = { farms: string; turns: string; rows: string };
type Farm = { farmId: number; key: string; codes: readonly string[] };

/** How much faster several processes store readings on one PostgreSQL, and what they wait for. */
export async function benchProcesses(dataDir: string): Promise<void> {
  if (engine !== 'postgres') return console.log('  only with DATABASE_URL: several processes need PostgreSQL');
  await seedBench(dataDir, { devices: 0, houses: 0 });
  const farms = await makeFarms(dataDir);
  // Each measurement stores readings of its own time.
  let begin = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 300 * DAY_MS;
  for (const isShared of [false, true]) {
    console.log(
      isShared ? '  each call goes to the next process' : '  the gateways of a farm always go to the same process',
    );
    for (const count of [1, 2, 4]) {
      await measure(dataDir, { farms, count, isShared, begin });
      begin += Math.ceil(CALLS / FARMS) * MINUTES * MINUTE_MS;
    }
  }
}

async function makeFarms(dataDir: string): Promise<Farm[]> {
  const store = await openBench(dataDir);
  const codes = Array.from({ length: SENSORS }, (_, sensor) => `t${sensor}`);
  const channels = codes.map((code) => ({
    code,
    type: 'TEMPERATURE' as const,
    name: code,
    areaName: '1동',
    intervalMs: MINUTE_MS,
  }));
  const farms: Farm[] = [];
  for (let number = 0; number < FARMS; number += 1) {
    const farmId = await aFarm(store, { ownerId: 1 });
    const { key } = await createDevice(store, { farmId, code: 'n1', name: 'n1', channels }, Date.now());
    farms.push({ farmId, key, codes });
  }
  await store.close();
  return farms;
}

type Asked = { farms: readonly Farm[]; count: number; isShared: boolean; begin: number };

async function measure(dataDir: string, { farms, count, isShared, begin }: Asked): Promise<void> {
  const servers: ServerProcess[] = [];
  for (let number = 0; number < count; number += 1)
    servers.push(await startOn(dataDir, count > 1 ? { PROCESSES: 'many' } : {}));
  const clients = servers.map(({ url }) => httpClient(url));
  const cpu = () => servers.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? Number.NaN), 0);
  const asking = benchClient();
  await asking.connect();
  const deadlocks = async () => Number((await asking.query(DEADLOCKS)).rows[0].deadlocks);
  const takes: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let call = next++; call < CALLS; call = next++) {
      const farm = farms[call % farms.length];
      const client = clients[(isShared ? call : call % farms.length) % count];
      if (!farm || !client) return;
      const from = begin + Math.floor(call / farms.length) * MINUTES * MINUTE_MS;
      const asked = performance.now();
      const { status, text } = await client.post('/api/ingest', farm.key, bodyOf(farm, from));
      takes.push(performance.now() - asked);
      if (status !== 200) throw new Error(`a call was answered ${status}: ${text().slice(0, 300)}`);
    }
  };
  try {
    const [cpuBefore, deadlocksBefore] = [cpu(), await deadlocks()];
    const sampling = sampleWaits(asking);
    const started = performance.now();
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const seconds = (performance.now() - started) / 1_000;
    const waits = await sampling.end();
    console.log(
      `  ${count} process${count > 1 ? 'es' : ''}: ${whole((CALLS * SENSORS * MINUTES) / seconds)} readings/s, ` +
        `a call ${spread(takes)}, ${(cpu() - cpuBefore).toFixed(1)} s of processors in ${seconds.toFixed(1)} s, ` +
        `${(await deadlocks()) - deadlocksBefore} deadlocks; waiting on average ${waits}`,
    );
  } finally {
    await asking.end();
    for (const server of servers) {
      server.kill('SIGTERM');
      await server.gone;
    }
  }
}

const bodyOf = ({ codes }: Farm, from: number): string => {
  const rows = [...readings(codes.length, { from, to: from + MINUTES * MINUTE_MS })];
  return JSON.stringify({ readings: rows.map(({ sensor, at, value }) => ({ sensor: codes[sensor], at, value })) });
};

/** Looks again and again at who waits. The end tells how many transactions waited on average, by what they waited for. */
function sampleWaits(asking: pg.Client): { end(): Promise<string> } {
  const sums = { farms: 0, turns: 0, rows: 0 };
  let samples = 0;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const [row] = (await asking.query<Waits>(WAITS)).rows;
      for (const what of ['farms', 'turns', 'rows'] as const) sums[what] += Number(row?.[what]);
      samples += 1;
      await new Promise((resolve) => setTimeout(resolve, SAMPLED_EVERY_MS));
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      const mean = (what: keyof typeof sums) => (sums[what] / samples).toFixed(2);
      return `${mean('farms')} for a farm, ${mean('turns')} for a turn, ${mean('rows')} for a row`;
    },
  };
}

import { areaValues, record } from '#contract/monitor/monitor.ts';
import { innerStatistics } from '#contract/monitor/statistics.ts';
import { tilesOf } from '#contract/series/tile.ts';
import { monitorTiles } from '#contract/series/tile-calls.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type BenchStore, LOGIN, PASSWORD, withServer } from './bench-store.ts';
import { httpClient, signInAs } from './http-client.ts';
import { cpuSeconds, spread, whole } from './machine.ts';

const QUESTIONS = 50;
const WARM_UP = 3;

/** Queries of the screens on the store that `ingest` has loaded: over HTTP, signed in, one after another. */
export async function benchQueries(bench: BenchStore): Promise<void> {
  const days = Math.round((bench.to - bench.from) / DAY_MS);
  const rows = (days * 1_440 * bench.devices.flatMap(({ channels }) => channels).length) / 1e6;
  console.log(`  store: ${days} days, ${rows.toFixed(1)} million readings`);
  await withServer(bench.dataDir, async ({ url, pid }) => {
    const client = httpClient(url);
    const { token } = await signInAs(url, LOGIN, PASSWORD);
    for (const [title, ask] of questions(bench)) {
      const takes: number[] = [];
      let length = 0;
      let onTheWire = 0;
      let cpuBefore = 0;
      for (let turn = -WARM_UP; turn < QUESTIONS; turn += 1) {
        if (turn === 0) cpuBefore = cpuSeconds(pid) ?? Number.NaN;
        const path = ask();
        const asked = performance.now();
        const { status, bytes, text } = await client.get(path, token);
        const take = performance.now() - asked;
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text().slice(0, 300)}`);
        if (turn < 0) continue;
        takes.push(take);
        length += text().length;
        onTheWire += bytes;
      }
      const cpu = (((cpuSeconds(pid) ?? Number.NaN) - cpuBefore) * 1_000) / QUESTIONS;
      console.log(
        `  ${title.padEnd(28)} ${spread(takes)}; ${whole(length / QUESTIONS / 1_000)} kB (${(onTheWire / QUESTIONS / 1_000).toFixed(1)} on the wire), server ${cpu.toFixed(1)} ms`,
      );
    }
    client.close();
  });
}

/** Titles, and a function for the next URL of that kind. */
function questions({ devices, farmId, from, to }: BenchStore): [string, () => string][] {
  const next = seededRandom(2);
  const pick = (count: number) => Math.floor(next() * count);
  const indexes = devices.flatMap(({ channels }) => channels.map(({ index }) => index));
  const someSensors = (count: number) => {
    const rest = [...indexes];
    return Array.from({ length: count }, () => rest.splice(pick(rest.length), 1)[0] ?? 0);
  };
  /** Whole Seoul days within the store; a range that is too long ends with it. */
  const asked = (sensors: number, days: number) => () => {
    const room = Math.max(0, Math.floor((to - from) / DAY_MS) - days);
    const last = to - pick(room + 1) * DAY_MS - 1;
    const range = { begin: seoulDate(last - (days - 1) * DAY_MS), end: seoulDate(last) };
    return urlOf(record, {}, { sensors: someSensors(sensors), ...range });
  };
  /** The hourly tiles of thirty days of eight sensors. */
  const someTiles = () => {
    const end = to - pick(Math.max(1, Math.floor((to - from) / DAY_MS) - 30)) * DAY_MS;
    const tiles = tilesOf(end - 30 * DAY_MS, end, '1h');
    return urlOf(monitorTiles, {}, { farmIndex: farmId, channels: someSensors(8), level: '1h', tiles });
  };
  const someMonth = () => seoulDate(to - pick(Math.ceil((to - from) / DAY_MS)) * DAY_MS).slice(0, 7);
  return [
    ['1 sensor, 1 day, raw', asked(1, 1)],
    ['8 sensors, 30 days, hourly', asked(8, 30)],
    ['8 sensors, 365 days, daily', asked(8, 365)],
    ['8 sensors, 30 days, tiles', someTiles],
    ['statistics of a month', () => urlOf(innerStatistics, {}, { farmIndex: farmId, baseDate: someMonth() })],
    ['newest values of 40 sensors', () => urlOf(areaValues, { farmId })],
  ];
}

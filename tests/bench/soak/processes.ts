import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { engine, envOf } from '../bench-store.ts';

const METRICS_TOKEN = 'bench';

/** One server on SQLite, two on PostgreSQL. `clock`: from when their time passes how much faster. */
export async function withProcesses<T>(
  dataDir: string,
  clock: { from: number; pace: number } | undefined,
  use: (servers: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  const preload = path.resolve('tests/bench/soak/clock.mjs');
  const env = {
    ...envOf(dataDir),
    METRICS_TOKEN,
    // What the outage has brought is dropped in the hours after it.
    RETENTION_RAW_DAYS: clock ? '4' : '5',
    ...(engine === 'postgres' && { PROCESSES: 'many' }),
    ...(clock && {
      NODE_OPTIONS: `--import=${preload}`,
      BENCH_CLOCK: `${clock.from} ${Date.now()} ${clock.pace}`,
    }),
  };
  const servers: ServerProcess[] = [];
  try {
    for (let n = 0; n < (engine === 'postgres' ? 2 : 1); n += 1) servers.push(await startServerProcess(env));
    return await use(servers);
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    for (const server of servers) await server.gone;
    const printed = servers.map(({ output }) => output()).join('');
    if (printed.includes('"level":50')) console.log(`  errors of the server:\n${printed.slice(0, 2_000)}`);
  }
}

/** Memory of its own, MB: without pages of mapped files. */
export function ownMemory({ pid }: ServerProcess): number {
  const [, kB = 'NaN'] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1_024;
}

/** What the one thread of a process has done since this was asked last. */
export async function askMetrics({ url }: ServerProcess): Promise<{ longestHoldMs: number; heapMb: number }> {
  const text = await (
    await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    longestHoldMs: figure('nodejs_eventloop_lag_max_seconds') * 1_000,
    heapMb: figure('nodejs_heap_size_used_bytes') / 1_048_576,
  };
}

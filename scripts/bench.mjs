// npm run bench: prints figures and judges nothing. Parts by name, all without one:
//   npm run bench -- ingest queries --days 365     40 sensors over a year: 21 million readings
//   npm run bench -- soak --hours 2     a region for two hours of 24, in 20 minutes, after an outage; only when named
//   DATABASE_URL=postgres://… npm run bench -- ingest queries     the same in a database of its own, onsil_bench
//   npm run bench -- soak --postgres     the same on a PostgreSQL that is started for it, from the programs in POSTGRES_BIN
import { parseArgs } from 'node:util';
import { ensureBrowsers, ensureDependencies, ensurePostgres, root } from './setup.mjs';

const count = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { days: count, hours: count, farms: count, streams: count, pace: count, postgres: { type: 'boolean' } },
});
const { postgres, ...counts } = values;
const { days, ...soak } = Object.fromEntries(
  Object.entries({ days: 30, hours: 24, farms: 1_000, streams: 5_000, pace: 6, ...counts }).map(([name, value]) => [
    name,
    Number(value),
  ]),
);
ensureDependencies();
const { runnerImport } = await import('vite');
const cluster = postgres && (await startPostgres());
await run().finally(() => cluster?.remove());

async function run() {
  const { module } = await runnerImport('./tests/bench/main.ts', { root, logLevel: 'error' });
  const unknown = positionals.filter((name) => !module.partNames.includes(name));
  if (unknown.length > 0 || [days, ...Object.values(soak)].some((one) => !(Number.isInteger(one) && one >= 1))) {
    console.error(`usage: npm run bench -- [${module.partNames.join(' ')}] [--days 30] [--postgres]`);
    console.error('       of soak: [--hours 24] [--farms 1000] [--streams 5000] [--pace 6]');
    process.exitCode = 2;
    return;
  }
  if (
    positionals.length === 0 ||
    positionals.some((name) => ['weight', 'chart', 'weather', 'calendar', 'outbox'].includes(name))
  )
    Object.assign(process.env, ensureBrowsers());
  const { build } = await import('./build.mjs');
  await build();
  await module.bench(positionals, days, root, soak);
}

/** It flushes to the disk like one that serves farms. */
async function startPostgres() {
  process.env.POSTGRES_BIN = ensurePostgres();
  const { module: clusters } = await runnerImport('./tests/support/store/postgres-cluster.ts', {
    root,
    logLevel: 'error',
  });
  const started = await clusters.startCluster({ fsync: 'on', shared_buffers: '512MB' });
  process.env.DATABASE_URL = started.url;
  return started;
}

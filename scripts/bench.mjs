// npm run bench: prints figures and judges nothing. Parts by name, all without one:
//   npm run bench -- ingest queries --days 365     40 sensors over a year: 21 million readings
//   DATABASE_URL=postgres://… npm run bench -- ingest queries     the same in a database of its own, onsil_bench
import { parseArgs } from 'node:util';
import { ensureBrowsers, ensureDependencies, root } from './setup.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { days: { type: 'string' } } });
const days = Number(values.days ?? 30);
ensureDependencies();
const { runnerImport } = await import('vite');
const { module } = await runnerImport('./tests/bench/main.ts', { root, logLevel: 'error' });
const unknown = positionals.filter((name) => !module.partNames.includes(name));
if (unknown.length > 0 || !Number.isInteger(days) || days < 1) {
  console.error(`usage: npm run bench -- [${module.partNames.join(' ')}] [--days 30]`);
  process.exit(2);
}
if (
  positionals.length === 0 ||
  positionals.some((name) => ['weight', 'chart', 'weather', 'calendar', 'outbox'].includes(name))
)
  Object.assign(process.env, ensureBrowsers());
const { build } = await import('./build.mjs');
await build();
await module.bench(positionals, days, root);

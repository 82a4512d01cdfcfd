// npm run test:faults -- --seeds 200: the faults that can meet the outbox, each with so many seeds, as a table.
import { parseArgs } from 'node:util';
import { ensureDependencies, root } from './setup.mjs';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '20' } } });
const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 1) {
  console.error('usage: npm run test:faults -- [--seeds 20]');
  process.exit(2);
}
ensureDependencies();
const { runnerImport } = await import('vite');
const { module } = await runnerImport('./tests/faults/outbox/main.ts', { root, logLevel: 'error' });
for await (const { text, isWell } of module.tableOfFaults(seeds)) {
  console.log(text);
  if (!isWell) process.exitCode = 1;
}

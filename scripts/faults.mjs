// npm run test:faults -- --seeds 200: runs every outbox fault with 200 seeds, and prints a table.
// npm run test:faults -- --lives 2000 [--seed 1]: simulates 2000 lives of a commanded farm with all faults.
import { parseArgs } from 'node:util';
import { ensureDependencies, root } from './setup.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    lives: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const [seeds, lives, seed] = [values.seeds, values.lives, values.seed].map(Number);
if (!(seeds >= 1 && lives >= 0 && seed >= 1) || ![seeds, lives, seed].every(Number.isInteger)) {
  console.error('usage: npm run test:faults -- [--seeds 20] | --lives 2000 [--seed 1]');
  process.exit(2);
}
ensureDependencies();
const { runnerImport } = await import('vite');
const load = async (file) => (await runnerImport(file, { root, logLevel: 'error' })).module;
const table =
  lives > 0
    ? (await load('./tests/faults/control/main.ts')).tableOfLives(lives, seed)
    : (await load('./tests/faults/outbox/main.ts')).tableOfFaults(seeds);
for await (const { text, isWell } of table) {
  console.log(text);
  if (!isWell) process.exitCode = 1;
}

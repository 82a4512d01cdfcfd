// npm run test:faults -- --seeds 200: runs every outbox fault with 200 seeds, and prints a table.
// npm run test:faults -- --kills 200 [--seed 1]: pulls server, broker, controller or line 200 times, as processes.
// npm run test:faults -- --lives 20000 [--seed 1]: simulates so many lives of a commanded farm with all faults.
// npm run test:faults -- --readings 200 [--seed 1]: lives of a farm's readings, killed again and again, against a list
//   in memory; on PostgreSQL: READINGS_SEEDS=200 npm run test:postgres -- tests/contract/tile-model.test.ts
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies, root } from './setup.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    lives: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
    readings: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const numbers = [values.seeds, values.lives, values.kills, values.readings, values.seed].map(Number);
const [seeds, lives, kills, readings, seed] = numbers;
if (!(seeds >= 1 && lives >= 0 && kills >= 0 && readings >= 0 && seed >= 1) || !numbers.every(Number.isInteger)) {
  console.error('usage: npm run test:faults -- [--seeds 20] | --lives 20000 | --kills 200 | --readings 200 [--seed 1]');
  process.exit(2);
}
ensureDependencies();
const { runnerImport } = await import('vite');
const load = async (file) => (await runnerImport(file, { root, logLevel: 'error' })).module;
if (lives > 0) {
  process.exitCode = await (await load('./tests/faults/control/main.ts')).runLives(lives, seed);
} else if (kills > 0) {
  const { build } = await import('./build.mjs');
  await build();
  const test = ['--config', 'tests/faults/vitest.config.ts', 'tests/faults/controller-kills.test.ts'];
  process.exitCode = runTest(test, { CONTROL_KILLS: String(kills), CONTROL_SEED: String(seed) });
} else if (readings > 0) {
  const test = ['--testTimeout', '0', 'tests/contract/tile-model.test.ts'];
  process.exitCode = runTest(test, { READINGS_SEEDS: String(readings), READINGS_SEED: String(seed) });
} else {
  for await (const { text, isWell } of (await load('./tests/faults/outbox/main.ts')).tableOfFaults(seeds)) {
    console.log(text);
    if (!isWell) process.exitCode = 1;
  }
}

function runTest(args, more) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, ...more };
  return spawnSync(process.execPath, [vitest, 'run', ...args], { cwd: root, env, stdio: 'inherit' }).status;
}

import os from 'node:os';
import { backUp } from './backup/operator.ts';

// Whoever reads and writes goes first.
os.setPriority(os.constants.priority.PRIORITY_LOW);
process.exitCode = await backUp({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  now: Date.now,
});

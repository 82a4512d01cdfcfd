import os from 'node:os';
import { backUp } from './backup/operator.ts';

// The running server has priority over the backup.
os.setPriority(os.constants.priority.PRIORITY_LOW);
process.exitCode = await backUp({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  now: Date.now,
});

import { restore } from './backup/operator.ts';

process.exitCode = await restore({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  now: Date.now,
});

import { move } from './move/operator.ts';

process.exitCode = await move({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  now: Date.now,
});

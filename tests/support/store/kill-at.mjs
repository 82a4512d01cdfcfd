// node --import kill-at.mjs program.js: ends the process with SIGKILL before the disk operation whose number is
// KILL_AT.
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.KILL_AT);

function counted(work) {
  return (...given) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return work(...given);
  };
}

for (const name of ['link', 'mkdir', 'open', 'rename', 'rm']) files[name] = counted(files[name]);
syncBuiltinESMExports();
// The backup sleeps between slices of a database.
Atomics.wait = counted(Atomics.wait);

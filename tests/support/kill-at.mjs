// node --import kill-at.mjs program.js: the process ends as by SIGKILL before the change of the disk that KILL_AT counts.
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
// Between the slices of a database it sleeps.
Atomics.wait = counted(Atomics.wait);

// Preloaded into a server: notes the longest turn of its event loop in processor time, which other programs on the
// machine hardly change, and writes it into the file TURNS when it gets SIGUSR2.
import { readFileSync, writeFileSync } from 'node:fs';

const ofThread = `/proc/self/task/${process.pid}/schedstat`;
const takenMs = () => Number(readFileSync(ofThread, 'utf8').split(' ')[0]) / 1e6;

let [longest, before] = [0, takenMs()];
const look = () => {
  const now = takenMs();
  longest = Math.max(longest, now - before);
  before = now;
};
const next = () =>
  setTimeout(() => {
    look();
    setImmediate(next);
  }, 1).unref();
next();
process.on('SIGUSR2', () => {
  look();
  writeFileSync(process.env.TURNS ?? '', `${longest.toFixed(1)} ms`);
  longest = 0;
});

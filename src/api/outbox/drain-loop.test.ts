import { expect, test } from 'vitest';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { createDrainLoop } from './drain-loop.ts';

test('a request at any moment is followed by a drain, though another one is just ending', async () => {
  for (let beats = 0; beats < 12; beats += 1) {
    let drains = 0;
    const start = createDrainLoop({
      async drain() {
        drains += 1;
        return { end: 'idle', nextAt: null };
      },
      timers: manualTimers(),
      now: () => 0,
    });
    void start(false);
    for (let at = 0; at < beats; at += 1) await null;
    const before = drains;
    await start(false);
    expect(drains, `${beats} beats later`).toBeGreaterThan(before);
  }
});

test('a drain for nobody, or with a storage that hangs, ends what was asked, and the next request begins anew', async () => {
  const outcomes = [null, Promise.reject(new Error('hangs')), Promise.resolve({ end: 'idle', nextAt: null } as const)];
  let drains = 0;
  const start = createDrainLoop({
    drain() {
      drains += 1;
      return outcomes[drains - 1] ?? null;
    },
    timers: manualTimers(),
    now: () => 0,
  });
  for (const count of [1, 2, 3]) {
    await start(false);
    expect(drains).toBe(count);
  }
});

test('a drain that met a storage that hangs is tried again after growing pauses, until the storage answers', async () => {
  const timers = manualTimers();
  const begunAt = timers.now();
  const drainedAfter: number[] = [];
  const start = createDrainLoop({
    async drain() {
      drainedAfter.push(timers.now() - begunAt);
      if (drainedAfter.length <= 2) throw new Error('hangs');
      return { end: 'idle', nextAt: null };
    },
    timers,
    now: timers.now,
  });
  await start(false);
  await timers.pass(60_000);
  expect(drainedAfter).toEqual([0, 5_000, 15_000]);
  expect(timers.waiting()).toBe(0);
});

test('nobody who is signed in is no failure: the next sign-in asks', async () => {
  const timers = manualTimers();
  await createDrainLoop({ drain: () => null, timers, now: timers.now })(false);
  expect(timers.waiting()).toBe(0);
});

import { expect, test } from 'vitest';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { type Locks, withSessionLock } from './session-lock.ts';

/** Web Locks as far as they are used: one holder, the next waits, and waiting can be aborted. */
function someLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  const request = async (_: string, options: LockOptions, run: LockGrantedCallback<unknown>) => {
    const before = last;
    let free = () => {};
    last = new Promise<void>((resolve) => {
      free = resolve;
    });
    const givenUp = new Promise<never>((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
    await Promise.race([before, givenUp]);
    try {
      return await run(null);
    } finally {
      free();
    }
  };
  // The browser's function has more overloads than the one that is used.
  return { request: request as Locks['request'] };
}

test('lets one change of user follow the other', async () => {
  const locks = someLocks();
  const timers = manualTimers();
  const done: string[] = [];
  const step = (name: string) => async () => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(`${name} ends`);
  };
  await Promise.all(['A', 'B'].map((name) => withSessionLock(locks, timers, step(name))));
  expect(done).toEqual(['A begins', 'A ends', 'B begins', 'B ends']);
});

test('does not wait for ever for a tab that sleeps', async () => {
  const locks = someLocks();
  const timers = manualTimers();
  void withSessionLock(locks, timers, () => new Promise(() => {}));
  const second = withSessionLock(locks, timers, async () => 'done');
  await timers.pass(10_000);
  expect(await second).toBe('done');
});

test('passes a failure on and runs nothing twice', async () => {
  let runs = 0;
  const failing = async () => {
    runs++;
    throw new Error('hung');
  };
  await expect(withSessionLock(someLocks(), manualTimers(), failing)).rejects.toThrow('hung');
  expect(runs).toBe(1);
});

test('runs where the browser has no locks', async () => {
  expect(await withSessionLock(undefined, manualTimers(), async () => 1)).toBe(1);
});

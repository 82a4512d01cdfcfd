import { expect, test } from 'vitest';
import { manualTimers } from '../../tests/support/manual-timers.ts';
import { createGuard, StorageHangError, withTimeout } from './with-timeout.ts';

const never = () => new Promise<never>(() => {});

function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}

function aDatabase() {
  const done: string[] = [];
  return {
    done,
    close: () => void done.push('close'),
    open: async () => void done.push('open'),
  };
}

test('gives up an operation that never ends when its limit is over', async () => {
  const timers = manualTimers();
  const outcome = withTimeout(never, 3_000, timers).catch((error: unknown) => error);
  await timers.pass(2_999);
  expect(timers.waiting()).toBe(1);
  await timers.pass(1);
  expect(await outcome).toBeInstanceOf(StorageHangError);
});

test('leaves no timer behind an operation that ended', async () => {
  const timers = manualTimers();
  expect(await withTimeout(async () => 7, 3_000, timers)).toBe(7);
  expect(timers.waiting()).toBe(0);
});

test('closes, opens again and succeeds when the storage hung once', async () => {
  const timers = manualTimers();
  const db = aDatabase();
  let tries = 0;
  const outcome = createGuard(db, timers)(() => (tries++ === 0 ? never() : Promise.resolve('row')), 3_000);
  await timers.pass(3_000);
  expect(await outcome).toBe('row');
  expect(db.done).toEqual(['close', 'open']);
});

test.each(['UnknownError', 'InvalidStateError', 'DatabaseClosedError'])('tries once more after %s', async (name) => {
  const db = aDatabase();
  let tries = 0;
  const op = async () => {
    if (tries++ === 0) throw named(name);
    return 'row';
  };
  expect(await createGuard(db, manualTimers())(op, 3_000)).toBe('row');
});

test('does not repeat an operation that failed for a reason of its own', async () => {
  const db = aDatabase();
  let tries = 0;
  const op = async () => {
    tries++;
    throw named('ConstraintError');
  };
  await expect(createGuard(db, manualTimers())(op, 3_000)).rejects.toThrow('ConstraintError');
  expect(tries).toBe(1);
  expect(db.done).toEqual([]);
});

test('gives up for good when the storage hangs twice', async () => {
  const timers = manualTimers();
  const outcome = createGuard(aDatabase(), timers)(never, 3_000).catch((error: unknown) => error);
  await timers.pass(6_000);
  expect(await outcome).toBeInstanceOf(StorageHangError);
});

test('opens the database once for operations that hung together', async () => {
  const timers = manualTimers();
  const db = aDatabase();
  const guard = createGuard(db, timers);
  const ops = [1, 2, 3].map((value) => {
    let tries = 0;
    return guard(() => (tries++ === 0 ? never() : Promise.resolve(value)), 3_000);
  });
  await timers.pass(3_000);
  expect(await Promise.all(ops)).toEqual([1, 2, 3]);
  expect(db.done).toEqual(['close', 'open']);
});

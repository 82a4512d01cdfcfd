import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { errors } from '#contract/wire/errors.ts';
import { aQueryClient } from '../../../tests/support/app/query-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { ApiError, NoAnswerError } from '../call/errors.ts';
import { createRetryLater } from './retry-later.ts';

const refusal = (code: 'INTERNAL' | 'NOT_FOUND') =>
  new ApiError(
    { code, status: errors[code].status, message: errors[code].message, requestId: 'r' },
    errors[code].status,
  );

function aScreen(read: () => Promise<unknown>) {
  const timers = manualTimers();
  const flags = { isVisible: true, isReachable: true };
  const retryLater = createRetryLater({
    timers,
    isVisible: () => flags.isVisible,
    isReachable: () => flags.isReachable,
  });
  const client = aQueryClient({ retryLater });
  let asked = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['GET /api/farms'],
    queryFn: () => {
      asked++;
      return read();
    },
  });
  const leave = observer.subscribe(() => {});
  return { timers, flags, client, retryLater, leave, asked: () => asked, result: () => observer.getCurrentResult() };
}

test('shows an error at once and tries again after five seconds', async () => {
  const screen = aScreen(() => Promise.reject(new NoAnswerError('offline')));
  await screen.timers.pass(0);
  expect(screen.result()).toMatchObject({ status: 'error', error: { reason: 'offline' } });
  await screen.timers.pass(4_999);
  expect(screen.asked()).toBe(1);
  await screen.timers.pass(1);
  expect(screen.asked()).toBe(2);
});

test('becomes slower and never stops while somebody looks', async () => {
  const screen = aScreen(() => Promise.reject(refusal('INTERNAL')));
  await screen.timers.pass(0);
  await screen.timers.pass(145_000);
  expect(screen.asked()).toBe(1 + 7);
  await screen.timers.pass(600_000);
  expect(screen.asked()).toBe(1 + 7 + 10);
});

test('goes back to five seconds after a success', async () => {
  let isBad = true;
  const screen = aScreen(() => (isBad ? Promise.reject(new NoAnswerError('offline')) : Promise.resolve(1)));
  await screen.timers.pass(35_000);
  isBad = false;
  await screen.timers.pass(60_000);
  expect(screen.result().status).toBe('success');
  const before = screen.asked();
  isBad = true;
  await screen.client.refetchQueries();
  await screen.timers.pass(5_000);
  expect(screen.asked()).toBe(before + 2);
});

test('does not repeat what cannot succeed', async () => {
  const screen = aScreen(() => Promise.reject(refusal('NOT_FOUND')));
  await screen.timers.pass(600_000);
  expect(screen.asked()).toBe(1);
});

test('does not repeat for a screen that was left, hidden or cut off', async () => {
  const screen = aScreen(() => Promise.reject(new NoAnswerError('offline')));
  await screen.timers.pass(0);
  screen.flags.isVisible = false;
  await screen.timers.pass(5_000);
  screen.flags.isVisible = true;
  screen.flags.isReachable = false;
  await screen.timers.pass(60_000);
  expect(screen.asked()).toBe(1);
  screen.leave();
  screen.retryLater.retryAll(screen.client);
  await screen.timers.pass(60_000);
  expect(screen.asked()).toBe(1);
});

test('tries what failed again when the connection is back, and nothing else', async () => {
  const failing = aScreen(() => Promise.reject(new NoAnswerError('offline')));
  await failing.timers.pass(0);
  failing.retryLater.retryAll(failing.client);
  await failing.timers.pass(0);
  expect(failing.asked()).toBe(2);
  const fine = aScreen(() => Promise.resolve(1));
  await fine.timers.pass(0);
  fine.retryLater.retryAll(fine.client);
  await fine.timers.pass(0);
  expect(fine.asked()).toBe(1);
});

test('asks once for questions within two seconds', async () => {
  const screen = aScreen(() => Promise.resolve(1));
  await screen.timers.pass(0);
  const again = new QueryObserver(screen.client, { queryKey: ['GET /api/farms'], queryFn: () => Promise.resolve(2) });
  again.subscribe(() => {});
  await screen.timers.pass(0);
  expect(again.getCurrentResult().data).toBe(1);
});

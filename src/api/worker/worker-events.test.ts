import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { NoAnswerError } from '../call/errors.ts';
import { createFreshness } from '../call/freshness.ts';
import { createWorkerEventReader, refreshMissed } from './worker-events.ts';

const url = '/api/sensor-value/group/area/farm/1';
const key = ['GET values', { farmId: 1 }];

function aPage() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  const done: unknown[] = [];
  let at = 0;
  const copy = { value: ['newer'], fetchedAt: 9, from: 'device' as const };
  const meta = { url, isPersisted: false, isKept: true, ask: async () => copy };
  queryClient.getQueryCache().build(queryClient, { queryKey: key, meta });
  queryClient.setQueryData(key, { value: ['older'], fetchedAt: 1, from: 'device' });
  const freshness = createFreshness(() => at);
  const read = createWorkerEventReader({
    queryClient,
    call: () => Promise.reject(new Error('the copy is asked for')),
    freshness,
    session: {
      uid: () => 'A',
      refresh: async () => void done.push('refresh'),
      droppedElsewhere: async (uid) => void done.push(`dropped ${uid}`),
    },
    report: (reason) => void done.push(reason),
    now: () => at,
  });
  return { queryClient, read, done, copy, freshness, pass: (ms: number) => (at += ms) };
}

test('shows the newer copy without asking the server', async () => {
  const { queryClient, read, copy } = aPage();
  await read({ type: 'updated', uid: 'A', key: url });
  expect(queryClient.getQueryData(key)).toEqual(copy);
});

test('takes no copy over what the server has answered since', async () => {
  const { queryClient, read, copy } = aPage();
  const answered = { value: ['written'], fetchedAt: copy.fetchedAt + 1, from: 'network' as const };
  queryClient.setQueryData(key, answered);
  await read({ type: 'updated', uid: 'A', key: url });
  expect(queryClient.getQueryData(key)).toEqual(answered);
});

test('asks the server itself after another window or the worker has sent something', async () => {
  const { queryClient, read, freshness } = aPage();
  expect(freshness.isWanted()).toBe(false);
  await read({ type: 'sent', uid: 'A' });
  expect(freshness.isWanted()).toBe(true);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('catches up with what the worker told before anybody listened', async () => {
  const { queryClient, copy } = aPage();
  const gone = ['GET crop', { id: 1 }];
  const ask = () => Promise.reject(new NoAnswerError('offline'));
  queryClient
    .getQueryCache()
    .build(queryClient, { queryKey: gone, meta: { url: '/api/crops/1', isPersisted: false, isKept: true, ask } });
  queryClient.setQueryData(gone, { value: 'deleted since', fetchedAt: 1, from: 'device' });
  await refreshMissed({ queryClient, call: () => Promise.reject(new Error('the copy is asked for')) });
  expect(queryClient.getQueryData(key)).toEqual(copy);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  expect(queryClient.getQueryState(gone)?.isInvalidated).toBe(true);
});

/** A read of a page that is opening: it will be answered with the copy of a crop that is gone. */
function openingPage(queryClient: QueryClient) {
  const gone = ['GET crop', { id: 1 }];
  const meta = {
    url: '/api/crops/1',
    isPersisted: false,
    isKept: true,
    ask: () => Promise.reject(new NoAnswerError('offline')),
  };
  let answer = () => {};
  const reading = queryClient.fetchQuery({
    queryKey: gone,
    meta,
    queryFn: () =>
      new Promise((resolve) => {
        answer = () => resolve({ value: 'deleted since', fetchedAt: 1, from: 'device' });
      }),
  });
  const answered = async () => {
    answer();
    await reading;
  };
  return { answered, isAskedAgain: () => queryClient.getQueryState(gone)?.isInvalidated };
}

test('asks again for what is gone when the page that is opening has got its copy', async () => {
  const { queryClient, read } = aPage();
  const { answered, isAskedAgain } = openingPage(queryClient);
  await read({ type: 'removed', uid: 'A', key: '/api/crops/1' });
  await answered();
  await expect.poll(isAskedAgain).toBe(true);
});

test('also when nobody listened as it was told', async () => {
  const { queryClient } = aPage();
  const { answered, isAskedAgain } = openingPage(queryClient);
  await refreshMissed({ queryClient, call: () => Promise.reject(new Error('the copy is asked for')) });
  await answered();
  await expect.poll(isAskedAgain).toBe(true);
});

test('does not listen to what is told about other users', async () => {
  const { queryClient, read, done } = aPage();
  await read({ type: 'updated', uid: 'B', key: url });
  await read({ type: 'auth-required', uid: 'B' });
  expect(queryClient.getQueryData(key)).toMatchObject({ value: ['older'] });
  expect(done).toEqual([]);
});

test('asks the session for a refused token, but not in a loop', async () => {
  const { read, done, pass } = aPage();
  await read({ type: 'auth-required', uid: 'A' });
  await read({ type: 'auth-required', uid: 'A' });
  expect(done).toEqual(['refresh']);
  pass(30_000);
  await read({ type: 'identity-changed', uid: 'A' });
  expect(done).toEqual(['refresh', 'refresh']);
});

test('passes on how the worker reached the server, and who was removed elsewhere', async () => {
  const { read, done } = aPage();
  await read({ type: 'reach', reason: 'timeout' });
  await read({ type: 'reach', reason: null });
  await read({ type: 'epoch', uid: 'A' });
  expect(done).toEqual(['timeout', null, 'dropped A']);
});

test('asks again for what the server no longer has', async () => {
  const { queryClient, read } = aPage();
  await read({ type: 'removed', uid: 'A', key: url });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test.each([[null], ['updated'], [{ type: 'updated', uid: 'A' }], [{ type: 'other', uid: 'A', key: url }]])(
  'leaves %j alone',
  async (message) => {
    const { queryClient, read, done } = aPage();
    await read(message);
    expect(queryClient.getQueryData(key)).toMatchObject({ value: ['older'] });
    expect(done).toEqual([]);
  },
);

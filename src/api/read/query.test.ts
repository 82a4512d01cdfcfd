import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { shellFarms } from '#contract/farm/farm.ts';
import { getFarm } from '#contract/farm/farm-manage.ts';
import { record } from '#contract/monitor/monitor.ts';
import { errors } from '#contract/wire/errors.ts';
import { aQueryClient } from '../../../tests/support/app/query-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { ApiError } from '../call/errors.ts';
import { readQuery } from './query.ts';
import { followConnection, throttleFocus } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
});

test('names a read by method, path and what was asked', () => {
  expect(readQuery(getFarm, { params: { id: 3 } }).queryKey).toEqual(['GET /api/farms/{id}', { id: 3 }, {}]);
});

test('knows the address under which the worker keeps the answer', () => {
  const asked = { begin: '2026-11-20', end: '2026-11-21', sensors: '2,1', devices: '' };
  const { meta } = readQuery(record, { query: asked });
  expect(meta?.url).toBe('/api/monitor/record?begin=2026-11-20&devices=&end=2026-11-21&sensors=2%2C1');
  expect(meta).toMatchObject({ isKept: true, isPersisted: false });
});

test('lets localStorage keep the boot reads only, and never collects those', () => {
  const farms = readQuery(shellFarms, {});
  expect(farms.meta?.isPersisted).toBe(true);
  expect(farms.gcTime).toBe(Number.POSITIVE_INFINITY);
  expect(readQuery(getFarm, { params: { id: 3 } }).gcTime).toBeUndefined();
});

test('has the specification’s defaults', () => {
  const { queries } = aQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ staleTime: 2_000, networkMode: 'offlineFirst', retry: false });
});

test.each([
  ['NOT_FOUND', false],
  ['FORBIDDEN', false],
  ['INTERNAL', true],
] as const)('after %s, what was read before goes on being shown: %s', async (code, isShown) => {
  const { status, message } = errors[code];
  const refused = new ApiError({ code, status, message, requestId: 'r1' }, status);
  const client = aQueryClient({ call: () => Promise.reject(refused) });
  const { queryKey, meta } = readQuery(getFarm, { params: { id: 3 } });
  const old = { value: '위미 농장', from: 'device', fetchedAt: 1 };
  const asked = { queryKey: [...queryKey], ...(meta && { meta }) };
  client.setQueryData(asked.queryKey, old, { updatedAt: 1 });
  await expect(client.fetchQuery<unknown>(asked)).rejects.toBe(refused);
  expect(client.getQueryData(asked.queryKey)).toEqual(isShown ? old : undefined);
  expect(client.getQueryState(queryKey)?.status).toBe('error');
});

test('refreshes when somebody looks, at most once in five seconds', async () => {
  const timers = manualTimers();
  let look = () => {};
  const onVisible = (listener: () => void) => {
    look = listener;
    return () => {};
  };
  let refreshed = 0;
  throttleFocus({ timers, now: timers.now, onVisible });
  const unsubscribe = focusManager.subscribe(() => refreshed++);
  look();
  expect(refreshed).toBe(1);
  await timers.pass(1_000);
  look();
  look();
  expect(refreshed).toBe(1);
  await timers.pass(4_000);
  expect(refreshed).toBe(2);
  unsubscribe();
});

test('goes by the connection as it was found, not by what the browser says', () => {
  let isUp = true;
  let tell = () => {};
  const heard: boolean[] = [];
  followConnection(
    () => isUp,
    (listener) => {
      tell = listener;
      return () => {};
    },
  );
  const unsubscribe = onlineManager.subscribe((isOnline) => heard.push(isOnline));
  isUp = false;
  tell();
  isUp = true;
  tell();
  expect(heard).toEqual([false, true]);
  unsubscribe();
});

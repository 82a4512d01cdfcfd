import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { shellFarms } from '#contract/farm/farm.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { aStorage } from '../../../tests/support/app/session-harness.ts';
import { readQuery } from '../read/query.ts';
import { createBootCache } from './boot-cache.ts';
import { createQueryCacheScope } from './query-cache-scope.ts';

const farms = readQuery(shellFarms, {});
const values = readQuery(areaValues, { params: { farmId: 1 } });
const farm = {
  index: 1,
  farmName: '한라 농장',
  right: 'own' as const,
  isSimulated: true,
  isMine: true,
};
const seen = { value: [farm], fetchedAt: 5, from: 'network' as const };

afterEach(() => vi.useRealTimers());

/** The persister uses the host's timers, so the test fakes those. */
function aPage(storage = aStorage()) {
  vi.useFakeTimers();
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  const timers = {
    after(ms: number, run: () => void) {
      const id = setTimeout(run, ms);
      return () => clearTimeout(id);
    },
  };
  const bootState = createBootCache({ queryClient, storage, timers });
  const memory = createQueryCacheScope(queryClient, bootState, { kept: () => {}, confirmed: () => {} });
  /** A read as components make it: with the options that say whether it is persisted. */
  const read = <T>(options: { queryKey: readonly unknown[]; meta?: typeof farms.meta }, data: T) => {
    queryClient.getQueryCache().build(queryClient, { queryKey: options.queryKey, meta: options.meta });
    queryClient.setQueryData(options.queryKey, data);
  };
  return { storage, queryClient, memory, bootState, read };
}

const written = (storage: ReturnType<typeof aStorage>, uid: string) => storage.entries.get(`onsil.boot.${uid}`);

async function aVisit(uid: string) {
  const page = aPage();
  await page.memory.enter(uid);
  page.read(farms, seen);
  await vi.advanceTimersByTimeAsync(1_000);
  return page;
}

test('has menu and farms there at the next start, marked as coming from the device', async () => {
  const { storage } = await aVisit('A');
  const next = aPage(storage);
  await next.memory.enter('A');
  expect(next.queryClient.getQueryData(farms.queryKey)).toEqual({ ...seen, from: 'device' });
});

test('keeps nothing but the boot reads', async () => {
  const { storage, queryClient } = await aVisit('A');
  queryClient.getQueryCache().build(queryClient, { queryKey: values.queryKey, meta: values.meta });
  queryClient.setQueryData(values.queryKey, { value: [], fetchedAt: 5, from: 'network' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written(storage, 'A')).toContain('/api/farm');
  expect(written(storage, 'A')).not.toContain('/api/sensor-value');
});

test('writes nothing when only other reads have moved', async () => {
  const { storage, read } = await aVisit('A');
  const before = written(storage, 'A');
  read(values, { value: [], fetchedAt: 5, from: 'network' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written(storage, 'A')).toBe(before);
  read(farms, { ...seen, fetchedAt: 6 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written(storage, 'A')).not.toBe(before);
});

test('opens after a winter in a drawer', async () => {
  const { storage } = await aVisit('A');
  const next = aPage(storage);
  vi.setSystemTime(Date.now() + 300 * 86_400_000);
  await next.memory.enter('A');
  expect(next.queryClient.getQueryData(farms.queryKey)).toBeDefined();
});

test('gives another user nothing', async () => {
  const { storage } = await aVisit('A');
  const next = aPage(storage);
  await next.memory.enter('B');
  expect(next.queryClient.getQueryData(farms.queryKey)).toBeUndefined();
});

test('lets no late write bring a user back who has left', async () => {
  const { storage, queryClient, memory } = await aVisit('A');
  queryClient.setQueryData(farms.queryKey, { ...seen, fetchedAt: 6 });
  await memory.leave('A', true);
  // Nothing is ever written: the persister's second is over, the later check has not run.
  await vi.advanceTimersByTimeAsync(1_100);
  expect(written(storage, 'A')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written(storage, 'A')).toBeUndefined();
  expect(queryClient.getQueryData(farms.queryKey)).toBeUndefined();
});

test('removes again what another tab wrote while the user was leaving', async () => {
  const { storage, memory } = await aVisit('A');
  const late = written(storage, 'A') ?? '';
  await memory.leave('A', true);
  storage.setItem('onsil.boot.A', late);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(written(storage, 'A')).toBeUndefined();
});

test('does not take the boot state of a user who came back meanwhile', async () => {
  const { storage, memory, read } = await aVisit('A');
  await memory.leave('A', true);
  await memory.enter('A');
  read(farms, seen);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written(storage, 'A')).toContain('/api/farm');
});

test('keeps the boot state of a locked user for their return', async () => {
  const { storage, queryClient, memory } = await aVisit('A');
  await memory.leave('A', false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queryClient.getQueryData(farms.queryKey)).toBeUndefined();
  expect(written(storage, 'A')).toContain('/api/farm');
});

test('leaves the next user’s reads alone when a wipe ends late', async () => {
  const { queryClient, memory, read } = await aVisit('A');
  await memory.enter('B');
  read(farms, seen);
  await memory.leave('A', true);
  expect(queryClient.getQueryData(farms.queryKey)).toEqual(seen);
});

test.each([
  ['cut off', '{"timestamp":1,"bu'],
  ['something else', '[1,2]'],
  ['null', 'null'],
])('starts without boot state when it is %s', async (_, text) => {
  const storage = aStorage();
  storage.setItem('onsil.boot.A', text);
  const page = aPage(storage);
  await page.memory.enter('A');
  expect(page.queryClient.getQueryData(farms.queryKey)).toBeUndefined();
  page.read(farms, seen);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written(storage, 'A')).toContain('한라 농장');
});

test('leaves out what has the shape of an earlier version', async () => {
  const { storage } = await aVisit('A');
  storage.setItem('onsil.boot.A', (written(storage, 'A') ?? '').replaceAll('"isMine"', '"mine"'));
  const next = aPage(storage);
  await next.memory.enter('A');
  expect(next.queryClient.getQueryData(farms.queryKey)).toBeUndefined();
});

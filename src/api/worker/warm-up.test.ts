import { expect, test } from 'vitest';
import { shellFarms } from '#contract/farm/farm.ts';
import { record, targetList } from '#contract/monitor/monitor.ts';
import type { PostedAsk } from '#src/offline/messages.ts';
import { aQueryClient } from '../../../tests/support/app/query-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { readQuery } from '../read/query.ts';
import { createWarmUp, keysToWarm } from './warm-up.ts';

const farms = readQuery(shellFarms, {});
const seenRecord = readQuery(record, { query: { begin: '2026-11-20', end: '2026-11-21', sensors: '1', devices: '' } });
const now = Date.parse('2026-11-21T23:00:00+09:00');
const emptyRecord = readQuery(record, { query: { begin: '2026-11-20', end: '2026-11-21', sensors: '', devices: '' } });
const targets = readQuery(targetList, { query: { farmIndex: 1 } });

const farm = (index: number, isMine = true) => ({
  index,
  farmName: `농장 ${index}`,
  right: 'own' as const,
  isSimulated: false,
  isMine,
});

function aPage() {
  const queryClient = aQueryClient();
  const cache = queryClient.getQueryCache();
  for (const { queryKey, meta } of [farms, seenRecord, emptyRecord]) {
    cache.build<unknown, Error>(queryClient, { queryKey, meta, gcTime: Number.POSITIVE_INFINITY });
  }
  queryClient.setQueryData(farms.queryKey, {
    value: [farm(1), farm(2), farm(3, false)],
    fetchedAt: 1,
    from: 'network',
  });
  queryClient.setQueryData<unknown>([...seenRecord.queryKey], { value: {}, fetchedAt: 1, from: 'network' });
  return queryClient;
}

test('keeps what was read, every own farm’s newest values, calendars and weather, and asks for nothing nobody asked for', () => {
  expect(keysToWarm(aPage(), 'all', now).sort()).toEqual(
    [
      '/api/code/items/prefix/CRO',
      '/api/farm',
      '/api/farms/1/growth-calendar',
      '/api/farms/2/growth-calendar',
      '/api/forecast-record/simple-weather/1?date=2026-11-21',
      '/api/forecast-record/1?date=2026-11-21',
      '/api/forecast-record/1?date=2026-11-22',
      '/api/weather/stations/1',
      '/api/weather/outlook/1',
      '/api/forecast-record/1?date=2026-11-23',
      '/api/forecast-record/simple-weather/1?date=2026-11-23',
      '/api/forecast-record/1?date=2026-11-24',
      '/api/forecast-record/simple-weather/1?date=2026-11-24',
      '/api/forecast-record/simple-weather/1?date=2026-11-22',
      '/api/forecast-record/simple-weather/2?date=2026-11-21',
      '/api/forecast-record/2?date=2026-11-21',
      '/api/forecast-record/2?date=2026-11-22',
      '/api/weather/stations/2',
      '/api/weather/outlook/2',
      '/api/forecast-record/2?date=2026-11-23',
      '/api/forecast-record/simple-weather/2?date=2026-11-23',
      '/api/forecast-record/2?date=2026-11-24',
      '/api/forecast-record/simple-weather/2?date=2026-11-24',
      '/api/forecast-record/simple-weather/2?date=2026-11-22',
      '/api/monitor/target-list?farmIndex=1',
      '/api/monitor/target-list?farmIndex=2',
      '/api/public-aws/weather/1',
      '/api/public-aws/weather/2',
      '/api/sensor-value/group/area/farm/1',
      '/api/sensor-value/group/area/farm/2',
      seenRecord.meta?.url,
    ].sort(),
  );
});

test('leaves out what the page has read when a worker was there to keep it', () => {
  const keys = keysToWarm(aPage(), 'unread', now);
  expect(keys).not.toContain('/api/farm');
  expect(keys).toContain(targets.meta?.url);
});

test('tells the worker once, with the token, and hears how much is kept', async () => {
  const asks: PostedAsk[] = [];
  const flags = { isSaveDataOn: false, token: 't-1' as string | null, mayRead: true };
  const warmUp = createWarmUp({
    queryClient: aPage(),
    session: { uid: () => 'A', token: async () => flags.token, hasToken: () => flags.mayRead, adopted: async () => {} },
    worker: () => ({
      postMessage(ask, [port]) {
        asks.push(ask);
        if (port instanceof MessagePort) port.postMessage({ kept: 7 });
      },
    }),
    isSaveDataOn: () => flags.isSaveDataOn,
    timers: manualTimers(),
    now: () => now,
  });
  flags.isSaveDataOn = true;
  expect(await warmUp('all')).toBe(0);
  // With a one-time password the server refuses every read.
  Object.assign(flags, { isSaveDataOn: false, mayRead: false });
  expect(await warmUp('all')).toBe(0);
  flags.mayRead = true;
  Object.assign(flags, { isSaveDataOn: false, token: null });
  expect(await warmUp('all')).toBe(0);
  flags.token = 't-1';
  expect(await warmUp('all')).toBe(7);
  expect(await warmUp('unread')).toBe(0);
  expect(asks).toHaveLength(1);
  expect(asks[0]).toMatchObject({ type: 'WARM', uid: 'A', token: 't-1' });
});

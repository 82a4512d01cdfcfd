import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type AreaValues, areaValues } from '#contract/monitor/monitor.ts';
import { observable } from '#src/lib/observable.ts';
import { aQueryClient } from '../../../tests/support/app/query-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { keepValuesLive } from './live-values.ts';
import { readQuery } from './query.ts';

const FARM = 7;
const SENSOR = 3;
const NOON = Date.parse('2026-11-21T03:00:00.000Z');

/** A dashboard whose stream and answers the test controls; a minute passes from reading to reading. */
async function aDashboard() {
  const timers = manualTimers();
  const said = new TransformStream<string, string>();
  const writer = said.writable.getWriter();
  let reading = 0;
  const waiting: (() => void)[] = [];
  const call = () => {
    // The server reads at once, however late the answer arrives.
    const areas: AreaValues = [{ areaName: '1동', sensorValues: [aValue(reading)] }];
    const answer = { value: areas, fetchedAt: NOON, from: 'network' };
    return new Promise<never>((resolve) => waiting.push(() => resolve(answer as never)));
  };
  const queryClient = aQueryClient({ call, timers });
  const observer = new QueryObserver(queryClient, {
    ...queryClient.defaultQueryOptions(readQuery(areaValues, { params: { farmId: FARM } })),
  });
  observer.subscribe(() => {});
  await timers.pass(0);
  keepValuesLive({
    queryClient,
    timers,
    session: {
      ...observable({ status: 'authenticated' as const }),
      uid: () => 'A',
      token: async () => 't-1',
      hasToken: () => true,
      renew: async () => null,
    },
    visibility: { isVisible: () => true, subscribe: () => () => {} },
    fetch: async () =>
      new Response(said.readable.pipeThrough(new TextEncoderStream()), {
        headers: { 'X-Api': '1', 'Content-Type': 'text/event-stream' },
      }),
    report: () => {},
  });
  const say = async (line: string) => {
    await writer.write(`${line}\n\n`);
    await timers.pass(0);
  };
  return {
    opens: () => say(': beat'),
    /** A reading is stored; the stream says so if it is open already. */
    async stores(value: number, isSaid: boolean) {
      reading = value;
      const values = [[SENSOR, NOON + value * 60_000, value, false]];
      if (isSaid) await say(`event: values\ndata: ${JSON.stringify({ farmIndex: FARM, values })}`);
    },
    /** The answers of all reads so far arrive. */
    async answers() {
      for (const arrive of waiting.splice(0)) arrive();
      await timers.pass(0);
    },
    shown: () => observer.getCurrentResult().data?.value[0]?.sensorValues[0]?.value,
  };
}

const aValue = (value: number): AreaValues[number]['sensorValues'][number] => ({
  index: SENSOR,
  sensorName: '온도',
  type: 'TEMPERATURE',
  areaName: '1동',
  unit: '℃',
  value,
  date: new Date(NOON + value * 60_000).toISOString(),
  isFlagged: false,
  intervalMs: 60_000,
  hourChange: null,
  today: null,
  lastNight: null,
});

test('shows what comes in', async () => {
  const dashboard = await aDashboard();
  await dashboard.answers();
  await dashboard.opens();
  await dashboard.answers();
  await dashboard.stores(1, true);
  expect(dashboard.shown()).toBe(1);
});

test('an answer that was read before a reading came in does not take it off the screen', async () => {
  const dashboard = await aDashboard();
  await dashboard.answers();
  await dashboard.opens();
  await dashboard.stores(1, true);
  await dashboard.answers();
  expect(dashboard.shown()).toBe(1);
});

test('a reading stored between a slow first read and the opening of the stream is shown', async () => {
  const dashboard = await aDashboard();
  await dashboard.stores(1, false);
  await dashboard.opens();
  await dashboard.answers();
  await dashboard.answers();
  expect(dashboard.shown()).toBe(1);
});

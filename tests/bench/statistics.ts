import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { leadRecord, leadTargets } from '#contract/farm/lead-farm.ts';
import { cropGrowth } from '#contract/growing/growing-season.ts';
import { cropSeason, cropYear } from '#contract/growth-calendar/crop-year.ts';
import { flowStatistics, growthStatistics, innerStatistics } from '#contract/monitor/statistics.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { createCropAverages } from '#server/statistics/crop-average.ts';
import { makePeriods } from '#server/statistics/make-periods.ts';
import { LOGIN, PASSWORD, withServer } from './bench-store.ts';
import { httpClient, signInAs } from './http-client.ts';
import { spread, whole } from './machine.ts';
import { type ManyFarms, monthOf, passOn, seedManyFarms } from './many-farms.ts';

const COUNTS = [10, 600] as const;
const QUESTIONS = 40;
const WARM_UP = 3;

/**
 * Cost of everything that reads other farms, with ten and with six hundred farms, and how long it blocks the thread.
 */
export async function benchStatistics(folder: string): Promise<void> {
  for (const count of COUNTS) {
    const begun = performance.now();
    const many = await seedManyFarms(`${folder}/${count}`, count);
    console.log(`  ${count} farms, furnished in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
    await makeThem(many);
    await many.store.close();
    await askThem(many);
  }
}

/** The job, and the average before it, after it, and without a cache. */
async function makeThem(many: ManyFarms): Promise<void> {
  const { store, farms } = many;
  const month = monthOf(many);
  const farmId = farms[0]?.farmId ?? 0;
  const average = () => createCropAverages(store)(farmId, month);
  await told('the average before periods are made', average);
  await told('all periods made', () => makePeriods(store));
  await told('the average of them, not remembered', average);
  await passOn(many);
  await told('the periods of a day that all sensors changed', () => makePeriods(store));
}

/** Prints the time of a task, and the longest time it blocks the thread. */
async function told(title: string, act: () => Promise<unknown>): Promise<void> {
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  const begun = performance.now();
  await act();
  const take = performance.now() - begun;
  // A blocked turn of the event loop is only counted when it is over.
  await sleep(5);
  held.disable();
  console.log(`    ${title.padEnd(46)} ${take.toFixed(1)} ms, longest hold ${(held.max / 1e6).toFixed(1)} ms`);
}

async function askThem(many: ManyFarms): Promise<void> {
  await withServer(many.dataDir, async ({ url }) => {
    const client = httpClient(url);
    const { token } = await signInAs(url, LOGIN, PASSWORD);
    for (const [title, path] of questions(many)) {
      const takes: number[] = [];
      await longestHold(url);
      for (let turn = -WARM_UP; turn < QUESTIONS; turn += 1) {
        const asked = performance.now();
        const { status, text } = await client.get(path, token);
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text().slice(0, 300)}`);
        if (turn >= 0) takes.push(performance.now() - asked);
      }
      console.log(`    ${title.padEnd(28)} ${spread(takes)}; longest hold ${whole(await longestHold(url))} ms`);
    }
    client.close();
  });
}

/** Longest delay of the server's event loop since the last call, ms, from its metrics; about 10 without any. */
async function longestHold(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/api/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]) * 1_000;
}

function questions(many: ManyFarms): [title: string, path: string][] {
  const [own, lead] = many.farms;
  if (!own || !lead) return [];
  const month = { farmIndex: own.farmId, baseDate: monthOf(many) };
  const crop = { id: own.cropId };
  const sensor = (of: typeof own) => of.channels.get('temperature') ?? 0;
  const range = { begin: seoulDate(many.to - 7 * DAY_MS), end: seoulDate(many.to - 1) };
  const compared = { mySensors: [sensor(own)], leadSensors: [sensor(lead)], ...range };
  return [
    ['inner sensors of a month', urlOf(innerStatistics, {}, month)],
    ['irrigation of a month', urlOf(flowStatistics, {}, month)],
    ['warmth and light of a month', urlOf(growthStatistics, {}, month)],
    ['a season', urlOf(cropSeason, crop, {})],
    ['a year of a crop', urlOf(cropYear, crop, { year: Number(month.baseDate.slice(0, 4)) })],
    ['growth of a crop', urlOf(cropGrowth, crop, {})],
    ['what can be compared', urlOf(leadTargets, {}, { farmIndex: own.farmId })],
    ['a comparison, 7 days', urlOf(leadRecord, {}, compared)],
  ];
}

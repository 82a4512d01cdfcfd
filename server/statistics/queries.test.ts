import { beforeEach, describe, expect, it } from 'vitest';
import { averageName } from '#contract/monitor/statistics-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { createCropAverages } from './crop-average.ts';
import { findGrowth } from './growth-queries.ts';
import { findFlowStatistics, findInnerStatistics } from './queries.ts';

const MONTH = '2026-10';
const NOW = startOfSeoulDate('2026-11-21') + 5 * HOUR_MS;
const at = (day: string, hour = 12) => startOfSeoulDate(day) + hour * HOUR_MS;

let store: Store;

beforeEach(async () => {
  store = await aStore();
  await store.db
    .insertInto('item_code')
    .values({ code: 'CRO901', name: '시험귤', position: 1, deleted_at: null })
    .execute();
});

const innerStatistics = (farmId: number, asked = { month: MONTH, now: NOW }) =>
  findInnerStatistics(store, farmId, { ...asked, findCropAverage: createCropAverages(store) });

type Reading = { sensor: string; at: number; value: number };

/** A farm with readings of a month, by default with the test crop. */
async function aHouse(readings: readonly Reading[], { grows = true, name = '농장' } = {}): Promise<number> {
  const farmId = await aFarm(store, { name });
  const { known } = await aDevice(store, farmId, ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE', 'FLOW_RATE', 'SOLAR']);
  const gate = aGate(store, { now: () => NOW });
  await gate.accept(known, [...readings]);
  if (grows) await aCrop(farmId);
  return farmId;
}

const aCrop = (farmId: number, budBreakOn: string | null = null, house = '') =>
  store.db
    .insertInto('crop')
    .values({
      farm_id: farmId,
      crop_id: `crop-${farmId}`,
      item_code: 'CRO901',
      variety: '',
      house,
      area_m2: null,
      tree_count: null,
      planted_on: null,
      bud_break_on: budBreakOn,
      cultivation: '',
      status: 'growing',
      created_at: 0,
      deleted_at: null,
    })
    .execute();

const temperature = (value: number, day = '2026-10-05') => ({ sensor: 'temperature', at: at(day), value });

const figures = (parts: Awaited<ReturnType<typeof findInnerStatistics>>['baseStatistics'], type: string) =>
  parts.map(({ statisticsData }) => {
    const entry = statisticsData.find(({ sensorType }) => sensorType === type);
    return entry && [entry.minValue, entry.maxValue];
  });

describe('inner statistics', () => {
  it('give the extremes of each third, its first and last minute included', async () => {
    const edge = (day: string, before: number) => startOfSeoulDate(day) - before;
    const farm = await aHouse([
      { sensor: 'temperature', at: edge('2026-10-01', MINUTE_MS), value: -9 },
      { sensor: 'temperature', at: edge('2026-10-01', 0), value: 3 },
      { sensor: 'temperature', at: edge('2026-10-11', MINUTE_MS), value: 30 },
      { sensor: 'temperature', at: edge('2026-10-11', 0), value: 11 },
      { sensor: 'temperature', at: edge('2026-11-01', MINUTE_MS), value: 22 },
      { sensor: 'temperature', at: edge('2026-11-01', 0), value: 50 },
      { sensor: 'humidity', at: at('2026-10-15'), value: 80 },
    ]);
    const { baseDate, baseStatistics } = await innerStatistics(farm);
    expect(baseDate).toBe(MONTH);
    expect(baseStatistics.map(({ partMonth }) => partMonth)).toEqual(['early', 'mid', 'late']);
    expect(baseStatistics.every(({ farmName }) => farmName === '농장')).toBe(true);
    expect(figures(baseStatistics, 'TEMPERATURE')).toEqual([
      [3, 30],
      [11, 11],
      [22, 22],
    ]);
    expect(figures(baseStatistics, 'HUMIDITY')).toEqual([
      [null, null],
      [80, 80],
      [null, null],
    ]);
    expect(figures(baseStatistics, 'SOIL_MOISTURE')).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('are empty for a month in which nothing was measured', async () => {
    const farm = await aHouse([temperature(20, '2026-09-05')]);
    expect(await innerStatistics(farm)).toMatchObject({
      baseStatistics: [],
      avgStatistics: [],
    });
  });

  it('count calibrated values', async () => {
    const farm = await aHouse([temperature(20), temperature(25, '2026-10-08')]);
    const { channel_id } = await store.db
      .selectFrom('channel')
      .select('channel_id')
      .where('type', '=', 'TEMPERATURE')
      .executeTakeFirstOrThrow();
    const since = startOfSeoulDate('2026-10-08');
    const noted = { correction: -1.5, user_id: 1, noted_at: 0 };
    await store.db
      .insertInto('calibration')
      .values({ farm_id: farm, channel_id, since, ...noted })
      .execute();
    const { baseStatistics } = await innerStatistics(farm);
    expect(figures(baseStatistics, 'TEMPERATURE')[0]).toEqual([20, 23.5]);
  });
});

describe('coverage', () => {
  const hourly = (day: string, hours: number): Reading[] =>
    Array.from({ length: hours }, (_, hour) => ({ sensor: 'temperature', at: at(day, hour), value: 20 }));
  const ofTemperature = async (farm: number, asked: { month: string; now: number }) => {
    const { coverage } = await innerStatistics(farm, asked);
    return coverage
      .filter(({ sensorType }) => sensorType === 'TEMPERATURE')
      .map(({ partMonth, total, lacking }) => [partMonth, total, lacking.map(({ name }) => name)]);
  };

  it('names for each third the sensors that were silent for more than a tenth of it', async () => {
    const farm = await aHouse([...hourly('2026-10-01', 216), ...hourly('2026-10-11', 215)]);
    const [name] = (
      await store.db.selectFrom('channel').select('name').where('type', '=', 'TEMPERATURE').execute()
    ).map((row) => row.name);
    expect(await ofTemperature(farm, { month: MONTH, now: NOW })).toEqual([
      ['early', 1, []],
      ['mid', 1, [name]],
      ['late', 1, [name]],
    ]);
  });

  it('counts a sensor from its first reading on, and never one that has told nothing', async () => {
    const farm = await aHouse(hourly('2026-11-11', 24));
    expect(await ofTemperature(farm, { month: MONTH, now: NOW })).toEqual([]);
    const { coverage } = await innerStatistics(farm, { month: '2026-11', now: NOW });
    expect([...new Set(coverage.map(({ sensorType }) => sensorType))]).toEqual(['TEMPERATURE']);
  });

  it('asks nothing of hours that lie ahead', async () => {
    const farm = await aHouse(hourly('2026-11-11', 10 * 24 + 5));
    expect(await ofTemperature(farm, { month: '2026-11', now: NOW })).toEqual([
      ['early', 1, [expect.any(String)]],
      ['mid', 1, []],
      ['late', 1, []],
    ]);
    expect(await ofTemperature(farm, { month: '2026-12', now: NOW })).toEqual([]);
  });
});

describe('the average of a crop', () => {
  it('is there from three farms on, each figure for itself', async () => {
    const farm = await aHouse([temperature(20), { sensor: 'humidity', at: at('2026-10-05'), value: 70 }]);
    await aHouse([temperature(23), { sensor: 'humidity', at: at('2026-10-05'), value: 80 }]);
    expect(await innerStatistics(farm)).toMatchObject({
      avgStatistics: [],
      sameCrop: { cropName: '시험귤', farms: 2 },
    });
    await aHouse([temperature(29)]);
    const { avgStatistics, sameCrop } = await innerStatistics(farm);
    expect(sameCrop?.farms).toBe(3);
    expect(avgStatistics.map(({ farmName }) => farmName)).toEqual([averageName, averageName, averageName]);
    expect(figures(avgStatistics, 'TEMPERATURE')).toEqual([
      [24, 24],
      [null, null],
      [null, null],
    ]);
    // Only two farms measured humidity: from their average one could compute the other's value.
    expect(figures(avgStatistics, 'HUMIDITY')[0]).toEqual([null, null]);
  });

  it('is none for a farm without a crop, and no such farm enters one', async () => {
    const bare = await aHouse([temperature(5)], { grows: false });
    for (const value of [20, 21, 22]) await aHouse([temperature(value)]);
    expect(await innerStatistics(bare)).toMatchObject({
      avgStatistics: [],
      sameCrop: null,
    });
  });

  it('leaves out deleted farms and mixes no simulated ones in', async () => {
    const farm = await aHouse([temperature(20)]);
    const gone = await aHouse([temperature(30)]);
    const simulated = await aHouse([temperature(40)]);
    await store.db.updateTable('farm').set({ deleted_at: 1 }).where('farm_id', '=', gone).execute();
    await store.db.updateTable('farm').set({ is_simulated: 1 }).where('farm_id', '=', simulated).execute();
    await aHouse([temperature(22)]);
    expect((await innerStatistics(farm)).sameCrop?.farms).toBe(2);
  });
});

/** A flow each minute during some hours. */
const watering = (day: string, from: number, hours: number, value: number): Reading[] =>
  Array.from({ length: hours * 60 }, (_, minute) => {
    return { sensor: 'flow_rate', at: at(day, from) + minute * MINUTE_MS, value };
  });

describe('irrigation', () => {
  it('is the flow over the time it was measured, in kL', async () => {
    const farm = await aHouse([...watering('2026-10-05', 7, 2, 100), ...watering('2026-10-12', 23, 2, 50)]);
    await store.db.updateTable('farm').set({ area_m2: 2_000 }).where('farm_id', '=', farm).execute();
    const { flowStatistics, areaM2 } = await findFlowStatistics(store, farm, MONTH);
    expect(areaM2).toBe(2_000);
    expect(flowStatistics.map(({ flowValue }) => flowValue)).toEqual([12, 6, null]);
    expect(flowStatistics.map(({ tonsPer10a }) => tonsPer10a)).toEqual([6, 3, null]);
    expect(flowStatistics.map(({ coveredHours }) => coveredHours)).toEqual([2, 2, 0]);
  });

  it('is 0 where the meter stood still, and missing where it said nothing', async () => {
    const farm = await aHouse(watering('2026-10-05', 7, 1, 0));
    const { flowStatistics } = await findFlowStatistics(store, farm, MONTH);
    expect(flowStatistics.map(({ flowValue }) => flowValue)).toEqual([0, null, null]);
  });

  it('goes to the third in which it ran when it runs over midnight', async () => {
    const farm = await aHouse(watering('2026-10-10', 23, 2, 60));
    const { flowStatistics } = await findFlowStatistics(store, farm, MONTH);
    expect(flowStatistics.map(({ flowValue }) => flowValue)).toEqual([3.6, 3.6, null]);
  });

  it('stands in every entry of a third of the inner statistics', async () => {
    const farm = await aHouse(watering('2026-10-05', 7, 2, 100));
    const { baseStatistics } = await innerStatistics(farm);
    expect(baseStatistics[0]?.statisticsData.map(({ flowValue }) => flowValue)).toEqual([12, 12, 12]);
  });
});

describe('growth', () => {
  const hourly = (sensor: string, day: string, days: number, value: number): Reading[] =>
    Array.from({ length: 24 * days }, (_, hour) => ({ sensor, at: at(day, hour), value }));

  it('adds up warmth since bud break, up to yesterday', async () => {
    const farm = await aHouse(hourly('temperature', '2026-10-28', 24, 22.8), { grows: false });
    await aCrop(farm, '2026-10-30');
    const november = await findGrowth(store, farm, '2026-11', NOW);
    expect(november).toMatchObject({ untilOn: '2026-11-20', baseDate: '2026-11' });
    expect(november.crops).toEqual([
      {
        cropId: `crop-${farm}`,
        cropName: '시험귤',
        house: '',
        budBreakOn: '2026-10-30',
        growingDegreeDays: 220,
        monthDegreeDays: 200,
        days: 22,
        missingDays: 0,
      },
    ]);
    const october = await findGrowth(store, farm, '2026-10', NOW);
    expect(october.crops[0]).toMatchObject({ growingDegreeDays: 20, monthDegreeDays: 20, days: 2 });
    const september = await findGrowth(store, farm, '2026-09', NOW);
    expect(september.crops[0]).toMatchObject({ growingDegreeDays: null, days: 0, missingDays: 0 });
  });

  it('tells the light of each day, and says nothing of days that were cut', async () => {
    const farm = await aHouse([
      ...hourly('solar', '2026-11-03', 1, 100),
      ...hourly('solar', '2026-11-05', 1, 200).slice(0, 12),
    ]);
    const { light } = await findGrowth(store, farm, '2026-11', NOW);
    const value = expect.closeTo(((100 * DAY_MS) / 1e3 / 1e6) * 0.45 * 4.57, 1);
    expect(light).toMatchObject([{ mean: value, days: 1, best: { on: '2026-11-03', value }, last: { value } }]);
  });
});

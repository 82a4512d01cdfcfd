import { beforeAll, describe, expect, it } from 'vitest';
import type { CropSeason, CropYear } from '#contract/growth-calendar/crop-year.ts';
import { growingDegreeHour } from '#contract/monitor/agronomic-formulas.ts';
import { addSeoulDays, DAY_MS, HOUR_MS, MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { findCropSeason } from './crop-season.ts';
import { findCropYear } from './crop-year.ts';
import { findGrowth } from './growth-queries.ts';
import { findFlowStatistics, findInnerStatistics } from './queries.ts';

const BEGIN = startOfSeoulDate('2026-10-01');
const NOW = startOfSeoulDate('2026-11-25');
const STEP = 10 * MINUTE_MS;
/** One wrong reading of the first thermometer. */
const SPIKE = startOfSeoulDate('2026-11-06') + 13 * HOUR_MS;
const ID = 'crop-1';
const LATE_OCTOBER = 29;
const EARLY_NOVEMBER = 30;
const MID_NOVEMBER = 31;

/** ℃ in hundredths, as sensors send them: between 6 and 18 over a day, a little warmer each day. */
const air = (at: number) => {
  const days = (at - BEGIN) / DAY_MS;
  return Math.round((12 + 6 * Math.sin(days * 2 * Math.PI) + days / 50) * 100) / 100;
};

let store: Store;
let farmId: number;
let year: CropYear | undefined;

/** 한라봉 with two thermometers since October, a third one that is stuck in November, and a flow meter. */
beforeAll(async () => {
  store = await aStore();
  farmId = await aFarm(store);
  await store.db.updateTable('farm').set({ area_m2: 2000 }).where('farm_id', '=', farmId).execute();
  const options = { intervalMs: STEP };
  const first = await aDevice(store, farmId, ['TEMPERATURE', 'FLOW_RATE', 'SOLAR'], options);
  const second = await aDevice(store, farmId, ['TEMPERATURE'], { ...options, code: 'n02' });
  const stuck = await aDevice(store, farmId, ['TEMPERATURE'], { ...options, code: 'n03' });
  const crop = { crop_id: ID, farm_id: farmId, item_code: 'CRO001', variety: '', house: '', status: 'growing' };
  const rest = { area_m2: null, tree_count: null, planted_on: null, created_at: 0, deleted_at: null };
  const item = { code: 'CRO001', name: '한라봉', position: 1, deleted_at: null };
  await store.db
    .insertInto('item_code')
    .values(item)
    .onConflict((c) => c.doNothing())
    .execute();
  await store.db
    .insertInto('crop')
    .values({ ...crop, ...rest, bud_break_on: '2026-03-01', cultivation: 'unheated' })
    .execute();
  const gate = aGate(store, { now: () => NOW });
  const times = Array.from({ length: (NOW - BEGIN) / STEP }, (_, step) => BEGIN + step * STEP);
  const isFrost = (at: number) =>
    at >= startOfSeoulDate('2026-11-03') + 4 * HOUR_MS && at < startOfSeoulDate('2026-11-03') + 6 * HOUR_MS;
  const isWrong = (at: number) => at >= SPIKE && at < SPIKE + 2 * STEP;
  const firstSaid = (at: number) => (isWrong(at) ? -12 : isFrost(at) ? 2 : air(at));
  // The second thermometer misses four days of mid November.
  const isAway = (at: number) => at >= startOfSeoulDate('2026-11-12') && at < startOfSeoulDate('2026-11-16');
  for (let from = 0; from < times.length; from += 2000) {
    const some = times.slice(from, from + 2000);
    await gate.accept(first.known, [
      ...some.map((at) => ({ sensor: 'temperature', at, value: firstSaid(at) })),
      ...some.map((at) => ({ sensor: 'flow_rate', at, value: at % DAY_MS < HOUR_MS ? 30 : 0 })),
      ...some.map((at) => ({ sensor: 'solar', at, value: 200 })),
    ]);
    await gate.accept(
      second.known,
      some
        .filter((at) => !isAway(at))
        .map((at) => ({ sensor: 'temperature', at, value: Math.round((air(at) + 0.4) * 100) / 100 })),
    );
    const still = some.filter((at) => at >= startOfSeoulDate('2026-11-11'));
    await gate.accept(
      stuck.known,
      still.map((at) => ({ sensor: 'temperature', at, value: -4 })),
    );
  }
  year = await findCropYear(store, { farmId, cropId: ID }, { year: 2026, now: NOW });
});

const period = (at: number) => year?.periods[at];

describe('the year of a crop', () => {
  it('has the figures of the statistics calls in every third that was measured', async () => {
    expect(year?.periods).toHaveLength(36);
    for (const [month, first] of [
      ['2026-10', 27],
      ['2026-11', 30],
    ] as const) {
      const inner = await findInnerStatistics(store, farmId, { month, now: NOW, findCropAverage: async () => null });
      const flow = await findFlowStatistics(store, farmId, month);
      for (const part of [0, 1, 2]) {
        const figures = inner.baseStatistics[part]?.statisticsData.find(
          ({ sensorType }) => sensorType === 'TEMPERATURE',
        );
        expect([period(first + part)?.min?.value, period(first + part)?.max?.value]).toEqual([
          figures?.minValue,
          figures?.maxValue,
        ]);
        const { tonsPer10a, coveredHours } = flow.flowStatistics[part] ?? {};
        expect(period(first + part)?.irrigation).toMatchObject({ tonsPer10a, coveredHours });
      }
    }
  });

  it('says how far and how long a target was missed, and on what that rests', () => {
    // 한라봉 needs 8 ℃ in early November: nights of 6 ℃, and two hours of 2 ℃.
    const nights = period(EARLY_NOVEMBER);
    expect(nights).toMatchObject({ row: 8, sensors: 2, counted: 2, hours: 240, belowC: 6 });
    const cold = Array.from({ length: 240 }, (_, hour) => {
      const begin = startOfSeoulDate('2026-11-01') + hour * HOUR_MS;
      const steps = [0, 1, 2, 3, 4, 5].map((step) => begin + step * STEP);
      const isDip =
        begin >= startOfSeoulDate('2026-11-03') + 4 * HOUR_MS && begin < startOfSeoulDate('2026-11-03') + 6 * HOUR_MS;
      const values = steps.flatMap((at) => [isDip ? 2 : air(at), air(at) + 0.4]);
      return Math.min(...values) <= 7.5;
    });
    expect(nights?.belowHours).toBe(cold.filter(Boolean).length);
    expect(period(LATE_OCTOBER)).toMatchObject({ row: 'natural', belowC: null, belowHours: 0 });
  });

  it('lets no sensor cry wolf that stood still or told too little', () => {
    // The stuck one sends -4 ℃: it is shown, as in the statistics, but not judged.
    expect(period(MID_NOVEMBER)).toMatchObject({ min: { value: -4 }, sensors: 3, counted: 1, row: 5, belowC: 0 });
    expect(period(0)).toMatchObject({ min: null, max: null, sensors: 0, counted: 0, belowC: null });
    expect(period(35)).toMatchObject({ min: null, hours: 0 });
  });

  it('counts no hour for two readings that nothing beside them backs', () => {
    const around = period(EARLY_NOVEMBER);
    expect(around?.min).toEqual({ value: -12, at: SPIKE });
    // The two hours of frost and the nights, as computed above; at 13:00 it was 18 ℃.
    expect(around?.belowC).toBe(6);
    expect(around?.hours).toBe(240);
  });

  it('tells irrigation against what the calendar gives in the days of the third', () => {
    // 2 to 4 t every 7 days, over 10 days.
    const { target } = period(EARLY_NOVEMBER)?.irrigation ?? {};
    expect(target?.min).toBeCloseTo((2 * 10) / 7, 3);
    expect(target?.max).toBeCloseTo((4 * 10) / 7, 3);
    expect(period(0)?.irrigation.target).toBeNull();
  });
});

it('a year and a season let others be heard many times while they are made', async () => {
  const turnsDuring = async (act: () => Promise<unknown>) => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await act();
    clearImmediate(next);
    return turns;
  };
  const crop = { farmId, cropId: ID };
  expect(await turnsDuring(() => findCropYear(store, crop, { year: 2026, now: NOW }))).toBeGreaterThan(48);
  expect(await turnsDuring(() => findCropSeason(store, crop, NOW))).toBeGreaterThan(24);
});

describe('the season of a crop', () => {
  let season: CropSeason | undefined;
  beforeAll(async () => {
    season = await findCropSeason(store, { farmId, cropId: ID }, NOW);
  });

  it('counts from bud break and moves bloom and harvest with it', () => {
    expect(season).toMatchObject({ beganOn: '2026-03-01', isBudBreakNoted: true, daysSinceBudBreak: 269 });
    expect(season).toMatchObject({ fullBloomOn: '2026-04-12', daysSinceFullBloom: 227 });
    expect(season?.harvest).toEqual({ fromOn: '2027-01-01', toOn: '2027-03-31', spreadDays: 7 });
  });

  it('lays its stages one after the other over the year', () => {
    const stages = season?.stages ?? [];
    expect(stages[0]).toMatchObject({ season: '발아기(수확 마무리)', from: startOfSeoulDate('2026-03-01') });
    stages.slice(1).forEach((stage, at) => {
      expect(stage.from).toBe(stages[at]?.to);
    });
    expect(stages.at(-1)?.to).toBe(startOfSeoulDate('2027-03-01'));
  });

  it('leaves bud break to the season that it begins, though the calendar names a whole third after it', async () => {
    await store.db
      .insertInto('item_code')
      .values({ code: 'CRO002', name: '레드향', position: 2, deleted_at: null })
      .execute();
    const [crop] = await store.db.selectFrom('crop').selectAll().where('crop_id', '=', ID).execute();
    if (!crop) throw new Error('the crop is not there');
    const kanpei = { ...crop, crop_id: 'crop-2', item_code: 'CRO002', bud_break_on: '2026-03-03', status: 'removed' };
    await store.db.insertInto('crop').values(kanpei).execute();
    const { stages = [] } = (await findCropSeason(store, { farmId, cropId: 'crop-2' }, NOW)) ?? {};
    expect(stages.map(({ season: name }) => name).filter((name) => name === '발아기')).toHaveLength(1);
    expect(stages.at(-1)).toMatchObject({ season: '수확 후 수세회복기', to: startOfSeoulDate('2027-03-03') });
  });

  it('sums warmth as the statistics do, by the one formula of the contract', async () => {
    const { degreeDays = [], light = [] } = season?.own ?? {};
    const known = degreeDays.filter((day) => day !== null);
    expect(known).toHaveLength(55);
    const { crops } = await findGrowth(store, farmId, '2026-11', NOW);
    const sum = known.reduce((total, day) => total + day, 0);
    expect(sum).toBeCloseTo(crops[0]?.growingDegreeDays ?? Number.NaN, 0);
    expect(growingDegreeHour(12.8 + 24)).toBeCloseTo((35 - 12.8) / 24, 6);
    expect(degreeDays.findIndex((day) => day !== null)).toBe((BEGIN - startOfSeoulDate('2026-03-01')) / DAY_MS);
    expect(light.at(-1)).toBeCloseTo(35.56, 1);
    expect(season).toMatchObject({ lastYear: null, leadFarm: null });
  });

  it('says of which thirds too little is known, and judges none of them', () => {
    const thirds = (season?.unjudged ?? []).map(({ from }) => seoulDate(from));
    // Nothing was measured before October; July to October have no target.
    expect(thirds[0]).toBe('2026-03-01');
    expect(thirds).not.toContain('2026-11-01');
    const missed = new Set(season?.missed.map(({ from }) => seoulDate(from)));
    expect(thirds.filter((from) => missed.has(from))).toEqual([]);
    const aiming = year?.periods.filter(
      ({ from, row, high }) =>
        from >= startOfSeoulDate('2026-03-01') && from < NOW && (row !== 'natural' || high !== 'natural'),
    );
    expect(thirds.length + (season?.judged ?? 0)).toBe(aiming?.length);
  });

  it('names the thirds in which a target was missed', () => {
    expect(season?.missed.map(({ from }) => from)).toContain(startOfSeoulDate('2026-11-01'));
    expect(season?.missed.map(({ from }) => from)).not.toContain(startOfSeoulDate(addSeoulDays('2026-11-10', 1)));
  });
});

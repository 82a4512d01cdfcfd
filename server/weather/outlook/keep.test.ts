import { describe, expect, it } from 'vitest';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, seoulDate, seoulParts, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import type { Store } from '../../db/open.ts';
import { setHeat } from '../../heat/commands.ts';
import { storeIssue, storeMeasurements } from '../commands.ts';
import { dropOldForecasts } from '../drop-old.ts';
import type { HourForecast } from '../kma/forecast.ts';
import { findPlaces } from '../places.ts';
import type { SimulatedWeather } from '../simulated.ts';
import { createOutlooks } from './keep.ts';
import { findOutlook } from './queries.ts';

const DAY = startOfSeoulDate('2026-01-20');
const POSITION = { latitude: 33.3048, longitude: 126.1841 };
const SIMULATED = { stations: false, forecasts: false };
const LIFT_C = 2.5;
const BIAS_C = 1.5;
const alive = new AbortController().signal;
const clock = (hour: number) => DAY + hour * HOUR_MS;

/** Coldest at four in the morning, -6 to 4 ℃, different each night; warmest at four in the afternoon, 12 ℃ above. */
function airC(at: number): number {
  const day = Math.floor((at - DAY + 500 * DAY_MS - 10 * HOUR_MS) / DAY_MS);
  const { hour } = seoulParts(at);
  return -6 + ((day * 7) % 11) + 6 * (1 - Math.cos((2 * Math.PI * (hour - 4)) / 24));
}

/** Every forecast is 1.5 ℃ too warm. */
function hoursFrom(issuedAt: number): HourForecast[] {
  const rest = { dayMinC: null, dayMaxC: null, humidityPct: null, precipitationType: null, probabilityPct: null };
  return Array.from({ length: 72 }, (_, index) => issuedAt + (index + 1) * HOUR_MS).map((at) => ({
    ...rest,
    rainMm: null,
    snowCm: null,
    windDeg: null,
    at,
    temperatureC: airC(at) + BIAS_C,
    windMps: 2,
    sky: 1,
  }));
}

type Counted = SimulatedWeather & { issued: number };

function aWeather(): Counted {
  const weather: Counted = {
    issued: 0,
    stationAt: () => {
      throw new Error('nobody asks a station here');
    },
    issue(_position, _service, issuedAt) {
      weather.issued += 1;
      return hoursFrom(issuedAt);
    },
  };
  return weather;
}

async function issue(store: Store, farmId: number, issuedAt: number): Promise<void> {
  const { forecast } = await findPlaces(store, SIMULATED, farmId);
  if (!forecast) throw new Error('the farm has no place');
  const { cell } = forecast;
  const hours = hoursFrom(issuedAt);
  await storeIssue(store, {
    cell,
    isSimulated: true,
    service: 'getVilageFcst',
    issuedAt,
    fetchedAt: issuedAt,
    hours,
  });
}

/** A farm with one house that is always 2.5 ℃ warmer than outside, with readings of so many days up to `until`. */
async function aFarmSince(
  days: number,
  { until = clock(16), types = ['TEMPERATURE'] }: { until?: number; types?: ChannelTypeName[] } = {},
) {
  const store = await aStore();
  const farmId = await aFarm(store);
  await store.db.updateTable('farm').set(POSITION).where('farm_id', '=', farmId).execute();
  const { known } = await aDevice(store, farmId, types, { intervalMs: HOUR_MS });
  const send = (from: number, to: number) => {
    const readings: { sensor: string; at: number; value: number }[] = [];
    for (let at = from; at <= to; at += HOUR_MS) {
      readings.push({ sensor: 'temperature', at, value: airC(at) + LIFT_C });
    }
    return aGate(store, { now: () => to }).accept(known, readings);
  };
  await send(DAY - days * DAY_MS, until);
  const weather = aWeather();
  let at = until;
  const outlooks = createOutlooks({ real: SIMULATED, weather, now: () => at });
  const tell = (now: number, signal = alive) => {
    at = now;
    return outlooks.run(store, signal);
  };
  const read = async (now: number) => findOutlook(store, await findPlaces(store, SIMULATED, farmId), now);
  const rows = () => store.db.selectFrom('outlook').selectAll().orderBy('kind').orderBy('on_date').execute();
  return { store, farmId, weather, send, tell, read, rows };
}

const coldestInside = (nightOn: string) =>
  Math.min(...Array.from({ length: 14 }, (_, at) => airC(startOfSeoulDate(nightOn) + (18 + at) * HOUR_MS))) + LIFT_C;

describe('tonight', () => {
  it('is told by what past nights tell, with how far off that was', async () => {
    const { store, farmId, tell, read } = await aFarmSince(40);
    await issue(store, farmId, clock(14));
    await tell(clock(16));
    const { houses, ...told } = await read(clock(16));
    expect(told).toMatchObject({ nightOn: '2026-01-20', issuedAt: '2026-01-20T05:00:00.000Z', isSimulated: true });
    expect(told.night?.forecastC).toBeCloseTo(coldestInside('2026-01-20') - LIFT_C + BIAS_C, 6);
    const [house] = houses;
    expect(house).toMatchObject({ areaName: '1동', measuredC: null, heatC: null, night: { pastCount: 30, limitC: 3 } });
    expect(Math.abs((house?.night?.expectedC ?? 99) - coldestInside('2026-01-20'))).toBeLessThan(0.4);
    expect(house?.night?.errorC).toBeLessThan(0.6);
    expect(house?.day).toMatchObject({ pastCount: 29, limitC: 33, expectedC: expect.any(Number) });
  });

  it('is left open with six nights behind it, and says how many there are', async () => {
    const { store, farmId, tell, read } = await aFarmSince(6);
    await issue(store, farmId, clock(14));
    await tell(clock(16));
    const { houses, night } = await read(clock(16));
    expect(houses).toMatchObject([{ night: { expectedC: null, errorC: null, pastCount: 6 } }]);
    expect(night?.forecastC).toEqual(expect.any(Number));
  });

  it('is not known in a night in which every service is down, nor with what is left of an old issue', async () => {
    const { store, farmId, tell, read } = await aFarmSince(10);
    await tell(clock(16));
    const silent = { night: null, day: null, issuedAt: null, isPlaced: true, houses: [{ night: null, day: null }] };
    expect(await read(clock(16))).toMatchObject(silent);
    // Its 72 hours cover only nine hours of the night.
    await issue(store, farmId, clock(2) - 2 * DAY_MS);
    await tell(clock(16));
    expect(await read(clock(16))).toMatchObject(silent);
    // An issue of yesterday still covers tonight, and its time is given.
    await issue(store, farmId, clock(14) - DAY_MS);
    await tell(clock(16));
    const { night, issuedAt } = await read(clock(16));
    expect(night).not.toBeNull();
    expect(issuedAt).toBe('2026-01-19T05:00:00.000Z');
  });

  it('has the lowest that was measured of it, once it has begun', async () => {
    const { store, farmId, tell, read, send } = await aFarmSince(10);
    await issue(store, farmId, clock(14));
    await tell(clock(16));
    await send(clock(17), clock(28));
    const { houses, nightOn } = await read(clock(28));
    expect(nightOn).toBe('2026-01-20');
    expect(houses[0]?.measuredC).toBeCloseTo(coldestInside('2026-01-20'), 1);
  });

  it('is measured against what the heater holds, where there is one', async () => {
    const { store, farmId, tell, read } = await aFarmSince(10, { types: ['TEMPERATURE', 'HEATER'] });
    await issue(store, farmId, clock(14));
    const settings = { ...defaultHeatSettings, enabled: true, nightTargetC: 7, dayTargetC: 9 };
    await store.db.transaction().execute((trx) => setHeat(trx, farmId, settings));
    await tell(clock(16));
    expect((await read(clock(16))).houses).toMatchObject([{ heatC: 7 }]);
  });
});

describe('what is written down', () => {
  it('is the same when it is done again, and no past forecast is made twice', async () => {
    const { store, farmId, weather, tell, rows } = await aFarmSince(40);
    await issue(store, farmId, clock(14));
    await tell(clock(16));
    const [first, issued] = [await rows(), weather.issued];
    expect(issued).toBe(37);
    await tell(clock(16) + 20 * MINUTE_MS);
    expect(await rows()).toEqual(first);
    expect(weather.issued).toBe(issued);
  });

  it('follows the newest issue, and is judged by what was told first', async () => {
    const { store, farmId, tell, rows } = await aFarmSince(10);
    const tonight = async () =>
      (await rows()).find(({ kind, on_date }) => kind === 'night' && on_date === '2026-01-20');
    await issue(store, farmId, clock(8));
    await tell(clock(9));
    expect(await tonight()).toMatchObject({ issued_at: clock(8), told_forecast_c: null, told_expected_c: null });
    await issue(store, farmId, clock(14));
    await tell(clock(15));
    const told = await tonight();
    expect(told).toMatchObject({ issued_at: clock(14), told_forecast_c: told?.forecast_c });
    await store.db.updateTable('forecast_hour').set({ temperature_c: -9 }).execute();
    await tell(clock(18));
    expect(await tonight()).toMatchObject({ forecast_c: -9, told_expected_c: told?.expected_c });
  });

  it('gets what came of it once ten hours of the night were measured, and again when readings come late', async () => {
    const { store, farmId, tell, rows, send } = await aFarmSince(10);
    const last = async () =>
      (await rows()).find(({ kind, on_date }) => kind === 'night' && on_date === '2026-01-20')?.actual_c;
    await issue(store, farmId, clock(14));
    await tell(clock(16));
    expect(await last()).toBeNull();
    // Nine hours are too few to know the minimum.
    await send(clock(17), clock(26));
    await tell(clock(33));
    expect(await last()).toBeNull();
    await send(clock(27), clock(27));
    await tell(clock(34));
    expect(await last()).toBeCloseTo(airC(clock(27)) + LIFT_C, 1);
    await send(clock(28), clock(32));
    await issue(store, farmId, clock(32));
    await tell(clock(35));
    await tell(clock(58));
    expect(await last()).toBeCloseTo(coldestInside('2026-01-20'), 1);
  });

  it('is not written by a second process while the first one is at it', async () => {
    const { store, weather, rows } = await aFarmSince(10);
    const processes = [0, 1].map(() => createOutlooks({ real: SIMULATED, weather, now: () => clock(16) }));
    await Promise.all(processes.map((one) => one.run(store, alive)));
    // Ten nights, and the day after the first of them.
    expect(weather.issued).toBe(11);
    await store.db.deleteFrom('outlook').execute();
    await processes[1]?.run(store, alive);
    expect(await rows()).toEqual([]);
    await processes[0]?.stop(store);
    await processes[1]?.run(store, alive);
    expect((await rows()).length).toBeGreaterThan(0);
  });

  it('stops between two nights when told to, and is completed the next time', async () => {
    const { tell, rows, weather } = await aFarmSince(40);
    const stopping = new AbortController();
    const issueOf = weather.issue;
    weather.issue = (...asked) => {
      if (weather.issued === 5) stopping.abort();
      return issueOf(...asked);
    };
    await tell(clock(16), stopping.signal);
    expect((await rows()).length).toBeLessThan(10);
    weather.issue = issueOf;
    await tell(clock(16) + 20 * MINUTE_MS);
    expect((await rows()).filter(({ kind }) => kind === 'night')).toHaveLength(37);
  });

  it('is forgotten after sixty days', async () => {
    const { store, tell, rows } = await aFarmSince(10);
    await tell(clock(16));
    const before = await rows();
    await dropOldForecasts(store, clock(16) + 50 * DAY_MS);
    expect(await rows()).toEqual(before.filter(({ on_date }) => on_date >= seoulDate(DAY - 10 * DAY_MS)));
    await dropOldForecasts(store, clock(16) + 61 * DAY_MS);
    expect(await rows()).toEqual([]);
  });
});

describe('a farm that has measured before any forecast was kept', () => {
  it('is told of by what its station measured then, and how far that is off is not claimed', async () => {
    const REAL = { stations: true, forecasts: true };
    const store = await aStore();
    const farmId = await aFarm(store);
    await store.db.updateTable('farm').set(POSITION).where('farm_id', '=', farmId).execute();
    const link = { farm_id: farmId, public_station_id: '185', ambient_mac: null, ambient_keys: null, updated_at: 0 };
    await store.db.insertInto('weather_link').values(link).execute();
    const { known } = await aDevice(store, farmId, ['TEMPERATURE'], { intervalMs: HOUR_MS });
    const now = clock(16);
    const hours = Array.from({ length: 12 * 24 }, (_, back) => now - (12 * 24 - 1 - back) * HOUR_MS);
    const inside = hours.map((at) => ({ sensor: 'temperature', at, value: airC(at) + LIFT_C }));
    await aGate(store, { now: () => now }).accept(known, inside);
    const places = await findPlaces(store, REAL, farmId);
    const { number = 0, name = '' } = places.publicStation ?? {};
    const station = { number, name, isSimulated: false, intervalMs: HOUR_MS };
    await storeMeasurements(
      store,
      station,
      hours.map((at) => ({ at, temperatureC: airC(at) })),
      now,
    );
    const issuedAt = clock(14);
    const cell = places.forecast?.cell ?? '';
    const forecast = { isSimulated: false, service: 'getVilageFcst', fetchedAt: issuedAt } as const;
    await storeIssue(store, { cell, issuedAt, hours: hoursFrom(issuedAt), ...forecast });
    const outlooks = createOutlooks({ real: REAL, weather: aWeather(), now: () => now });
    await outlooks.run(store, alive);
    const { houses, night } = await findOutlook(store, places, now);
    const coldest = Math.min(
      ...hoursFrom(clock(17))
        .slice(0, 14)
        .map(({ temperatureC }) => temperatureC ?? 99),
    );
    expect(houses[0]?.night).toMatchObject({ pastCount: 12, errorC: null });
    expect(Math.abs((houses[0]?.night?.expectedC ?? 99) - (coldest + LIFT_C))).toBeLessThan(0.5);
    // The forecast's error at the station is not known yet.
    expect(night?.correctedC).toBeNull();
    const rows = await store.db.selectFrom('outlook').select('told_expected_c').where('on_date', '<', '2026-01-20');
    expect((await rows.execute()).every(({ told_expected_c: told }) => told === null)).toBe(true);
  });
});

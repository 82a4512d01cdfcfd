import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { storeIssue, storeMeasurements } from './commands.ts';
import { emptyHour, type HourForecast } from './kma/forecast.ts';
import type { ForecastService } from './kma/issue-time.ts';
import { cellOf } from './places.ts';
import { findFreshWeather } from './weather-for-control.ts';

const REAL = { stations: true, forecasts: true };
const POSITION = { latitude: 33.2785, longitude: 126.6608 };
const DAY = startOfSeoulDate('2026-11-20');
const NOW = DAY + 6 * HOUR_MS + 5 * MINUTE_MS;

async function aLinkedFarm(): Promise<{ store: Store; farmId: number }> {
  const store = await aStore();
  const farmId = await aFarm(store);
  await store.db.updateTable('farm').set(POSITION).where('farm_id', '=', farmId).execute();
  await store.db
    .insertInto('weather_link')
    .values({ farm_id: farmId, public_station_id: '189', ambient_mac: null, ambient_keys: null, updated_at: 0 })
    .execute();
  return { store, farmId };
}

const issue = (store: Store, service: ForecastService, issuedAt: number, hours: readonly HourForecast[]) =>
  storeIssue(store, { cell: cellOf(POSITION), isSimulated: false, service, issuedAt, fetchedAt: issuedAt, hours });

const hour = (at: number, given: Partial<HourForecast>): HourForecast => ({
  ...emptyHour,
  at: DAY + at * HOUR_MS,
  ...given,
});

/** Measurements of the public station at the hours of the day. */
const measure = (store: Store, hours: readonly number[], given: { temperatureC?: number; rainMmH?: number }) =>
  storeMeasurements(
    store,
    { number: stationNumber('public', 189, false), name: '서귀포', isSimulated: false, intervalMs: MINUTE_MS },
    hours.map((at) => ({ at: DAY + at * HOUR_MS, ...given })),
    NOW,
  );

it('leaves out of a forecast what the service did not give, and keeps the place of an hour that is missing', async () => {
  const { store, farmId } = await aLinkedFarm();
  const mild = { temperatureC: 9, rainMm: { min: 0, max: 0, value: 0 }, probabilityPct: 10, windMps: 2 };
  await issue(store, 'getVilageFcst', DAY + 5 * HOUR_MS, [
    hour(7, { temperatureC: 8 }),
    hour(8, { windMps: 3 }),
    hour(10, mild),
  ]);
  const fresh = await findFreshWeather(store, REAL, farmId, NOW);
  expect(fresh?.forecast).toEqual([
    { tempC: 8, rainMm: null, popPct: null, windMps: null },
    { tempC: null, rainMm: null, popPct: null, windMps: 3 },
    { tempC: null, rainMm: null, popPct: null, windMps: null },
    { tempC: 9, rainMm: 0, popPct: 10, windMps: 2 },
  ]);
});

it('does not fill a fresh forecast up from one that is too old', async () => {
  const { store, farmId } = await aLinkedFarm();
  await issue(store, 'getVilageFcst', DAY - HOUR_MS, [hour(7, { probabilityPct: 90 }), hour(20, { temperatureC: 1 })]);
  await issue(store, 'getUltraSrtFcst', DAY + 5.5 * HOUR_MS, [hour(7, { temperatureC: 8 })]);
  const fresh = await findFreshWeather(store, REAL, farmId, NOW);
  expect(fresh?.forecast).toEqual([{ tempC: 8, rainMm: null, popPct: null, windMps: null }]);
});

it('keeps an hour without measured rain apart from an hour without rain', async () => {
  const { store, farmId } = await aLinkedFarm();
  await measure(store, [2, 3, 5, 6], { temperatureC: 8, rainMmH: 1.5 });
  const fresh = await findFreshWeather(store, REAL, farmId, NOW);
  expect(fresh).toMatchObject({ tempC: 8, humidityPct: null, windMps: null, rainMmH: 1.5, forecast: null });
  expect(fresh?.pastRainMm.slice(0, 6)).toEqual([1.5, 1.5, null, 1.5, 1.5, null]);
  // Midnight to two and the hour of four were not measured.
  expect(fresh?.rainTodayMm).toBeNull();
  await measure(store, [0, 1, 4], { rainMmH: 0 });
  expect((await findFreshWeather(store, REAL, farmId, NOW))?.rainTodayMm).toBe(6);
});

it('does not know the rain of the day from a gauge that is silent', async () => {
  const { store, farmId } = await aLinkedFarm();
  await measure(store, [0, 1, 2, 3, 4, 5], { rainMmH: 2 });
  await measure(store, [6], { temperatureC: 8 });
  const fresh = await findFreshWeather(store, REAL, farmId, NOW);
  expect(fresh).toMatchObject({ tempC: 8, rainMmH: null, rainTodayMm: null });
  expect(fresh?.pastRainMm.slice(0, 3)).toEqual([null, 2, 2]);
});

import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { storeMeasurements } from '../../weather/commands.ts';
import { findFreshWeather } from '../../weather/weather-for-control.ts';
import { createPace } from './pace.ts';
import { loadPastWeather } from './past-weather.ts';

const REAL = { stations: true, forecasts: true };
const DAY = startOfSeoulDate('2026-11-20');

it("tells the wind of the farm's own station from that of another, in the past as at present", async () => {
  const store = await aStore();
  const farmId = await aFarm(store);
  const link = { farm_id: farmId, public_station_id: '189', ambient_mac: '00:00:5E:00:53:01', ambient_keys: null };
  await store.db
    .insertInto('weather_link')
    .values({ ...link, updated_at: 0 })
    .execute();
  const measure = (number: number, hours: readonly number[], windMps: number) =>
    storeMeasurements(
      store,
      { number, name: 'station', isSimulated: false, intervalMs: MINUTE_MS },
      hours.map((hour) => ({ at: DAY + hour * HOUR_MS, windMps })),
      DAY + 8 * HOUR_MS,
    );
  await measure(stationNumber('own', farmId, false), [6], 9);
  await measure(stationNumber('public', 189, false), [6, 7], 3);

  const range = { begin: DAY, end: DAY + 8 * HOUR_MS };
  const past = await loadPastWeather(store, REAL, farmId, range, createPace(60_000, new AbortController().signal));
  for (const [hour, known] of [
    [6, { windMps: 9, isOwn: true }],
    [7, { windMps: 3, isOwn: false }],
  ] as const) {
    const at = DAY + hour * HOUR_MS + MINUTE_MS;
    expect(past(at)).toMatchObject(known);
    expect(await findFreshWeather(store, REAL, farmId, at)).toMatchObject(known);
  }
});

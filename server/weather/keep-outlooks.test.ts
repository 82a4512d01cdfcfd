import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { aGate } from '../../tests/support/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { storeIssue } from './commands.ts';
import { keepOutlooks } from './keep-outlooks.ts';
import { findOutlook } from './outlook-queries.ts';
import { findPlaces } from './places.ts';

const DAY = startOfSeoulDate('2026-01-20');
const POSITION = { latitude: 33.3048, longitude: 126.1841 };
const REAL = { stations: false, forecasts: false };
const LIFT_C = 2.5;
const stopping = new AbortController().signal;

/** A farm whose house is always 2.5 ℃ warmer than the simulated air outside, since so many days. */
async function aFarmSince(days: number) {
  const store = await aStore();
  const farmId = await aFarm(store);
  await store.db
    .updateTable('farm')
    .set({ ...POSITION, is_simulated: 1 })
    .where('farm_id', '=', farmId)
    .execute();
  const { known } = await aDevice(store, farmId, ['TEMPERATURE'], { intervalMs: 10 * MINUTE_MS });
  const measure = simulatedWeather.stationAt(POSITION);
  const now = DAY + 16 * HOUR_MS;
  const readings: { sensor: string; at: number; value: number }[] = [];
  for (let at = DAY - days * DAY_MS; at <= now; at += 30 * MINUTE_MS) {
    readings.push({ sensor: 'temperature', at, value: (measure(at).temperatureC ?? 0) + LIFT_C });
  }
  await aGate(store, { now: () => now }).accept(known, readings);
  const place = (await findPlaces(store, REAL, farmId)).forecast;
  if (!place) throw new Error('the farm has no place');
  const issuedAt = DAY + 14 * HOUR_MS;
  const hours = simulatedWeather.issue(POSITION, 'getVilageFcst', issuedAt);
  const issue = {
    cell: place.cell,
    isSimulated: true,
    service: 'getVilageFcst',
    issuedAt,
    fetchedAt: now,
    hours,
  } as const;
  await storeIssue(store, issue);
  await keepOutlooks(store, { real: REAL, weather: simulatedWeather, now: () => now }, stopping);
  return { store, now, measure, outlook: await findOutlook(store, await findPlaces(store, REAL, farmId), now) };
}

it('says of tonight what past nights tell, with how far off such sentences were', async () => {
  const { outlook, measure } = await aFarmSince(40);
  let actual = Number.POSITIVE_INFINITY;
  for (let at = DAY + 18 * HOUR_MS; at < DAY + 32 * HOUR_MS; at += 10 * MINUTE_MS) {
    actual = Math.min(actual, (measure(at).temperatureC ?? 99) + LIFT_C);
  }
  const [house] = outlook.houses;
  expect(outlook).toMatchObject({ nightOn: '2026-01-20', issuedAt: '2026-01-20T05:00:00.000Z', correctedMinC: null });
  expect(house).toMatchObject({ areaName: '1동', nights: 30, limitC: null, neededTargetC: null });
  expect(house?.meanErrorC).toBeLessThan(1.5);
  expect(Math.abs((house?.expectedMinC ?? 99) - actual)).toBeLessThan(2.5);
});

it('says nothing with too few nights behind it', async () => {
  const { outlook } = await aFarmSince(5);
  expect(outlook.houses).toMatchObject([{ expectedMinC: null, meanErrorC: null, nights: 6 }]);
  expect(outlook.forecastMinC).toBeTypeOf('number');
});

it('writes down what was said, and what came of it', async () => {
  const { store, now } = await aFarmSince(12);
  const tonight = () =>
    store.db
      .selectFrom('night_outlook')
      .select(['expected_min', 'actual_min'])
      .where('night_on', '=', '2026-01-20')
      .executeTakeFirst();
  expect(await tonight()).toMatchObject({ expected_min: expect.any(Number), actual_min: null });
  const row = await store.db.selectFrom('channel').select(['farm_id', 'channel_id']).executeTakeFirstOrThrow();
  const reading = {
    farmId: row.farm_id,
    channelId: row.channel_id,
    at: now + 12 * HOUR_MS,
    value: 1.5,
    flag: 0,
  } as const;
  await store.db.transaction().execute(async () => {
    store.readings.insert(reading);
    const bucket = { farmId: row.farm_id, channelId: row.channel_id, width: 10 * MINUTE_MS, start: reading.at };
    store.readings.gain({ ...bucket, count: 1, sumMicro: 1, min: 1.5, minAt: reading.at, max: 1.5, maxAt: reading.at });
  });
  const later = now + 18 * HOUR_MS;
  await keepOutlooks(store, { real: REAL, weather: simulatedWeather, now: () => later }, stopping);
  expect(await tonight()).toMatchObject({ actual_min: 1.5 });
});

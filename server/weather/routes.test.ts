import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, seoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { onCleanup } from '../../tests/support/on-cleanup.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { AMBIENT_KEY, type Providers, startProviders } from '../../tests/support/services/providers.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { storeMeasurements } from './commands.ts';
import { advanceSimulated } from './simulated.ts';

const NOW = Date.now();
const TODAY = seoulDate(NOW);

let providers: Providers;
let server: TestServer;
let grower: SignedIn;
let farmId: number;
let bareFarmId: number;
let placedFarmId: number;

const read = async (path: string) => {
  const answer = await grower.call(path);
  expect(answer.status).toBe(200);
  return answer.json();
};

beforeAll(async () => {
  providers = await startProviders();
  onCleanup(() => providers.stop());
  server = await aServer({ env: { AMBIENT_BASE_URL: providers.url } });
  const { store } = server;
  const ownerId = await aUser(store, 'grower');
  farmId = await aFarm(store, { ownerId });
  bareFarmId = await aFarm(store, { ownerId, name: '외딴 농장' });
  placedFarmId = await aFarm(store, { ownerId, name: '관측소 없는 농장' });
  await store.db
    .updateTable('farm')
    .set({ latitude: 33.2785, longitude: 126.6608 })
    .where('farm_id', 'in', [farmId, placedFarmId])
    .execute();
  await store.db
    .insertInto('weather_link')
    .values({ farm_id: farmId, public_station_id: '189', ambient_mac: null, ambient_keys: null, updated_at: 0 })
    .execute();
  // Only the last two days of the simulated station, because a year takes long.
  const station = {
    number: stationNumber('public', 189, true),
    name: '서귀포',
    isSimulated: true,
    intervalMs: HOUR_MS,
  };
  const measure = simulatedWeather.stationAt({ latitude: 33.24616, longitude: 126.5653 });
  await storeMeasurements(store, station, [measure(startOfSeoulDay(NOW) - 48 * HOUR_MS)], NOW);
  const real = { stations: false, forecasts: false };
  await advanceSimulated(store, { weather: simulatedWeather, real, now: () => NOW }, new AbortController().signal);
  grower = await signIn(server.url, 'grower');
});

describe('weather where no service is asked', () => {
  it('is that of the station, said to be simulated, with its age', async () => {
    const { sensorValues, source } = await read(`/api/public-aws/last-value/${farmId}`);
    expect(source).toMatchObject({ name: '서귀포', isSimulated: true });
    expect(NOW - Date.parse(source.observedAt)).toBeLessThan(10 * 60_000 + 1);
    const types: string[] = sensorValues.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['TEMPERATURE', 'HUMIDITY', 'SOLAR', 'WIND_SPEED', 'WIND_DIRECTION', 'RAINFALL', 'PRESSURE']);
    expect(sensorValues[0]).toMatchObject({
      sensorName: '기온',
      unit: '℃',
      areaName: '서귀포',
      date: source.observedAt,
    });
  });

  it('says what falls now', async () => {
    const { sensorValues } = await read(`/api/public-aws/weather/${farmId}`);
    expect(sensorValues.at(-1)).toMatchObject({ type: 'PRECIPITATION_TYPE', sensorName: '강수 형태', unit: '' });
    expect([0, 1, 2, 3]).toContain(sensorValues.at(-1).value);
  });

  it('has a record over the range, which ends now', async () => {
    const { data, source } = await read(`/api/public-aws/record/${farmId}?begin=${TODAY}&end=${TODAY}`);
    expect(source.isSimulated).toBe(true);
    const types: string[] = data.sensorGraph.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['TEMPERATURE', 'HUMIDITY', 'SOLAR', 'WIND_SPEED', 'RAINFALL', 'PRESSURE']);
    expect(data.sensorGraph[0].points.at.at(-1)).toBe(Date.parse(source.observedAt));
  });

  it('is forecast for every hour of today and tomorrow', async () => {
    for (const day of [TODAY, seoulDate(NOW + 24 * HOUR_MS)]) {
      const { hours, issuedAt, source } = await read(`/api/forecast-record/${farmId}?date=${day}`);
      expect(hours).toHaveLength(24);
      expect(hours[0].at).toBe(new Date(startOfSeoulDay(Date.parse(hours[23].at))).toISOString());
      expect(NOW - Date.parse(issuedAt)).toBeLessThan(4 * HOUR_MS);
      expect(source).toMatchObject({ isSimulated: true, name: '동네예보' });
    }
  });

  it('has a day with its extremes, the rain in eight parts, and what is measured now', async () => {
    const today = await read(`/api/forecast-record/simple-weather/${farmId}?date=${TODAY}`);
    const { maxTemperature: max, minTemperature: min, currentTemperature: current, precipitations } = today;
    expect(min.value).toBeLessThanOrEqual(current.value);
    expect(max.value).toBeGreaterThanOrEqual(current.value);
    expect(current.time).toMatch(/^\d\d:\d0$/);
    expect(precipitations).toHaveLength(8);
    const tomorrow = await read(`/api/forecast-record/simple-weather/${farmId}?date=${seoulDate(NOW + 24 * HOUR_MS)}`);
    expect(tomorrow).toMatchObject({ minTemperature: { isForecast: true }, currentTemperature: { value: null } });
    expect(tomorrow.minTemperature.value).toBeLessThan(tomorrow.maxTemperature.value);
  });
});

it('a farm with a place and no station is told what is observed and forecast there, as such', async () => {
  const { sensorValues } = await read(`/api/public-aws/weather/${placedFarmId}`);
  expect(sensorValues[0]).toMatchObject({ type: 'TEMPERATURE', areaName: '동네 실황' });
  await server.store.db.deleteFrom('forecast_hour').where('service', '=', 'getUltraSrtNcst').execute();
  const { sensorValues: coming } = await read(`/api/public-aws/weather/${placedFarmId}`);
  expect(coming[0]).toMatchObject({ type: 'TEMPERATURE', areaName: '동네예보' });
  const { currentTemperature } = await read(`/api/forecast-record/simple-weather/${placedFarmId}?date=${TODAY}`);
  expect(currentTemperature).toMatchObject({ isForecast: true, value: expect.any(Number) });
});

describe('a farm without stations and without a place', () => {
  it('has empty lists, missing values, and no failure', async () => {
    const nowhere = { sensorValues: [], source: { name: null, observedAt: null, fetchedAt: null, isSimulated: false } };
    expect(await read(`/api/public-aws/weather/${bareFarmId}`)).toEqual(nowhere);
    expect(await read(`/api/ambient/last-value/${bareFarmId}`)).toEqual(nowhere);
    const record = await read(`/api/ambient/record/${bareFarmId}?begin=${TODAY}&end=${TODAY}`);
    expect(record.data).toEqual({ sensorGraph: [] });
    expect(await read(`/api/forecast-record/${bareFarmId}?date=${TODAY}`)).toMatchObject({ hours: [], issuedAt: null });
    const day = await read(`/api/forecast-record/simple-weather/${bareFarmId}?date=${TODAY}`);
    expect(day).toMatchObject({ maxTemperature: { value: null }, currentTemperature: { value: null } });
  });
});

describe('a console that sends by itself', () => {
  const MAC = '00:00:5E:00:53:01';
  const pushed = (at: number, values = 'tempf=86.0&humidity=70&dailyrainin=0.1') => {
    const dateutc = new Date(at).toISOString().slice(0, 19).replace('T', '+');
    return `?MAC=${MAC.replaceAll(':', '%3A')}&dateutc=${dateutc}&${values}`;
  };
  const push = async (path: string) => (await fetch(server.url + path)).status;

  it('is heard under the secret path of its farm, and under no other', async () => {
    const own = `/api/ambient/push-address/${bareFarmId}`;
    expect(await read(own)).toEqual({ path: null, heardAt: null });
    const { path: old } = (await (await grower.call(own, { method: 'POST' })).json()).data;
    const { path } = (await (await grower.call(own, { method: 'POST' })).json()).data;
    expect(await read(own)).toEqual({ path, heardAt: null });
    await grower.call(`/api/farms/${bareFarmId}/aws-info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ambientMac: MAC }),
    });
    expect(path).toMatch(new RegExp(`^/data/report/${bareFarmId}-[\\w-]{16}/$`));
    const at = Math.floor(Date.now() / 1_000) * 1_000;
    const wrong = [old, path.replace('-', '-x'), `/data/report/${farmId}-abc/`, '/data/report/x/'];
    for (const one of wrong) expect(await push(one + pushed(at))).toBe(404);
    expect(await push(path + pushed(at).replace('53%3A01', '53%3A02'))).toBe(404);
    expect(await push(path + pushed(at - 48 * HOUR_MS))).toBe(400);
    expect(await push(path + pushed(at))).toBe(200);
    expect(await push(path + pushed(at))).toBe(429);
    const { sensorValues, source } = await read(`/api/ambient/last-value/${bareFarmId}`);
    expect(sensorValues).toMatchObject([
      { type: 'TEMPERATURE', value: 30, date: new Date(at).toISOString() },
      { type: 'HUMIDITY', value: 70 },
    ]);
    expect(source).toMatchObject({ name: '농장 기상대', isSimulated: false });
    expect((await read(own)).heardAt).not.toBeNull();
    await grower.call(own, { method: 'DELETE' });
    expect(await push(path + pushed(at))).toBe(404);
    expect(await read(own)).toEqual({ path: null, heardAt: null });
  });
});

describe('the stations of an account', () => {
  const find = (apiKey: string) =>
    grower.call(`/api/ambient/devices/${farmId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey, applicationKey: 'a'.repeat(64) }),
    });

  it('are asked for with keys that are not kept', async () => {
    const found = await find(AMBIENT_KEY);
    expect(await found.json()).toMatchObject({
      message: '기상대 2대를 찾았습니다.',
      data: [
        { mac: '00:00:5E:00:53:01', name: '하우스 기상대' },
        { mac: '00:00:5E:00:53:02', name: '00:00:5E:00:53:02' },
      ],
    });
    const kept = ['weather_link', 'provider_state', 'audit', 'idempotency'] as const;
    for (const table of kept) {
      const rows = await server.store.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(AMBIENT_KEY);
    }
  });

  it('are not told with a key that is refused, nor by a service that is down', async () => {
    expect(await (await find('f'.repeat(64))).json()).toMatchObject({ status: 400, code: 'WEATHER_KEY_REFUSED' });
    providers.fail('ambient', 'down');
    expect(await (await find(AMBIENT_KEY)).json()).toMatchObject({ status: 503, code: 'WEATHER_SERVICE_FAILED' });
  });
});

it('is opened through a farm alone: a station is nobody’s', async () => {
  const number = stationNumber('public', 189, true);
  expect((await grower.call(`/api/public-aws/last-value/${number}`)).status).toBe(404);
  expect((await grower.call(`/api/monitor/target-list?farmIndex=${number}`)).status).toBe(404);
});

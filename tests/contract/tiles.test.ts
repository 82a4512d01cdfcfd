import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LeadRecord, leadRecord } from '#contract/farm/lead-farm.ts';
import { type MonitorRecord, record } from '#contract/monitor/monitor.ts';
import { leadTiles, tileChanges } from '#contract/series/tile-calls.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { weatherStations } from '#contract/weather/weather.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { dropOldReadings } from '#server/ingest/retention.ts';
import { storeMeasurements } from '#server/weather/commands.ts';
import { aTileClient as aPhoneOf } from '../support/app/tile-client-harness.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';

const UID = 'grower';
const DAYS = 45;

let server: TestServer;
let grower: SignedIn;
let farmId = 0;
let key = '';
let sensors: number[] = [];
let lead: Awaited<ReturnType<typeof aLeadFarm>>;
let seed = 7;

/** A small seeded generator, so that every run has the same data and queries. */
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}

async function post(readings: { sensor: string; at: number; value: number }[], as = key): Promise<void> {
  for (let from = 0; from < readings.length; from += 5_000) {
    const answer = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: readings.slice(from, from + 5_000) }),
    });
    expect(answer.status).toBe(200);
  }
}

const codes = ['temperature', 'humidity', 'soil_moisture'];

/** Readings of all sensors every ten minutes over a period, with random gaps. */
function stretch(begin: number, end: number) {
  const readings: { sensor: string; at: number; value: number }[] = [];
  for (let at = begin; at < end; at += 10 * MINUTE_MS) {
    for (const sensor of codes) {
      if (random() < 0.03) continue;
      readings.push({ sensor, at, value: Math.round((20 + 10 * Math.sin(at / DAY_MS) + random()) * 10) / 10 });
    }
  }
  return readings;
}

/** A lead farm of another grower; temperature and humidity are the types that the own farm has, too. */
async function aLeadFarm() {
  const ownerId = await aUser(server.store, 'leader');
  const index = await aFarm(server.store, { ownerId });
  const flag = (isLead: 0 | 1) =>
    server.store.db.updateTable('farm').set({ is_lead_farm: isLead }).where('farm_id', '=', index).execute();
  await flag(1);
  const device = await aDevice(server.store, index, ['TEMPERATURE', 'HUMIDITY', 'CO2']);
  const now = Date.now();
  const readings = stretch(now - DAYS * DAY_MS, now).filter(({ sensor }) => sensor !== 'soil_moisture');
  await post(readings, device.key);
  return {
    index,
    flag,
    key: device.key,
    sensors: ['temperature', 'humidity'].map((code) => device.channels.get(code)),
  };
}

const aTileClient = () => aPhoneOf({ url: server.url, token: grower.token, uid: UID, farms: [farmId] });

async function serversRecord(query: string): Promise<MonitorRecord> {
  const answer = await grower.call(`${record.path}?${query}`);
  expect(answer.status).toBe(200);
  return recordIn(answer);
}

async function serversComparison(query: string): Promise<LeadRecord> {
  const answer = await grower.call(`${leadRecord.path}?${query}`);
  expect(answer.status).toBe(200);
  return comparisonIn(answer);
}

const recordIn = async (answer: Response | null) => record.answer.parse(await answer?.json());
const comparisonIn = async (answer: Response | null) => leadRecord.answer.parse(await answer?.json());

/** A random query of a chart: any sensors, days or instants, any position and length. */
function someQuestion(): string {
  const now = Date.now();
  const chosen = sensors.filter(() => random() < 0.7);
  const list = (chosen.length > 0 ? chosen : sensors).join(',');
  const back = random() * DAYS * DAY_MS;
  const length = [3 * HOUR_MS, DAY_MS, 9 * DAY_MS, 40 * DAY_MS, 300 * DAY_MS][Math.floor(random() * 5)] ?? DAY_MS;
  if (random() < 0.5) return `sensors=${list}&begin=${seoulDate(now - back)}&end=${seoulDate(now - back + length)}`;
  const begin = new Date(Math.floor(now - back)).toISOString();
  return `sensors=${list}&begin=${begin}&end=${new Date(Math.floor(now - back + length)).toISOString()}`;
}

beforeAll(async () => {
  server = await aServer();
  const ownerId = await aUser(server.store, UID);
  grower = await signIn(server.url, UID);
  farmId = await aFarm(server.store, { ownerId });
  const device = await aDevice(server.store, farmId, ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE'], {
    intervalMs: MINUTE_MS,
  });
  key = device.key;
  sensors = [...device.channels.values()];
  const now = Date.now();
  await post(stretch(now - DAYS * DAY_MS, now));
  lead = await aLeadFarm();
});

describe('a record composed of tiles', () => {
  it('is the server’s own, whatever was asked, came late or was given up', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    for (let round = 0; round < 60; round += 1) {
      if (random() < 0.3) {
        const at = Date.now() - Math.floor(random() * DAYS) * DAY_MS;
        await post(stretch(at + 60_000, at + 60_000 + random() * DAY_MS).filter((one) => one.at < Date.now()));
      }
      if (random() < 0.2) await phone.evict(() => random() < 0.3);
      phone.pass(61_000);
      const question = someQuestion();
      const answer = await phone.ask(question);
      expect(answer?.headers.get('x-missing'), question).toBeNull();
      expect(await recordIn(answer), question).toEqual(await serversRecord(question));
    }
  });

  it('over more than ten years is left to the server, which says why it gives none', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    const asked = (begin: string) => `sensors=${sensors.join(',')}&begin=${begin}&end=2026-11-20`;
    expect(await phone.ask(asked('2016-11-13'))).not.toBeNull();
    expect((await grower.call(`${record.path}?${asked('2016-11-13')}`)).status).toBe(200);
    expect(await phone.ask(asked('2016-11-12'))).toBeNull();
    const answer = await grower.call(`${record.path}?${asked('2016-11-12')}`);
    expect(await answer.json()).toMatchObject({
      code: 'RANGE_TOO_LONG',
      status: 400,
      field: 'end',
      message: '한 번에 10년까지 볼 수 있습니다. 기간을 줄여 주세요.',
    });
    const backwards = await grower.call(`${record.path}?sensors=${sensors[0]}&begin=2026-11-21&end=2026-11-19`);
    expect(await backwards.json()).toMatchObject({ code: 'RANGE_INVALID', field: 'end' });
    const mine = `mySensors=${sensors[0]}&leadSensors=${lead.sensors[0]}`;
    const compared = await grower.call(`${leadRecord.path}?${mine}&begin=2016-11-12&end=2026-11-20`);
    expect(await compared.json()).toMatchObject({ code: 'RANGE_TOO_LONG', field: 'end' });
  });

  it('is left to the server when the device cannot note what changed', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    phone.refused.add('changes');
    await post([{ sensor: 'temperature', at: Date.now() - 3 * DAY_MS, value: 31.4 }]);
    phone.pass(61_000);
    const question = `sensors=${sensors[0]}&begin=${seoulDate(Date.now() - 4 * DAY_MS)}&end=${seoulDate(Date.now())}`;
    expect(await phone.ask(question)).toBeNull();
    phone.refused.clear();
    expect(await recordIn(await phone.ask(question))).toEqual(await serversRecord(question));
  });

  it('needs the server once, and then for nothing that is over', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    const question = `sensors=${sensors.join(',')}&begin=${seoulDate(Date.now() - 20 * DAY_MS)}&end=${seoulDate(Date.now() - 12 * DAY_MS)}`;
    await phone.ask(question);
    phone.line.requests.length = 0;
    const again = await phone.ask(question);
    expect(phone.line.requests).toEqual([]);
    expect(await recordIn(again)).toEqual(await serversRecord(question));
  });
});

describe('without a network', () => {
  it('any range of what was brought is there, and says when it was', async () => {
    const phone = await aTileClient();
    const askedAt = Date.now();
    await phone.prepare();
    const broughtAt = Date.now();
    phone.line.isCut = true;
    phone.pass(8 * HOUR_MS);
    for (const days of [1, 8, 30, 44]) {
      const question = `sensors=${sensors.join(',')}&begin=${seoulDate(Date.now() - days * DAY_MS)}&end=${seoulDate(Date.now())}`;
      const answer = await phone.ask(question);
      const got = await recordIn(answer);
      expect(answer?.headers.get('x-cache')).toBe('stale');
      expect(answer?.headers.get('x-missing')).toBeNull();
      expect(got.data).toEqual((await serversRecord(question)).data);
      const fetchedAt = Number(answer?.headers.get('x-fetched-at'));
      expect(fetchedAt).toBeGreaterThanOrEqual(askedAt);
      expect(fetchedAt).toBeLessThanOrEqual(broughtAt);
    }
  });

  it('what is finer than what was brought is drawn coarser, and says so', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    phone.line.isCut = true;
    phone.pass(HOUR_MS);
    const day = seoulDate(Date.now() - 40 * DAY_MS);
    const question = `sensors=${sensors.join(',')}&begin=${day}&end=${day}`;
    const got = await recordIn(await phone.ask(question));
    expect(got.resolution).toBe('1h');
    expect(got.data.sensorGraph[0]?.points.length).toBeGreaterThan(20);
  });

  it('what is missing is said', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    // The days, of which the whole could be drawn, and every other tile of what is finer.
    await phone.evict((key) => key.includes(' 1d ') || Number(key.split(' ').at(-1)) % 2 === 0);
    phone.line.isCut = true;
    phone.pass(HOUR_MS);
    const begin = seoulDate(Date.now() - 44 * DAY_MS);
    const answer = await phone.ask(`sensors=${sensors.join(',')}&begin=${begin}&end=${seoulDate(Date.now())}`);
    const missing = (answer?.headers.get('x-missing') ?? '').split(',').map((one) => one.split('-').map(Number));
    expect(missing.length).toBeGreaterThan(0);
    for (const [from = 0, to = 0] of missing) expect(from).toBeLessThan(to);
  });

  it('cache-only shows the best there is', async () => {
    const phone = await aTileClient();
    const question = `sensors=${sensors[0]}&begin=${seoulDate(Date.now() - 9 * DAY_MS)}&end=${seoulDate(Date.now())}`;
    expect(await phone.ask(question, 'cache-only')).toBeNull();
    await phone.prepare();
    const best = await phone.ask(question, 'cache-only');
    expect(best?.headers.get('x-cache')).toBe('hit');
    expect(await recordIn(best)).toEqual(await serversRecord(question));
  });
});

describe('a comparison with a lead farm', () => {
  const question = (days: number) =>
    `mySensors=${sensors.slice(0, 2)}&leadSensors=${lead.sensors}&begin=${seoulDate(Date.now() - days * DAY_MS)}&end=${seoulDate(Date.now())}`;

  it('is composed as the server does it, with what came late', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    for (const days of [1, 8, 40]) {
      const at = Date.now() - Math.floor(random() * days) * DAY_MS - HOUR_MS;
      await post([{ sensor: 'temperature', at, value: 31.3 }], lead.key);
      phone.pass(61_000);
      const answer = await phone.ask(question(days), 'default', leadRecord.path);
      expect(answer?.headers.get('x-missing')).toBeNull();
      expect(await comparisonIn(answer)).toEqual(await serversComparison(question(days)));
    }
  });

  it('is there without a network, of types that both sides have alone', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    expect(phone.line.requests.filter((url) => url.includes(`${leadTiles.path}?`)).length).toBeGreaterThan(0);
    phone.line.isCut = true;
    phone.pass(8 * HOUR_MS);
    const answer = await phone.ask(question(30), 'default', leadRecord.path);
    expect(answer?.headers.get('x-cache')).toBe('stale');
    expect((await comparisonIn(answer)).data).toEqual((await serversComparison(question(30))).data);
  });

  it('shows a lead farm only beside an own one', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    phone.line.isCut = true;
    const range = `begin=${seoulDate(Date.now() - DAY_MS)}&end=${seoulDate(Date.now())}`;
    expect(await phone.ask(`sensors=${lead.sensors}&${range}`)).toBeNull();
    const turned = `mySensors=${lead.sensors}&leadSensors=${sensors.slice(0, 2)}&${range}`;
    expect(await phone.ask(turned, 'default', leadRecord.path)).toBeNull();
  });

  it('ends with the flag, on the phone too', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    await lead.flag(0);
    phone.pass(61_000);
    expect(await phone.ask(question(8), 'default', leadRecord.path)).toBeNull();
    phone.line.isCut = true;
    expect(await phone.ask(question(8), 'default', leadRecord.path)).toBeNull();
    await lead.flag(1);
  });
});

describe('a record of sensors beside the weather station the farm goes by', () => {
  const number = stationNumber('public', 189, true);
  const station = { number, name: '서귀포', isSimulated: true, intervalMs: 10 * MINUTE_MS };
  let outside: number[] = [];

  /** Readings every ten minutes over a period. */
  const measure = (begin: number, end: number, temperatureC: number) => {
    const instants = Array.from({ length: Math.floor((end - begin) / station.intervalMs) }, (_, at) => ({
      at: begin + at * station.intervalMs,
    }));
    const measured = instants.map(({ at }) => ({
      at,
      temperatureC: temperatureC + Math.round(random() * 10) / 10,
      humidityPct: 70,
    }));
    return storeMeasurements(server.store, station, measured, Date.now());
  };
  const goBy = (id: string | null) =>
    server.store.db
      .insertInto('weather_link')
      .values({ farm_id: farmId, public_station_id: id, ambient_mac: null, ambient_keys: null, updated_at: 0 })
      .onConflict((c) => c.column('farm_id').doUpdateSet({ public_station_id: id }))
      .execute();
  const question = (days: number) =>
    `sensors=${[sensors[0], ...outside]}&begin=${seoulDate(Date.now() - days * DAY_MS)}&end=${seoulDate(Date.now())}`;

  beforeAll(async () => {
    await goBy('189');
    await measure(Date.now() - DAYS * DAY_MS, Date.now() - HOUR_MS, 8);
    const listed = await (await grower.call(urlOf(weatherStations, { id: farmId }))).json();
    outside = weatherStations.answer.parse(listed).flatMap(({ sensors: found }) => found.map(({ index }) => index));
  });

  it('is composed as the server does it, with what came late, and is there without a network', async () => {
    expect(outside).toHaveLength(2);
    const phone = await aTileClient();
    await phone.prepare();
    for (const days of [1, 8, 40]) {
      const at = Date.now() - Math.floor(random() * days) * DAY_MS - HOUR_MS + MINUTE_MS;
      await measure(at, at + 10 * MINUTE_MS, -9);
      phone.pass(61_000);
      const answer = await phone.ask(question(days));
      expect(answer?.headers.get('x-missing')).toBeNull();
      expect(await recordIn(answer)).toEqual(await serversRecord(question(days)));
    }
    phone.line.isCut = true;
    phone.pass(8 * HOUR_MS);
    const cut = await phone.ask(question(30));
    expect(cut?.headers.get('x-cache')).toBe('stale');
    const { data } = await recordIn(cut);
    expect(data).toEqual((await serversRecord(question(30))).data);
    expect(data.sensorGraph.map(({ areaName }) => areaName)).toEqual(['1동', '서귀포', '서귀포']);
  });

  it('is no more on the phone once the farm goes by no station', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    await goBy(null);
    await phone.prepare();
    phone.line.isCut = true;
    expect(await phone.ask(question(8))).toBeNull();
    expect(
      await phone.ask(`sensors=${sensors[0]}&begin=${seoulDate(Date.now())}&end=${seoulDate(Date.now())}`),
    ).not.toBeNull();
  });
});

describe('after a night without signal', () => {
  it('one request tells what changed, and only that is asked for', async () => {
    const phone = await aTileClient();
    await phone.prepare();
    const late = Date.now() - 30 * DAY_MS;
    await post([{ sensor: 'temperature', at: late + 1, value: -3.3 }]);
    phone.pass(9 * HOUR_MS);
    phone.line.requests.length = 0;
    await phone.prepare();
    const changes = phone.line.requests.filter((url) => url.includes(`${tileChanges.path}?farmIndex=${farmId}&`));
    expect(changes).toHaveLength(1);
    const question = `sensors=${sensors.join(',')}&begin=${seoulDate(late)}&end=${seoulDate(Date.now())}`;
    phone.line.isCut = true;
    const got = await recordIn(await phone.ask(question));
    expect(got.data).toEqual((await serversRecord(question)).data);
    expect(Math.min(...(got.data.sensorGraph[0]?.points.map(([, min]) => min) ?? []))).toBe(-3.3);
  });
});

describe('what the server keeps no longer as single readings', () => {
  it('is composed of the next coarser level, with and without a network', async () => {
    const now = Date.now();
    const forEver = { '10m': Infinity, '1h': Infinity, '1d': Infinity };
    await dropOldReadings(server.store, { now, retentionDays: { raw: 20, ...forEver } });
    const phone = await aTileClient();
    await phone.prepare();
    const day = (back: number) => seoulDate(now - back * DAY_MS);
    const question = (back: number) => `sensors=${sensors}&begin=${day(back)}&end=${day(back)}`;
    const answers = await Promise.all([25, 5].map(async (back) => recordIn(await phone.ask(question(back)))));
    expect(answers.map(({ resolution }) => resolution)).toEqual(['10m', 'raw']);
    expect(answers[0]?.data.sensorGraph[0]?.points.length).toBeGreaterThan(100);
    expect(answers).toEqual(await Promise.all([25, 5].map((back) => serversRecord(question(back)))));
    phone.line.isCut = true;
    phone.pass(HOUR_MS);
    expect((await recordIn(await phone.ask(question(25)))).data).toEqual(answers[0]?.data);
  });
});

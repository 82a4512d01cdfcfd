import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { tileAt } from '#contract/series/tile.ts';
import { HOUR_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { addCrop } from '#server/crop/commands.ts';
import { addExclusion } from '#server/quality/commands.ts';
import { storeMeasurements } from '#server/weather/commands.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';

/** A farm with everything that can be requested or changed, and its owner. */
type Estate = {
  person: SignedIn;
  farm: number;
  device: number;
  temperature: number;
  humidity: number;
  crop: string;
  exclusion: number;
};

/** A value that only the victim's sensors have measured. */
const SECRET_VALUE = 33.375;
const NOWHERE = 999_999;

let server: TestServer;
let victim: Estate;
/** An identical farm of the rival, so that every request contains something that is really theirs. */
let rival: Estate;
/** A lead farm, whose temperature every farm with a thermometer may see. */
let lead: { farm: number; temperature: number; co2: number };
/** The public station and the own station of the victim's farm. */
let stations: { number: number; sensor: number }[];

const cropFields = {
  itemCode: 'CRO001',
  variety: '',
  house: '1동',
  areaM2: 1650,
  treeCount: 120,
  plantedOn: '2018-03-10',
  budBreakOn: null,
  cultivation: 'unheated',
  status: 'growing',
} as const;

async function post(key: string, readings: object[]): Promise<void> {
  const answer = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(await answer.json()).toMatchObject({ refused: 0 });
}

async function anEstate(login: string, value: number): Promise<Estate> {
  const { store } = server;
  const ownerId = await aUser(store, login);
  const farm = await aFarm(store, { ownerId, name: `${login}의 농장` });
  const { deviceId, channels, key } = await aDevice(store, farm, ['TEMPERATURE', 'HUMIDITY', 'FLOW_RATE']);
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const times = Array.from({ length: 120 }, (_, back) => now - back * MINUTE_MS);
  await post(
    key,
    times.flatMap((at) => ['temperature', 'humidity', 'flow_rate'].map((sensor) => ({ sensor, at, value }))),
  );
  const crop = randomUUID();
  const temperature = channels.get('temperature') ?? NOWHERE;
  const span = { channelIndex: temperature, from: now - 5 * HOUR_MS, to: now - 4 * HOUR_MS, reason: '물이 튐' };
  const exclusion = await store.db.transaction().execute(async (trx) => {
    await addCrop(trx, crop, { ...cropFields, farmIndex: farm }, now);
    return addExclusion(trx, farm, span, { userId: ownerId, at: now });
  });
  const person = await signIn(server.url, login);
  const humidity = channels.get('humidity') ?? NOWHERE;
  return { person, farm, device: deviceId, temperature, humidity, crop, exclusion };
}

beforeAll(async () => {
  server = await aServer();
  victim = await anEstate('victim', SECRET_VALUE);
  rival = await anEstate('rival', 11.125);
  const leader = await aUser(server.store, 'leader');
  const farm = await aFarm(server.store, { ownerId: leader, name: '선도농가' });
  await server.store.db.updateTable('farm').set({ is_lead_farm: 1 }).where('farm_id', '=', farm).execute();
  const { channels, key } = await aDevice(server.store, farm, ['TEMPERATURE', 'CO2']);
  await post(key, [{ sensor: 'temperature', at: Date.now() - MINUTE_MS, value: 22.5 }]);
  lead = { farm, temperature: channels.get('temperature') ?? NOWHERE, co2: channels.get('co2') ?? NOWHERE };
  stations = await stationsOf(victim.farm);
});

/** Links the victim's farm to a public and an own station with one measurement each. */
async function stationsOf(farm: number): Promise<{ number: number; sensor: number }[]> {
  const link = { farm_id: farm, public_station_id: '189', ambient_mac: '00:0E:C6:00:00:01', ambient_keys: null };
  await server.store.db
    .insertInto('weather_link')
    .values({ ...link, updated_at: 0 })
    .execute();
  for (const number of [stationNumber('public', 189, true), stationNumber('own', farm, false)]) {
    const station = { number, name: '관측소', isSimulated: false, intervalMs: MINUTE_MS };
    await storeMeasurements(server.store, station, [{ at: Date.now() - MINUTE_MS, temperatureC: 5.5 }], Date.now());
  }
  const answer = await victim.person.call(`/api/weather/stations/${farm}`);
  const listed: { number: number; sensors: { index: number }[] }[] = await answer.json();
  return listed.map(({ number, sensors }) => ({ number, sensor: sensors[0]?.index ?? NOWHERE }));
}

const today = () => `begin=${seoulDate(Date.now() - 24 * HOUR_MS)}&end=${seoulDate(Date.now())}`;
const month = () => `baseDate=${seoulDate(Date.now()).slice(0, 7)}`;
const tilesNow = () => `level=raw&tiles=${tileAt(Date.now(), 'raw')}`;

describe('a read', () => {
  const read = async ({ person }: Estate, at: string) => {
    const answer = await person.call(at);
    return { status: answer.status, text: await answer.text() };
  };

  /** The rival's request with the victim's numbers, and the victim's request that shows it is valid. */
  it.each<[what: string, forged: () => string, owns: () => string, tells: string]>([
    [
      'humidity',
      () => `/api/monitor/humidity?sensorIndex=${victim.humidity}`,
      () => `/api/monitor/humidity?sensorIndex=${victim.humidity}`,
      String(SECRET_VALUE),
    ],
    [
      'humidity sensors',
      () => `/api/monitor/humidity/target-list?farmIndex=${victim.farm}`,
      () => `/api/monitor/humidity/target-list?farmIndex=${victim.farm}`,
      'HUMIDITY',
    ],
    ...(['inner-sensor', 'flow-rate', 'growth'] as const).map((kind): [string, () => string, () => string, string] => [
      `${kind} statistics`,
      () => `/api/statistics/${kind}?farmIndex=${victim.farm}&${month()}`,
      () => `/api/statistics/${kind}?farmIndex=${victim.farm}&${month()}`,
      'data',
    ]),
    [
      'what can be compared',
      () => `/api/monitor/lead-farm/target-list?farmIndex=${victim.farm}`,
      () => `/api/monitor/lead-farm/target-list?farmIndex=${victim.farm}`,
      '선도농가',
    ],
    [
      'a comparison of foreign sensors',
      () => `/api/monitor/lead-farm/record?mySensors=${victim.temperature}&leadSensors=${lead.temperature}&${today()}`,
      () => `/api/monitor/lead-farm/record?mySensors=${victim.temperature}&leadSensors=${lead.temperature}&${today()}`,
      String(SECRET_VALUE),
    ],
    [
      'a comparison of own sensors and foreign ones among them',
      () => `/api/monitor/lead-farm/record?mySensors=${rival.temperature},${victim.temperature}&${today()}`,
      () => `/api/monitor/lead-farm/record?mySensors=${victim.temperature}&${today()}`,
      String(SECRET_VALUE),
    ],
    [
      'a comparison with a farm that is no lead farm',
      () => `/api/monitor/lead-farm/record?mySensors=${rival.temperature}&leadSensors=${victim.temperature}&${today()}`,
      () => `/api/monitor/lead-farm/record?mySensors=${victim.temperature}&leadSensors=${lead.temperature}&${today()}`,
      '22.5',
    ],
    [
      'a record of own sensors and foreign ones among them',
      () => `/api/monitor/record?sensors=${rival.temperature},${victim.temperature}&${today()}`,
      () => `/api/monitor/record?sensors=${victim.temperature}&${today()}`,
      String(SECRET_VALUE),
    ],
    [
      'tiles of a foreign farm',
      () => `/api/monitor/tiles?farmIndex=${victim.farm}&channels=${victim.temperature}&${tilesNow()}`,
      () => `/api/monitor/tiles?farmIndex=${victim.farm}&channels=${victim.temperature}&${tilesNow()}`,
      'columns',
    ],
    [
      'tiles of foreign sensors on the own farm',
      () => `/api/monitor/tiles?farmIndex=${rival.farm}&channels=${victim.temperature}&${tilesNow()}`,
      () => `/api/monitor/tiles?farmIndex=${victim.farm}&channels=${victim.temperature}&${tilesNow()}`,
      'columns',
    ],
    [
      'tiles of own sensors and foreign ones among them',
      () =>
        `/api/monitor/tiles?farmIndex=${rival.farm}&channels=${rival.temperature},${victim.temperature}&${tilesNow()}`,
      () =>
        `/api/monitor/tiles?farmIndex=${victim.farm}&channels=${victim.temperature},${victim.humidity}&${tilesNow()}`,
      'columns',
    ],
    [
      'changes of a foreign farm',
      () => `/api/monitor/tiles/changes?farmIndex=${victim.farm}&since=0`,
      () => `/api/monitor/tiles/changes?farmIndex=${victim.farm}&since=0`,
      'changed',
    ],
    [
      'tiles of a farm that is no lead farm beside the own one',
      () =>
        `/api/monitor/lead-farm/tiles?farmIndex=${rival.farm}&leadFarmIndex=${victim.farm}&channels=${victim.temperature}&${tilesNow()}`,
      () =>
        `/api/monitor/lead-farm/tiles?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&channels=${lead.temperature}&${tilesNow()}`,
      'columns',
    ],
    [
      'tiles of a lead farm beside a foreign one',
      () =>
        `/api/monitor/lead-farm/tiles?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&channels=${lead.temperature}&${tilesNow()}`,
      () =>
        `/api/monitor/lead-farm/tiles?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&channels=${lead.temperature}&${tilesNow()}`,
      'columns',
    ],
    [
      'tiles of what a lead farm alone has',
      () =>
        `/api/monitor/lead-farm/tiles?farmIndex=${rival.farm}&leadFarmIndex=${lead.farm}&channels=${lead.co2}&${tilesNow()}`,
      () =>
        `/api/monitor/lead-farm/tiles?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&channels=${lead.temperature}&${tilesNow()}`,
      'columns',
    ],
    [
      'changes of a farm that is no lead farm beside the own one',
      () => `/api/monitor/lead-farm/tiles/changes?farmIndex=${rival.farm}&leadFarmIndex=${victim.farm}&since=0`,
      () => `/api/monitor/lead-farm/tiles/changes?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&since=0`,
      'changed',
    ],
    [
      'changes of a lead farm beside a foreign one',
      () => `/api/monitor/lead-farm/tiles/changes?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&since=0`,
      () => `/api/monitor/lead-farm/tiles/changes?farmIndex=${victim.farm}&leadFarmIndex=${lead.farm}&since=0`,
      'changed',
    ],
    [
      'the weather stations of a foreign farm',
      () => `/api/weather/stations/${victim.farm}`,
      () => `/api/weather/stations/${victim.farm}`,
      '관측소',
    ],
  ])('of %s is not there for somebody else', async (_what, forged, owns, tells) => {
    const refused = await read(rival, forged());
    expect(refused.status).toBe(404);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'NOT_FOUND' });
    expect(refused.text).not.toContain(String(SECRET_VALUE));
    const told = await read(victim, owns());
    expect(told.status, told.text).toBe(200);
    expect(told.text).toContain(tells);
  });
});

describe('a weather station', () => {
  it('is open in records and tiles alone, to whoever may read a farm that goes by it', async () => {
    expect(stations).toHaveLength(2);
    const { db } = server.store;
    const userId = await aUser(server.store, 'helper');
    const helper = await signIn(server.url, 'helper');
    const status = async (at: string) => (await helper.call(at)).status;
    for (const { number, sensor } of stations) {
      const doors = [
        `/api/monitor/tiles?farmIndex=${number}&channels=${sensor}&${tilesNow()}`,
        `/api/monitor/tiles/changes?farmIndex=${number}&since=0`,
        `/api/monitor/record?sensors=${sensor}&${today()}`,
      ];
      for (const door of doors) expect([door, await status(door)]).toEqual([door, 404]);
      await db
        .insertInto('farm_member')
        .values({ farm_id: victim.farm, user_id: userId, right: 'read', added_at: 0 })
        .execute();
      for (const door of doors) expect([door, await status(door)]).toEqual([door, 200]);
      const others = [
        `/api/farms/${number}`,
        `/api/sensors/${sensor}`,
        `/api/monitor/target-list?farmIndex=${number}`,
        `/api/sensor-value/group/area/farm/${number}`,
      ];
      for (const door of others) expect([door, await status(door)]).toEqual([door, 404]);
      await db.deleteFrom('farm_member').where('user_id', '=', userId).execute();
    }
  });
});

describe('a write', () => {
  type Asked = { method: string; at: string; body?: object };

  const send = async ({ person }: Estate, { method, at, body = {} }: Asked) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await person.call(at, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  };

  /** All rows of a farm in the database. */
  async function contentsOf(farm: number): Promise<unknown> {
    const { db } = server.store;
    const found: Record<string, unknown> = {};
    for (const table of await db.introspection.getTables()) {
      if (!table.columns.some(({ name }) => name === 'farm_id')) continue;
      const { rows } = await sql`select * from ${sql.table(table.name)} where farm_id = ${farm}`.execute(db);
      found[table.name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return found;
  }

  const heat = { ...defaultHeatSettings, enabled: true, nightTargetC: 10 };
  const span = () => ({ from: Date.now() - HOUR_MS, to: Date.now(), reason: '물이 튀어 값이 틀림' });
  const sensorFields = (deviceIndex: number) => ({
    deviceIndex,
    code: 'temperature',
    type: 'TEMPERATURE',
    name: 'TEMPERATURE',
    areaName: '1동',
    intervalMs: 60_000,
    plausibleMin: null,
    plausibleMax: null,
  });

  it.each<[what: string, asked: (of: Estate) => Asked]>([
    [
      'the weather stations',
      ({ farm }) => ({ method: 'POST', at: `/api/farms/${farm}/aws-info`, body: { publicStationId: '184' } }),
    ],
    [
      'a calibration',
      ({ temperature }) => ({
        method: 'POST',
        at: `/api/sensors/${temperature}/calibrations`,
        body: { sinceOn: '2026-11-01', correction: 5 },
      }),
    ],
    [
      'a calibration that stands',
      ({ temperature }) => ({ method: 'DELETE', at: `/api/sensors/${temperature}/calibrations/2026-11-01` }),
    ],
    [
      'the heat settings',
      ({ farm }) => ({
        method: 'PATCH',
        at: `/api/farms/heat-update/${farm}`,
        body: { ...heat, base: defaultHeatSettings },
      }),
    ],
    [
      'one of the heat settings alone',
      ({ farm }) => ({ method: 'PATCH', at: `/api/farms/heat-update/${farm}`, body: { frostGuardC: 5 } }),
    ],
    ['a new crop', ({ farm }) => ({ method: 'POST', at: '/api/crops', body: { ...cropFields, farmIndex: farm } })],
    [
      'a crop',
      ({ crop, farm }) => ({
        method: 'PUT',
        at: `/api/crops/${crop}`,
        body: { ...cropFields, treeCount: 7, farmIndex: farm },
      }),
    ],
    [
      'values left out',
      ({ temperature }) => ({
        method: 'POST',
        at: '/api/quality/exclusion',
        body: { channelIndex: temperature, ...span() },
      }),
    ],
    ['values taken back in', ({ exclusion }) => ({ method: 'DELETE', at: `/api/quality/exclusion/${exclusion}` })],
    [
      'a sensor',
      ({ temperature, device }) => ({
        method: 'PUT',
        at: `/api/sensors/${temperature}`,
        body: { ...sensorFields(device), areaName: '2동' },
      }),
    ],
  ])('of %s changes nothing of somebody else, and is a good one for its owner', async (_what, asked) => {
    const before = await contentsOf(victim.farm);
    const { method, at, body } = asked(victim);
    // The rival's own ids fill every other parameter.
    const decoys = { farmId: rival.farm, farm: rival.farm, id: rival.crop };
    const query = `?farmIndex=${rival.farm}&farmId=${rival.farm}&id=${rival.farm}`;
    for (const forged of [asked(victim), { method, at: at + query, body: { ...decoys, ...body } }]) {
      const refused = await send(rival, forged);
      expect([refused.status, JSON.parse(refused.text).code], refused.text).toEqual([404, 'NOT_FOUND']);
      expect(await contentsOf(victim.farm)).toEqual(before);
    }
    const done = await send(victim, asked(victim));
    expect([200, 201], done.text).toContain(done.status);
    expect(await contentsOf(victim.farm)).not.toEqual(before);
  });

  it('does not carry what is one’s own to a foreign farm or device', async () => {
    const before = await contentsOf(victim.farm);
    const crop = { ...cropFields, farmIndex: victim.farm };
    const moved = await send(rival, { method: 'PUT', at: `/api/crops/${rival.crop}`, body: crop });
    expect([400, 404]).toContain(moved.status);
    const body = sensorFields(victim.device);
    const hung = await send(rival, { method: 'PUT', at: `/api/sensors/${rival.temperature}`, body });
    expect([400, 404]).toContain(hung.status);
    expect(await contentsOf(victim.farm)).toEqual(before);
  });
});

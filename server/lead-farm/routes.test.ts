import { beforeAll, describe, expect, it } from 'vitest';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { aCropOn, aDevice, aFarm } from '../../tests/support/store/store.ts';

const AT = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
const RANGE = `begin=${new Date(AT - 5 * MINUTE_MS).toISOString()}&end=${new Date(AT + 5 * MINUTE_MS).toISOString()}`;

let server: TestServer;
let grower: SignedIn;
let stranger: SignedIn;
let own: Farm;
let lead: Farm;
let neighbour: Farm;

type Farm = { farmId: number; index(name: string): number };

async function furnished(owner: number, name: string, types: readonly ChannelTypeName[], value: number): Promise<Farm> {
  const { store, url } = server;
  const farmId = await aFarm(store, { ownerId: owner, name });
  const { key, channels } = await aDevice(store, farmId, types);
  const readings = types.map((type) => ({ sensor: type.toLowerCase(), at: AT, value }));
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(await answer.json()).toMatchObject({ stored: types.length });
  return { farmId, index: (type) => channels.get(type) ?? 0 };
}

const flagLead = (farmId: number, isLead: 0 | 1) =>
  server.store.db.updateTable('farm').set({ is_lead_farm: isLead }).where('farm_id', '=', farmId).execute();

const growCrop = (farmId: number, status: string) =>
  aCropOn(server.store, {
    farmId,
    cropId: `crop-${status}`,
    itemCode: status === 'growing' ? 'CRO004' : 'CRO001',
    status,
  });

const record = async (query: string, person = grower) => {
  const answer = await person.call(`/api/monitor/lead-farm/record?${query}&${RANGE}`);
  return { status: answer.status, body: await answer.json() };
};

beforeAll(async () => {
  server = await aServer();
  const { store, url } = server;
  const growerId = await aUser(store, 'grower');
  const leaderId = await aUser(store, 'leader');
  await aUser(store, 'stranger');
  own = await furnished(growerId, '내 농장', ['TEMPERATURE', 'HUMIDITY', 'HEATER'], 12);
  lead = await furnished(leaderId, '선도 농장', ['TEMPERATURE', 'CO2', 'HEATER'], 40);
  neighbour = await furnished(leaderId, '이웃 농장', ['TEMPERATURE'], 33);
  await flagLead(lead.farmId, 1);
  for (const status of ['growing', 'removed']) await growCrop(lead.farmId, status);
  grower = await signIn(url, 'grower');
  stranger = await signIn(url, 'stranger');
});

describe('what can be compared', () => {
  it('are the types that both sides have, of lead farms alone', async () => {
    const answer = await (await grower.call(`/api/monitor/lead-farm/target-list?farmIndex=${own.farmId}`)).json();
    const types = (groups: { devices: { type: string }[] }[]) =>
      groups.flatMap(({ devices }) => devices.map(({ type }) => type));
    expect(types(answer.my.sensors)).toEqual(['TEMPERATURE']);
    expect(types(answer.my.devices)).toEqual(['HEATER']);
    expect(answer.leads).toMatchObject([{ farmName: '선도 농장', crops: ['황금향'] }]);
    expect(answer.myCrops).toEqual([]);
    expect(types(answer.leads[0].targets.sensors)).toEqual(['TEMPERATURE']);
    expect(types(answer.leads[0].targets.devices)).toEqual(['HEATER']);
  });
});

describe('a comparison', () => {
  it('shows own and lead readings over the same range', async () => {
    const query = `mySensors=${own.index('temperature')}&leadSensors=${lead.index('temperature')}`;
    const heaters = `&myDevices=${own.index('heater')}&leadDevices=${lead.index('heater')}`;
    const { status, body } = await record(query + heaters);
    expect(status).toBe(200);
    expect(body.resolution).toBe('raw');
    expect(body.data.my.sensorGraph[0].points).toEqual({ at: [AT], mean: [12] });
    expect(body.data.lead.sensorGraph[0].points).toEqual({ at: [AT], mean: [40] });
    expect(body.data.my.deviceGraph[0].points).toEqual({ at: [AT], mean: [12] });
    expect(body.data.lead.deviceGraph[0].points).toEqual({ at: [AT], mean: [40] });
  });

  it('is the only door to a lead farm’s readings', async () => {
    const temperature = lead.index('temperature');
    const doors = [
      `/api/monitor/record?sensors=${temperature}&${RANGE}`,
      `/api/monitor/target-list?farmIndex=${lead.farmId}`,
      `/api/monitor/tiles?farmIndex=${lead.farmId}&channels=${temperature}&level=1h&tiles=2600`,
      `/api/monitor/lead-farm/tiles?leadFarmIndex=${lead.farmId}&farmIndex=${own.farmId}&channels=${lead.index('co2')}&level=1h&tiles=2600`,
      `/api/monitor/lead-farm/tiles?leadFarmIndex=${neighbour.farmId}&farmIndex=${own.farmId}&channels=${neighbour.index('temperature')}&level=1h&tiles=2600`,
      `/api/monitor/lead-farm/tiles?leadFarmIndex=${lead.farmId}&farmIndex=${lead.farmId}&channels=${temperature}&level=1h&tiles=2600`,
      `/api/monitor/lead-farm/tiles/changes?leadFarmIndex=${neighbour.farmId}&farmIndex=${own.farmId}&since=0`,
      `/api/sensor-value/group/area/farm/${lead.farmId}`,
      `/api/farms/${lead.farmId}`,
      `/api/monitor/lead-farm/target-list?farmIndex=${lead.farmId}`,
      `/api/monitor/lead-farm/record?mySensors=${temperature}&${RANGE}`,
    ];
    const statuses = await Promise.all(doors.map(async (door) => (await grower.call(door)).status));
    expect(statuses).toEqual(doors.map(() => 404));
  });

  it('gives tiles of what can be compared, and tells their changes', async () => {
    const compared = `leadFarmIndex=${lead.farmId}&farmIndex=${own.farmId}`;
    const tiles = `/api/monitor/lead-farm/tiles?${compared}&channels=${lead.index('temperature')}&level=1d&tiles=160`;
    expect((await grower.call(tiles)).status).toBe(200);
    expect((await stranger.call(tiles)).status).toBe(404);
    const { changed } = await (await grower.call(`/api/monitor/lead-farm/tiles/changes?${compared}&since=0`)).json();
    const told = changed.map(({ channel }: { channel: number }) => channel);
    expect(told).toEqual([lead.index('temperature'), lead.index('heater')].sort((a, b) => a - b));
  });

  it('refuses what has no counterpart of its type on the own side of the same call', async () => {
    const co2 = await record(`mySensors=${own.index('temperature')}&leadSensors=${lead.index('co2')}`);
    expect(co2).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const other = await record(`mySensors=${own.index('humidity')}&leadSensors=${lead.index('temperature')}`);
    expect(other.status).toBe(404);
  });

  it('refuses farms that are no lead farms, own ones included', async () => {
    const mine = `mySensors=${own.index('temperature')}`;
    expect((await record(`${mine}&leadSensors=${neighbour.index('temperature')}`)).status).toBe(404);
    expect((await record(`${mine}&leadSensors=${own.index('temperature')}`)).status).toBe(404);
  });

  it('refuses actuators asked for as sensors', async () => {
    expect((await record(`mySensors=${own.index('heater')}&leadSensors=${lead.index('heater')}`)).status).toBe(404);
  });

  it('wants something of one’s own, and only one’s own', async () => {
    const theirs = `leadSensors=${lead.index('temperature')}`;
    expect(await record(theirs)).toMatchObject({ status: 400, body: { field: 'mySensors' } });
    expect((await record(`mySensors=${own.index('temperature')}&${theirs}`, stranger)).status).toBe(404);
    expect((await record(`mySensors=${neighbour.index('temperature')}&${theirs}`)).status).toBe(404);
  });

  it('ends with the flag', async () => {
    const query = `mySensors=${own.index('temperature')}&leadSensors=${lead.index('temperature')}`;
    await flagLead(lead.farmId, 0);
    expect((await record(query)).status).toBe(404);
    await flagLead(lead.farmId, 1);
    expect((await record(query)).status).toBe(200);
  });
});

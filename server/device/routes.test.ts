import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { aWorld, type World } from '../../tests/contract/examples.ts';
import { aServer, aUser, type SignedIn, signIn } from '../../tests/support/server/server.ts';
import { itOnSqlite } from '../../tests/support/store/it-on-sqlite.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

async function send(person: SignedIn, method: string, url: string, body: unknown = {}, key: string = randomUUID()) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await person.call(url, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}
const read = async (person: SignedIn, url: string) => (await person.call(url)).json();

async function ingest(key: string, readings: unknown[]) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ readings });
  return fetch(`${world.server.url}/api/ingest`, { method: 'POST', headers, body });
}

const fields = () => ({
  name: '2동 게이트웨이',
  code: `g${randomUUID().slice(0, 8)}`,
  kind: 'gateway',
  place: '2동',
  note: '',
});

async function created(idempotencyKey?: string) {
  const body = { ...fields(), farmIndex: world.farmId };
  const answer = await send(world.people.owner, 'POST', '/api/devices', body, idempotencyKey);
  const { device, key } = answer.body.data;
  const sensor = { deviceIndex: device.index, code: 'temp', type: 'TEMPERATURE', name: '온도', areaName: '2동' };
  const more = { intervalMs: 60_000, plausibleMin: null, plausibleMax: null };
  const made = await send(world.people.owner, 'POST', '/api/sensors', { ...sensor, ...more });
  return { body, device, key: String(key), sensorId: Number(made.body.data.index), sensor: { ...sensor, ...more } };
}

describe('a device key', () => {
  itOnSqlite('is told once: not in a repeated answer, not by any read, and nowhere in the data folder', async () => {
    const name = randomUUID();
    const { body, device, key } = await created(name);
    expect(key).toMatch(/^onsil_[\w-]{32}$/);
    const again = await send(world.people.owner, 'POST', '/api/devices', body, name);
    expect(again).toMatchObject({ status: 201, body: { data: { device: { index: device.index }, key: null } } });
    for (const url of [`/api/devices/${device.index}`, '/api/manage/devices?size=500'])
      expect(JSON.stringify(await read(world.people.owner, url))).not.toContain(key);
    const { dataDir } = world.server.config;
    const files = readdirSync(dataDir).map((file) => readFileSync(path.join(dataDir, file), 'latin1'));
    expect(files.filter((text) => text.includes(body.code))).not.toEqual([]);
    expect(files.filter((text) => text.includes(key))).toEqual([]);
  });

  it('opens the door from the first moment, and no longer from the moment it is replaced or revoked', async () => {
    const { device, key } = await created();
    expect((await ingest(key, [{ sensor: 'temp', value: 20 }])).status).toBe(200);
    const { body } = await send(world.people.writer, 'POST', `/api/devices/${device.index}/key`);
    expect((await ingest(key, [{ sensor: 'temp', value: 20 }])).status).toBe(401);
    expect((await ingest(body.data.key, [{ sensor: 'temp', value: 20 }])).status).toBe(200);
    const revoked = await send(world.people.owner, 'DELETE', `/api/devices/${device.index}/key`);
    expect(revoked.body.data).toMatchObject({ hasKey: false });
    expect((await ingest(body.data.key, [{ sensor: 'temp', value: 20 }])).status).toBe(401);
  });

  it('leaves its device’s name and nothing else in the audit log', async () => {
    const { device, key } = await created();
    const { body } = await send(world.people.owner, 'POST', `/api/devices/${device.index}/key`);
    const lines = await world.server.store.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', String(device.index))
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['device.create', 'device.key']));
    for (const secret of [key, body.data.key]) expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe('a device', () => {
  it('says when it was last heard, and when it counts as silent', async () => {
    const { device, key } = await created();
    expect(device).toMatchObject({ lastSeenAt: null, intervalMs: null, hasKey: true, right: 'own' });
    const before = Date.now();
    await ingest(key, [{ sensor: 'temp', value: 20 }]);
    const found = await read(world.people.reader, `/api/devices/${device.index}`);
    expect(found).toMatchObject({ intervalMs: 60_000, sensorCount: 1, actuatorCount: 0, right: 'read' });
    expect(Date.parse(found.lastSeenAt)).toBeGreaterThanOrEqual(before);
    expect(found.channels).toEqual([expect.objectContaining({ code: 'temp', value: 20, unit: '℃' })]);
  });

  it('tells of late which of its readings were refused and why', async () => {
    const { device, key } = await created();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await ingest(key, [{ sensor: '온도', value: 1 }, { sensor: 'temp', value: 1, at }, { value: 1 }]);
    const { countedFrom, counts, recent } = await read(world.people.owner, `/api/devices/${device.index}/refusals`);
    expect(recent.map(({ sensor, reason }: { sensor: string; reason: string }) => [sensor, reason])).toEqual([
      ['', 'MALFORMED'],
      ['temp', 'FUTURE'],
      ['온도', 'UNKNOWN_SENSOR'],
    ]);
    expect(Date.parse(countedFrom)).toBeLessThanOrEqual(Date.now());
    expect(counts).toHaveLength(3);
    expect(counts).toContainEqual({ reason: 'FUTURE', count: 1, lastAt: recent[0].receivedAt });
    await ingest(
      key,
      Array.from({ length: 25 }, () => ({ sensor: 'temp', value: 1, at })),
    );
    const later = await read(world.people.owner, `/api/devices/${device.index}/refusals`);
    expect(later.counts[0]).toMatchObject({ reason: 'FUTURE', count: 26 });
    expect(later.recent).toHaveLength(10);
  });

  it('gives its code free when it is deleted, and takes nothing more', async () => {
    const { device, key, body, sensorId } = await created();
    const url = `/api/devices/${device.index}`;
    expect((await send(world.people.owner, 'DELETE', url, { confirmName: body.name })).status).toBe(200);
    expect((await ingest(key, [{ sensor: 'temp', value: 20 }])).status).toBe(401);
    expect((await world.people.owner.call(url)).status).toBe(404);
    expect((await world.people.owner.call(`/api/sensors/${sensorId}`)).status).toBe(404);
    expect((await send(world.people.owner, 'POST', '/api/devices', body)).status).toBe(201);
  });

  it('keeps its code from others of the farm, not from those of another', async () => {
    const { body } = await created();
    const taken = await send(world.people.owner, 'POST', '/api/devices', body);
    expect(taken).toMatchObject({ status: 400, body: { field: 'code', message: expect.stringMatching(/같은 코드/) } });
    const farmIndex = await aFarm(world.server.store, { ownerId: world.ids.owner });
    expect((await send(world.people.owner, 'POST', '/api/devices', { ...body, farmIndex })).status).toBe(201);
  });

  it('is in the list of its farm, and in nobody else’s', async () => {
    const { device } = await created();
    const of = async (person: SignedIn, query = '') =>
      (await read(person, `/api/manage/devices?size=500${query}`)).rows.map((row: { index: number }) => row.index);
    for (const person of [world.people.owner, world.people.reader, world.people.administrator])
      expect(await of(person, `&farmIndex=${world.farmId}`)).toContain(device.index);
    expect(await of(world.people.stranger, `&farmIndex=${world.farmId}`)).toEqual([]);
    const other = await aFarm(world.server.store, { ownerId: world.ids.owner });
    expect(await of(world.people.owner, `&farmIndex=${other}`)).toEqual([]);
  });
});

describe('a sensor', () => {
  it('has the gate go by its own plausible range, from the next reading on', async () => {
    const { key, sensorId, sensor } = await created();
    let at = Date.now() - 60_000;
    const flagged = async (value: number) => {
      at += 1_000;
      return (await (await ingest(key, [{ sensor: 'temp', at, value }])).json()).flagged;
    };
    expect(await flagged(45)).toBe(0);
    const narrow = { ...sensor, plausibleMax: 40, base: sensor };
    expect((await send(world.people.owner, 'PUT', `/api/sensors/${sensorId}`, narrow)).status).toBe(200);
    expect([await flagged(45), await flagged(40), await flagged(-25)]).toEqual([1, 0, 1]);
  });

  it('keeps its readings and where it was when it is moved', async () => {
    const { key, sensorId, sensor } = await created();
    await ingest(key, [{ sensor: 'temp', value: 20 }]);
    const url = `/api/sensors/${sensorId}`;
    const moved = await send(world.people.writer, 'PUT', url, { ...sensor, areaName: '3동', base: sensor });
    expect(moved.body.data.places.map(({ areaName, by }: { areaName: string; by: string }) => [areaName, by])).toEqual([
      ['3동', 'writer'],
      ['2동', 'owner'],
    ]);
    expect(moved.body.data).toMatchObject({ areaName: '3동', value: 20 });
    const lines = await world.server.store.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('subject_id', '=', String(sensorId))
      .where('action', 'in', ['sensor.move', 'sensor.update'])
      .execute();
    expect(lines).toEqual([{ action: 'sensor.move', before: '{"areaName":"2동"}', after: '{"areaName":"3동"}' }]);
  });

  it('that came with the installation keeps its first place, too', async () => {
    const { store } = world.server;
    const { deviceId, channels } = await aDevice(store, world.farmId, ['CO2'], {
      code: `i${randomUUID().slice(0, 6)}`,
    });
    const id = channels.get('co2') ?? 0;
    const base = {
      deviceIndex: deviceId,
      code: 'co2',
      type: 'CO2',
      name: 'CO2',
      areaName: '1동',
      intervalMs: 60_000,
      plausibleMin: null,
      plausibleMax: null,
    };
    await send(world.people.owner, 'PUT', `/api/sensors/${id}`, { ...base, areaName: '5동', base });
    const { places } = await read(world.people.owner, `/api/sensors/${id}`);
    expect(places.map(({ areaName }: { areaName: string }) => areaName)).toEqual(['5동', '1동']);
  });

  it('stays what it is once it has measured, and on its farm', async () => {
    const { key, sensorId, sensor } = await created();
    const url = `/api/sensors/${sensorId}`;
    const wet = { ...sensor, type: 'HUMIDITY', base: sensor };
    expect((await send(world.people.owner, 'PUT', url, wet)).status).toBe(200);
    await send(world.people.owner, 'PUT', url, { ...sensor, base: { ...sensor, type: 'HUMIDITY' } });
    await ingest(key, [{ sensor: 'temp', value: 20 }]);
    expect(await send(world.people.owner, 'PUT', url, wet)).toMatchObject({ status: 400, body: { field: 'type' } });
    const elsewhere = await aFarm(world.server.store, { ownerId: world.ids.owner });
    const { deviceId } = await aDevice(world.server.store, elsewhere);
    const away = await send(world.people.owner, 'PUT', url, { ...sensor, deviceIndex: deviceId, base: sensor });
    expect(away).toMatchObject({ status: 400, body: { field: 'deviceIndex' } });
    const foreign = await aFarm(world.server.store, { ownerId: world.ids.stranger });
    const theirs = await aDevice(world.server.store, foreign);
    const given = { ...sensor, deviceIndex: theirs.deviceId, base: sensor };
    expect((await send(world.people.owner, 'PUT', url, given)).status).toBe(404);
  });

  it('is not changed behind somebody’s back', async () => {
    const { sensorId, sensor } = await created();
    const url = `/api/sensors/${sensorId}`;
    await send(world.people.owner, 'PUT', url, { ...sensor, name: '윗 온도', base: sensor });
    const late = await send(world.people.writer, 'PUT', url, { ...sensor, name: '아랫 온도', base: sensor });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', details: { conflicts: ['name'], current: { name: '윗 온도' } } },
    });
  });

  it('shows calibrated values in its list from the day they count', async () => {
    const { key, sensorId } = await created();
    await ingest(key, [{ sensor: 'temp', value: 20.1 }]);
    const noted = { sinceOn: '2026-01-01', correction: 0.2 };
    await send(world.people.owner, 'POST', `/api/sensors/${sensorId}/calibrations`, noted);
    const { rows } = await read(world.people.owner, `/api/manage/sensors?size=500&farmIndex=${world.farmId}`);
    expect(rows.find(({ index }: { index: number }) => index === sensorId)).toMatchObject({ value: 20.3 });
    const found = await read(world.people.owner, `/api/sensors/${sensorId}`);
    expect(found.calibrations).toEqual([expect.objectContaining({ ...noted, by: 'owner' })]);
  });
});

describe('a role that may only read the device page', () => {
  it('changes nothing, though the farm is its own', async () => {
    const { store, url } = await aServer();
    const ownerId = await aUser(store, 'owner');
    const farmIndex = await aFarm(store, { ownerId });
    await store.db
      .updateTable('menu_right')
      .set({ auth_code: 'AUTH_READ' })
      .where('authority', '=', 'ROLE_USER')
      .where('item_id', 'in', [31, 32])
      .execute();
    const owner = await signIn(url, 'owner');
    const answer = await send(owner, 'POST', '/api/devices', { ...fields(), farmIndex });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await owner.call(`/api/manage/devices?farmIndex=${farmIndex}`)).status).toBe(200);
  });
});

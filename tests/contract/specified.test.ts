import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../support/server/server.ts';
import { answering, ask } from './ask.ts';
import { aSharedFarm, aWorld, examples, type World } from './examples.ts';
import { aCropOn } from './examples-crop.ts';

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await aWorld();
  owner = world.people.owner;
});

/** A call exactly as in the specification: method, path, payload and token, without the app's additions. */
async function call(method: string, path: string, body?: unknown, scheme = 'Bearer') {
  const answer = await fetch(world.server.url + path, {
    method,
    headers: {
      authorization: `${scheme} ${owner.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, requestId: answer.headers.get('x-request-id'), body: await answer.json() };
}

const remembered = async () => {
  const rows = await world.server.store.db.selectFrom('idempotency').select('key').execute();
  return rows.length;
};
const linesOf = (requestId: string | null) =>
  world.server.store.db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('request_id', '=', requestId ?? '')
    .execute();

describe('the payload of the specification', () => {
  it('makes, reads, changes and deletes a farm', async () => {
    const made = await call('POST', '/api/farms', { farmName: '남원 농장' });
    expect(made).toMatchObject({ status: 201, body: { status: 201, message: '등록했습니다.' } });
    const { index } = made.body.data;
    const stored = { address: '', latitude: null, longitude: null, areaM2: null, coUsers: [] };
    expect((await call('GET', `/api/farms/${index}`)).body).toMatchObject({ farmName: '남원 농장', ...stored });
    const changed = await call('PUT', `/api/farms/${index}`, { address: '서귀포시 남원읍' });
    expect(changed).toMatchObject({ status: 200, body: { status: 200, message: '저장했습니다.' } });
    expect(changed.body.data).toMatchObject({ farmName: '남원 농장', ...stored, address: '서귀포시 남원읍' });
    expect(await call('DELETE', `/api/farms/${index}`)).toMatchObject({
      status: 200,
      body: { message: '삭제했습니다.' },
    });
    expect((await call('GET', `/api/farms/${index}`)).status).toBe(404);
  });

  it('makes, reads, changes and deletes a crop', async () => {
    const crop = { farmIndex: world.farmId, itemCode: 'CRO002' };
    const made = await call('POST', '/api/crops', crop);
    const rest = { cultivation: 'unheated', status: 'growing', treeCount: null };
    expect(made).toMatchObject({ status: 201, body: { data: { ...crop, ...rest } } });
    const path = `/api/crops/${made.body.data.id}`;
    expect((await call('PUT', path, { treeCount: 80 })).body.data).toMatchObject({ ...crop, treeCount: 80 });
    expect((await call('GET', path)).body).toMatchObject({ ...crop, treeCount: 80 });
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('notes an observation, an inspection, a post and a comment, which the server names', async () => {
    const { farmId: farmIndex } = world;
    const cropId = await aCropOn(world, farmIndex);
    const observed = { farmIndex, cropId, tree: '12', observedAt: '2026-09-01T01:30:00Z', fruitMm: 52 };
    const observation = await call('POST', '/api/growing', observed);
    expect(observation).toMatchObject({ status: 201, body: { data: { house: '', fruitMm: 52, pests: [], note: '' } } });
    const inspection = await call('POST', '/api/inspections', { farmIndex, kind: 'heater', title: '버너' });
    expect(inspection).toMatchObject({ status: 201, body: { data: { state: 'received', detail: '', dueOn: null } } });
    const post = await call('POST', `/api/farms/${farmIndex}/posts`, {
      kind: 'post',
      title: '질문',
      text: '있습니다.',
    });
    expect(post).toMatchObject({ status: 201, body: { data: { untilOn: null, isPinned: false } } });
    const below = `/api/farms/${farmIndex}/posts/${post.body.data.id}`;
    const comment = await call('POST', `${below}/comments`, { text: '답' });
    expect(comment).toMatchObject({ status: 201, body: { data: { text: '답' } } });
    expect((await call('PUT', `${below}/seen`, {})).status).toBe(200);
    for (const path of [
      `/api/growing/${observation.body.data.id}`,
      `/api/inspections/${inspection.body.data.id}`,
      `/api/farms/${farmIndex}/comments/${comment.body.data.id}`,
      below,
    ])
      expect((await call('DELETE', path)).status, path).toBe(200);
  });

  it('makes a device', async () => {
    const device = await call('POST', '/api/devices', { farmIndex: world.farmId, name: '중계기', code: 'bare' });
    expect(device).toMatchObject({ status: 201, body: { data: { device: { kind: 'other', place: '', note: '' } } } });
    expect((await call('DELETE', `/api/devices/${device.body.data.device.index}`)).status).toBe(200);
  });

  it('sets a weather station and leaves alone what it does not name', async () => {
    const farmId = await aSharedFarm(world);
    const path = `/api/farms/${farmId}/aws-info`;
    expect((await call('POST', path, { publicStationId: '184' })).body.data.weather.publicStationId).toBe('184');
    const { weather } = (await call('POST', path, { ambientMac: '00:0E:C6:20:0F:7B' })).body.data;
    expect(weather).toEqual({ publicStationId: '184', ambientMac: '00:0E:C6:20:0F:7B', hasAmbientKeys: false });
  });

  it('changes heat settings', async () => {
    const path = `/api/farms/heat-update/${await aSharedFarm(world)}`;
    const { settings } = (await call('PATCH', path, { nightTargetC: 9 })).body.data;
    const again = (await call('PATCH', path, { frostGuardC: 4 })).body.data.settings;
    expect(again).toEqual({ ...settings, nightTargetC: 9, frostGuardC: 4 });
  });

  it('is held to what is stored beside it', async () => {
    const farmId = await aSharedFarm(world);
    const half = await call('PUT', `/api/farms/${farmId}`, { latitude: 33.4 });
    expect(half).toMatchObject({ status: 400, body: { code: 'VALIDATION', field: 'longitude' } });
    const cold = await call('PATCH', `/api/farms/heat-update/${farmId}`, { nightTargetC: 1 });
    expect(cold).toMatchObject({ status: 400, body: { code: 'VALIDATION', field: 'nightTargetC' } });
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('is taken with the word %s', async (scheme) => {
    expect((await call('GET', '/api/farms', undefined, scheme)).status).toBe(200);
  });
});

describe('readings with a device key', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('are taken with the word %s', async (scheme) => {
    const answer = await fetch(`${world.server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `${scheme} ${world.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ sensor: 'temperature', value: 20 }] }),
    });
    expect(answer.status).toBe(200);
  });
});

describe('a write without a name of its own', () => {
  const writes = answering.filter(([, { method }]) => method !== 'GET');

  it.each(writes)('%s is done, stands in the audit log, and is not remembered', async (name) => {
    const person = world.people[examples[name].as ?? 'owner'];
    const input = await examples[name].input(world);
    const before = await remembered();
    const answer = await ask(person, name, input, null);
    expect([200, 201], await answer.text()).toContain(answer.status);
    const lines = await linesOf(answer.headers.get('x-request-id'));
    // Having seen a post is not audited.
    expect(lines.length > 0).toBe(name !== 'seePost');
    expect(await remembered()).toBe(before);
  });

  it('that is refused is not remembered either', async () => {
    const id = crypto.randomUUID();
    const crop = { id, farmIndex: world.farmId, itemCode: 'CRO001', cultivation: 'heated' };
    await call('POST', '/api/crops', crop);
    const before = await remembered();
    expect((await call('POST', '/api/crops', { ...crop, house: '2동' })).status).toBe(409);
    expect(await remembered()).toBe(before);
  });
});

describe('an update without what it was edited from', () => {
  const updates = answering.filter(([, { body }]) => 'base' in Object(Object(body).shape));

  it('is any update of the contract', () => {
    expect(updates.length).toBeGreaterThan(8);
    for (const [name, { method }] of updates) expect([name, method]).not.toEqual([name, 'GET']);
  });

  it.each(updates)('%s applies the field given, whatever has changed meanwhile, and no other', async (name) => {
    const person = world.people[examples[name].as ?? 'owner'];
    const input = await examples[name].input(world);
    const { base, ...edited }: { base?: unknown } & Record<string, unknown> = Object(input.body);
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    const [field, value] = Object.entries(Object(base)).find(([known, was]) => !isSame(edited[known], was)) ?? [''];
    expect((await ask(person, name, input, null)).status).toBe(200);
    // Changes the field back without a base, as this caller does not know about the edit above.
    const answer = await ask(person, name, { ...input, body: { [field]: value } }, null);
    expect(answer.status, await answer.clone().text()).toBe(200);
    const [line] = await linesOf(answer.headers.get('x-request-id'));
    const [was, is] = [line?.before, line?.after].map((json): Record<string, unknown> => JSON.parse(json ?? ''));
    expect(Object.keys({ ...was, ...is }).filter((one) => !isSame(was?.[one], is?.[one]))).toEqual([field]);
    expect(is?.[field]).toEqual(value);
  });
});

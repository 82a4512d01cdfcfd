import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { aSharedFarm, aWorld, farmFields, type World } from '../../tests/contract/examples.ts';
import { aDeletedCrop, aDeletedFarm, ambientKeys } from '../../tests/contract/examples-farm.ts';
import { aUser, type SignedIn, signIn } from '../../tests/support/server/server.ts';
import { itOnSqlite } from '../../tests/support/store/it-on-sqlite.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { loadSecret } from '../auth/session/secret.ts';
import { createEncrypter } from '../kernel/encrypt-at-rest.ts';
import { decryptAmbientKeys } from './queries.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

async function send(person: SignedIn, method: string, url: string, body: unknown = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await person.call(url, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}
const read = async (person: SignedIn, url: string) => (await person.call(url)).json();

const none = { publicStationId: null, ambientMac: null, hasAmbientKeys: false };
const mac = '00:0E:C6:20:0F:7B';

describe('keys of a personal weather station', () => {
  const keysOf = async (farmId: number) => {
    const { store, config } = world.server;
    const link = await store.db
      .selectFrom('weather_link')
      .select('ambient_keys as encrypted')
      .where('farm_id', '=', farmId)
      .executeTakeFirst();
    return link?.encrypted
      ? decryptAmbientKeys(createEncrypter(loadSecret(config.dataDir)), farmId, link.encrypted)
      : undefined;
  };

  itOnSqlite('go in, can be opened by the server alone, and stand nowhere in its data folder', async () => {
    const farmId = await aSharedFarm(world);
    const body = { publicStationId: '184', ambientMac: '000ec6200f7b', ambientKeys, base: none };
    const answer = await send(world.people.owner, 'POST', `/api/farms/${farmId}/aws-info`, body);
    const weather = { publicStationId: '184', ambientMac: mac, hasAmbientKeys: true };
    expect(answer).toMatchObject({ status: 200, body: { data: { weather } } });
    expect((await read(world.people.owner, `/api/farms/${farmId}`)).weather).toEqual(weather);
    expect(await keysOf(farmId)).toEqual(ambientKeys);

    const { dataDir } = world.server.config;
    const files = readdirSync(dataDir).map((name) => readFileSync(path.join(dataDir, name), 'latin1'));
    expect(files.some((text) => text.includes(mac))).toBe(true);
    for (const key of Object.values(ambientKeys)) {
      expect(JSON.stringify(answer.body)).not.toContain(key);
      expect(files.filter((text) => text.includes(key))).toEqual([]);
    }
  });

  it('stay when an edit leaves them out, and go when it clears them', async () => {
    const farmId = await aSharedFarm(world);
    const url = `/api/farms/${farmId}/aws-info`;
    await send(world.people.owner, 'POST', url, { ...none, ambientKeys, base: none });
    const base = { ...none, hasAmbientKeys: true };
    await send(world.people.owner, 'POST', url, { publicStationId: '189', ambientMac: null, base });
    expect(await keysOf(farmId)).toEqual(ambientKeys);
    const after = { ...base, publicStationId: '189' };
    const cleared = await send(world.people.owner, 'POST', url, { ...after, ambientKeys: null, base: after });
    expect(cleared.body.data.weather).toEqual({ publicStationId: '189', ambientMac: null, hasAmbientKeys: false });
    expect(await keysOf(farmId)).toBeUndefined();
  });

  it('are not put over those that somebody else has set meanwhile', async () => {
    const farmId = await aSharedFarm(world);
    const url = `/api/farms/${farmId}/aws-info`;
    await send(world.people.owner, 'POST', url, { ...none, ambientKeys, base: none });
    const others = { apiKey: 'c3'.repeat(32), applicationKey: 'd4'.repeat(32) };
    const answer = await send(world.people.administrator, 'POST', url, { ...none, ambientKeys: others, base: none });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', details: { current: { hasAmbientKeys: true }, conflicts: ['ambientKeys'] } },
    });
    expect(await keysOf(farmId)).toEqual(ambientKeys);
  });

  it('leave a line that says that they changed, and not to what', async () => {
    const farmId = await aSharedFarm(world);
    await send(world.people.owner, 'POST', `/api/farms/${farmId}/aws-info`, { ...none, ambientKeys, base: none });
    const [line] = await world.server.store.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('farm_id', '=', farmId)
      .execute();
    expect(line?.action).toBe('farm.weather');
    expect(JSON.parse(line?.before ?? '')).toEqual(none);
    expect(JSON.parse(line?.after ?? '')).toEqual({ ...none, hasAmbientKeys: true, areKeysReplaced: false });
  });
});

describe('the list of the farm page', () => {
  it('shows users what they own and share, and administrators every farm with its owner', async () => {
    const farmName = `모두의 농장 ${randomUUID()}`;
    await aFarm(world.server.store, { ownerId: world.ids.owner, name: farmName, memberId: world.ids.writer });
    const url = `/api/manage/farms?search=${encodeURIComponent(farmName)}`;
    const seenBy = async (person: SignedIn) =>
      (await read(person, url)).rows.map(({ right, owner }: { right: string; owner: unknown }) => ({ right, owner }));
    const owner = { userId: 'owner', name: 'owner' };
    expect(await seenBy(world.people.owner)).toEqual([{ right: 'own', owner }]);
    expect(await seenBy(world.people.writer)).toEqual([{ right: 'read', owner }]);
    expect(await seenBy(world.people.administrator)).toEqual([{ right: 'own', owner }]);
    expect(await seenBy(world.people.stranger)).toEqual([]);
  });

  it('is asked for what others share alone, and then shows administrators only what they were given', async () => {
    const mark = randomUUID();
    const { store } = world.server;
    const { owner, writer, administrator } = world.ids;
    await aFarm(store, { ownerId: writer, name: `${mark} own` });
    await aFarm(store, { ownerId: owner, name: `${mark} writer's`, memberId: writer });
    await aFarm(store, { ownerId: owner, name: `${mark} administrator's`, memberId: administrator });
    const seenBy = async (person: SignedIn) =>
      (await read(person, `/api/manage/farms?view=shared&search=${mark}`)).rows.map(
        ({ farmName, right }: { farmName: string; right: string }) => [farmName.slice(mark.length + 1), right],
      );
    expect(await seenBy(world.people.owner)).toEqual([]);
    expect(await seenBy(world.people.writer)).toEqual([["writer's", 'read']]);
    expect(await seenBy(world.people.administrator)).toEqual([["administrator's", 'read']]);
    const given = await read(world.people.writer, '/api/farms/share-farm');
    expect(given.map(({ farmName }: { farmName: string }) => farmName)).toContain(`${mark} writer's`);
    expect(given.map(({ farmName }: { farmName: string }) => farmName)).not.toContain(`${mark} own`);
  });

  it('is searched by the letters that were typed, sorted, and cut into pages', async () => {
    const mark = randomUUID().slice(0, 8);
    for (const [name, area] of [
      [`${mark} 100%`, 300],
      [`${mark} 100`, 100],
      [`${mark} 1_0`, 200],
    ] as const) {
      await send(world.people.owner, 'POST', '/api/farms', { ...farmFields, farmName: name, areaM2: area });
    }
    const ask = (query: string) => read(world.people.owner, `/api/manage/farms?${query}`);
    const page = await ask(`search=${mark}&sort=-areaM2&size=2&page=2`);
    expect(page).toMatchObject({ total: 3, rows: [{ areaM2: 100 }] });
    expect(await ask(`search=${mark}%20100%25`)).toMatchObject({ total: 1, rows: [{ areaM2: 300 }] });
    expect(await ask(`search=${mark}%201_0`)).toMatchObject({ total: 1, rows: [{ areaM2: 200 }] });
  });
});

describe('a co-user whose account was closed', () => {
  it('does not keep the owner from changing the farm', async () => {
    const { store } = world.server;
    const gone = await aUser(store, 'gone');
    const farmId = await aFarm(store, { ownerId: world.ids.owner, memberId: gone });
    await store.db.updateTable('user').set({ disabled_at: 1 }).where('id', '=', gone).execute();
    const coUsers = [{ userId: 'gone', right: 'read' }];
    const base = { farmName: '시험 농장', address: '제주시', latitude: null, longitude: null, areaM2: null, coUsers };
    const body = { ...base, address: '서귀포시', base };
    expect((await send(world.people.owner, 'PUT', `/api/farms/${farmId}`, body)).status).toBe(200);
    const created = await send(world.people.owner, 'POST', '/api/farms', { ...farmFields, coUsers });
    expect(created).toMatchObject({ status: 400, body: { field: 'coUsers.0.userId' } });
  });
});

describe('the order of co-users', () => {
  it('is no change', async () => {
    const farmId = await aSharedFarm(world);
    const url = `/api/farms/${farmId}`;
    const coUsers = [
      { userId: 'writer', right: 'write' },
      { userId: 'reader', right: 'read' },
    ];
    const stored = { farmName: farmFields.farmName, address: '제주시', latitude: null, longitude: null, areaM2: null };
    const base = { ...stored, coUsers: [...coUsers].reverse() };
    await send(world.people.owner, 'PUT', url, { ...stored, coUsers: [], base });
    const answer = await send(world.people.administrator, 'PUT', url, { ...stored, areaM2: 5, coUsers, base });
    expect(answer).toMatchObject({ status: 200, body: { data: { areaM2: 5, coUsers: [] } } });
  });
});

describe('lead farms', () => {
  it('stand first, and only an administrator names them', async () => {
    const farmId = await aSharedFarm(world);
    const url = `/api/admin/lead-farms/${farmId}`;
    expect((await send(world.people.owner, 'PUT', url, { isLeadFarm: true })).status).toBe(403);
    await send(world.people.administrator, 'PUT', url, { isLeadFarm: true });
    const { rows } = await read(world.people.administrator, '/api/admin/lead-farms');
    expect(rows[0]).toMatchObject({ index: farmId, isLeadFarm: true });
    expect(await read(world.people.owner, `/api/farms/${farmId}`)).toMatchObject({ isLeadFarm: true });
    await send(world.people.administrator, 'PUT', url, { isLeadFarm: false });
    expect(await read(world.people.owner, `/api/farms/${farmId}`)).toMatchObject({ isLeadFarm: false });
    expect(
      (await send(world.people.administrator, 'PUT', '/api/admin/lead-farms/999999', { isLeadFarm: true })).status,
    ).toBe(404);
  });
});

describe('what was deleted', () => {
  const restore = (farmIndex: number, cropId: string | null = null) =>
    send(world.people.administrator, 'POST', '/api/admin/deleted/restore', { farmIndex, cropId });
  const listed = async (farmIndex: number) => {
    const { rows } = await read(world.people.administrator, '/api/admin/deleted?size=500');
    return rows.filter((row: { farmIndex: number }) => row.farmIndex === farmIndex);
  };

  it('is listed with who deleted it, and comes back with everything it had', async () => {
    const farmId = await aSharedFarm(world);
    const device = await aDevice(world.server.store, farmId);
    const ingest = () =>
      fetch(`${world.server.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: [{ sensor: 'temperature', at: Date.now() - 1000, value: 20 }] }),
      });
    expect((await ingest()).status).toBe(200);
    const confirmName = farmFields.farmName;
    await send(world.people.owner, 'DELETE', `/api/farms/${farmId}`, { confirmName });
    expect((await world.people.reader.call(`/api/farms/${farmId}`)).status).toBe(404);
    expect((await ingest()).status).toBe(401);
    expect(await listed(farmId)).toMatchObject([{ kind: 'farm', cropId: null, name: confirmName, deletedBy: 'owner' }]);

    expect((await restore(farmId)).status).toBe(200);
    expect((await world.people.reader.call(`/api/farms/${farmId}`)).status).toBe(200);
    expect((await ingest()).status).toBe(200);
    expect(await listed(farmId)).toEqual([]);
    expect((await restore(farmId)).status).toBe(404);
  });

  it('stays deleted after 30 days', async () => {
    const young = await aDeletedFarm(world, 29.9);
    expect((await restore(young)).status).toBe(200);
    const old = await aDeletedFarm(world, 30.1);
    expect(await restore(old)).toMatchObject({ status: 409, body: { code: 'RESTORE_TOO_LATE' } });
    expect(await listed(old)).toEqual([]);
    expect((await world.people.owner.call(`/api/farms/${old}`)).status).toBe(404);
  });

  it('may be a crop, which comes back only onto a farm that is there', async () => {
    const farmId = await aDeletedFarm(world);
    const cropId = await aDeletedCrop(world, farmId);
    const rows = await listed(farmId);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'crop', cropId, name: 'CRO01 미니향', isFarmDeleted: true }),
    );
    expect(await restore(farmId, cropId)).toMatchObject({ status: 409, body: { code: 'FARM_DELETED' } });
    await restore(farmId);
    expect((await restore(farmId, cropId)).status).toBe(200);
    const crop = world.server.store.db.selectFrom('crop').select('deleted_at').where('crop_id', '=', cropId);
    expect((await crop.executeTakeFirstOrThrow()).deleted_at).toBeNull();
    expect((await restore(farmId, cropId)).status).toBe(404);
  });
});

describe('giving rights away', () => {
  it('leaves a line of its own', async () => {
    const farmId = await aFarm(world.server.store, { ownerId: world.ids.owner });
    const base = {
      farmName: '시험 농장',
      address: '제주시',
      latitude: null,
      longitude: null,
      areaM2: null,
      coUsers: [],
    };
    const body = { ...base, coUsers: [{ userId: 'reader', right: 'read' }], base };
    await send(world.people.owner, 'PUT', `/api/farms/${farmId}`, body);
    const lines = world.server.store.db.selectFrom('audit').select(['action', 'after']).where('farm_id', '=', farmId);
    const [line, ...others] = await lines.execute();
    expect(others).toEqual([]);
    expect(line?.action).toBe('farm.share');
    expect(JSON.parse(line?.after ?? '')).toEqual({ coUsers: body.coUsers });
  });
});

describe('the farms somebody may choose', () => {
  type Choice = { index: number; farmName: string; right: string; isMine: boolean };
  const choices = async (person: SignedIn): Promise<Choice[]> => read(person, '/api/farm');

  it('are a user’s own, then shared ones, each with what they may do there', async () => {
    const own = await aFarm(world.server.store, { ownerId: world.ids.reader, name: '내 농장' });
    const shared = await aSharedFarm(world);
    const list = await choices(world.people.reader);
    expect(list[0]).toEqual({ index: own, farmName: '내 농장', right: 'own', isSimulated: false, isMine: true });
    expect(list.find(({ index }) => index === shared)).toMatchObject({ right: 'read', isMine: true });
    expect(list.filter(({ isMine }) => !isMine)).toEqual([]);
  });

  it('are for an administrator all there are: their own first, then those of others by name', async () => {
    const { store, url } = world.server;
    const chiefId = await aUser(store, 'chief', { authority: 'ROLE_ADMINISTER' });
    const chief = await signIn(url, 'chief');
    const own = await aFarm(store, { ownerId: chiefId, name: '하도 농장' });
    await aFarm(store, { ownerId: world.ids.stranger, name: '가시 농장' });
    const gone = await aDeletedFarm(world);
    const [first, ...others] = await choices(chief);
    expect(first).toMatchObject({ index: own, right: 'own', isMine: true });
    expect(others).toContainEqual(expect.objectContaining({ farmName: '가시 농장', right: 'own', isMine: false }));
    expect(others.filter(({ isMine }) => isMine)).toEqual([]);
    const names = others.map(({ farmName }) => farmName);
    // Natural order: the 2nd house before the 10th.
    expect(names).toEqual([...names].sort(new Intl.Collator('ko', { numeric: true }).compare));
    expect([first, ...others].map((farm) => farm?.index)).not.toContain(gone);
    const mine = await read(chief, '/api/farms');
    expect(mine.map(({ index }: { index: number }) => index)).toEqual([own]);
  });

  it('weigh at most 15 kB on the wire for an administrator of 1,000 farms', async () => {
    const farms = Array.from({ length: 1_000 }, (_, at) => ({
      farm_id: 10_000 + at,
      name: `${towns[at % towns.length]} ${at}호 온실`,
      address: '제주시',
      owner_id: world.ids.stranger,
      created_at: 0,
    }));
    await world.server.store.db.insertInto('farm').values(farms).execute();
    const answer = await world.people.administrator.call('/api/farm');
    const list: Choice[] = JSON.parse(await answer.clone().text());
    expect(list.length).toBeGreaterThanOrEqual(1_000);
    expect(gzipSync(await answer.text()).byteLength).toBeLessThanOrEqual(15_000);
  });
});

const towns = ['위미', '와흘', '고산', '수산', '남원', '성산', '애월', '한림', '표선', '안덕', '구좌', '조천'];

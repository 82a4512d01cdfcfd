import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFarm, type FarmDetail, updateFarm } from '#contract/farm/farm-manage.ts';
import { aSharedFarm, aWorld, farmFields, type World } from '../../tests/contract/examples.ts';
import type { SignedIn } from '../../tests/support/server/server.ts';
import type { Env } from '../kernel/access/caller.ts';
import { answerError } from './on-error.ts';
import { write } from './write.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

type Sent = { method: string; path: string; body: unknown; key?: string };

async function send(person: SignedIn, { method, path, body, key = randomUUID() }: Sent) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await person.call(path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), body: await answer.json() };
}

async function stored(farmId: number) {
  const farm = await (await world.people.owner.call(`/api/farms/${farmId}`)).json();
  const { farmName, address, latitude, longitude, areaM2 } = farm;
  const coUsers = farm.coUsers.map(({ userId, right }: { userId: string; right: string }) => ({ userId, right }));
  return { farmName, address, latitude, longitude, areaM2, coUsers };
}

const audited = (farmId: number) =>
  world.server.store.db
    .selectFrom('audit')
    .select(['action', 'login', 'before', 'after'])
    .where('farm_id', '=', farmId)
    .orderBy('audit_id')
    .execute();

describe('two who edit the same thing', () => {
  it('both succeed when they touched different fields', async () => {
    const farmId = await aSharedFarm(world);
    const base = await stored(farmId);
    const path = `/api/farms/${farmId}`;
    await send(world.people.owner, { method: 'PUT', path, body: { ...base, areaM2: 5000, base } });
    const second = await send(world.people.administrator, {
      method: 'PUT',
      path,
      body: { ...base, address: '한림읍', base },
    });
    expect(second.status).toBe(200);
    expect(await stored(farmId)).toEqual({ ...base, areaM2: 5000, address: '한림읍' });
  });

  it('the later is told what is stored when both touched one, and nothing is overwritten', async () => {
    const farmId = await aSharedFarm(world);
    const base = await stored(farmId);
    const path = `/api/farms/${farmId}`;
    await send(world.people.owner, { method: 'PUT', path, body: { ...base, areaM2: 5000, base } });
    const act = { method: 'PUT', path, body: { ...base, areaM2: 4000, base }, key: randomUUID() };
    const second = await send(world.people.administrator, act);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      status: 409,
      details: { current: { areaM2: 5000 }, conflicts: ['areaM2'] },
    });
    // A repeat is refused even when the edit would fit by then: the user has been told that it failed.
    const now = await stored(farmId);
    await send(world.people.owner, { method: 'PUT', path, body: { ...now, areaM2: base.areaM2, base: now } });
    const repeat = await send(world.people.administrator, act);
    expect(repeat).toMatchObject({ status: 409, replayed: 'true', body: second.body });
    expect((await stored(farmId)).areaM2).toBe(base.areaM2);
  });
});

describe('a write whose answer was lost', () => {
  it('is answered as it was, though what it would be checked against has changed', async () => {
    const farmId = await aSharedFarm(world);
    const base = await stored(farmId);
    const act = { method: 'PUT', path: `/api/farms/${farmId}`, body: { ...base, areaM2: 7, base }, key: randomUUID() };
    const first = await send(world.people.owner, act);
    const again = await send(world.people.owner, act);
    expect(again).toEqual({ status: 200, replayed: 'true', body: first.body });
    expect((await audited(farmId)).map(({ action }) => action)).toEqual(['farm.update']);
  });

  it('stands in the metrics as one more replay', async () => {
    const replays = async () => {
      const text = await (await fetch(`${world.server.url}/api/metrics`)).text();
      return Number(/^onsil_http_replays_total (\d+)$/m.exec(text)?.[1]);
    };
    const act = { method: 'POST', path: '/api/farms', body: farmFields, key: randomUUID() };
    const before = await replays();
    expect(before).toBeGreaterThanOrEqual(0);
    await send(world.people.owner, act);
    expect(await replays()).toBe(before);
    await send(world.people.owner, act);
    await send(world.people.owner, act);
    expect(await replays()).toBe(before + 2);
  });

  it('is done once, however many copies arrive at a time', async () => {
    const act = { method: 'POST', path: '/api/farms', body: { ...farmFields, farmName: '쌍둥이' }, key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(world.people.owner, act)));
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(answers.filter(({ body }) => body.code && body.code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
    const farms = await (await world.people.owner.call('/api/farms')).json();
    expect(farms.filter(({ farmName }: { farmName: string }) => farmName === '쌍둥이')).toHaveLength(1);
  });

  it('belongs to its user alone: the key of another is not theirs', async () => {
    const act = { method: 'POST', path: '/api/farms', body: farmFields, key: randomUUID() };
    const mine = await send(world.people.owner, act);
    const theirs = await send(world.people.stranger, act);
    expect(theirs.replayed).toBeNull();
    expect(theirs.body.data.index).not.toBe(mine.body.data.index);
  });
});

describe('a refused write', () => {
  it('changes nothing and leaves no line', async () => {
    const farmId = await aSharedFarm(world);
    const base = await stored(farmId);
    const body = { ...base, farmName: '바뀜', coUsers: [{ userId: 'nobody at all', right: 'read' }], base };
    const answer = await send(world.people.owner, { method: 'PUT', path: `/api/farms/${farmId}`, body });
    expect(answer).toMatchObject({ status: 400, body: { field: 'coUsers.0.userId' } });
    expect(await stored(farmId)).toEqual(base);
    expect(await audited(farmId)).toEqual([]);
  });

  it('is one of a role that may only read the page', async () => {
    const { db } = world.server.store;
    const right = db.updateTable('menu_right').where('authority', '=', 'ROLE_USER').where('item_id', '=', 21);
    await right.set({ auth_code: 'AUTH_READ' }).execute();
    const answer = await send(world.people.owner, { method: 'POST', path: '/api/farms', body: farmFields });
    await right.set({ auth_code: 'AUTH_WRITE' }).execute();
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

/** An app of `mount` alone, called by the writer with farm fields; what it logs as errors goes to `told`. */
async function asWriter(
  mount: (app: Hono<Env>) => void,
  { method, path, told = [] }: { method: string; path: string; told?: unknown[] },
) {
  const { store } = world.server;
  const sessions = store.db.selectFrom('session').select('sid').where('user_id', '=', world.ids.writer);
  const { sid } = await sessions.executeTakeFirstOrThrow();
  const log = pino({ level: 'error' }, { write: (line: string) => void told.push(JSON.parse(line)) });
  const app = new Hono<Env>();
  app.onError((error, c) => answerError(error, c, log));
  app.use('*', async (c, next) => {
    c.set('log', log);
    c.set('caller', {
      userId: world.ids.writer,
      login: 'writer',
      authority: 'ROLE_USER',
      sid,
      mustChangePassword: false,
    });
    await next();
  });
  mount(app);
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return app.request(path, { method, headers, body: JSON.stringify({ ...farmFields, base: farmFields }) });
}

describe('what follows a write', () => {
  it('runs to its end when a part of it fails, which is logged, and the write has its answer', async () => {
    const farmId = await aSharedFarm(world);
    const data: FarmDetail = await (await world.people.owner.call(`/api/farms/${farmId}`)).json();
    const { db } = world.server.store;
    await db.updateTable('farm').set({ owner_id: world.ids.writer }).where('farm_id', '=', farmId).execute();
    const [done, told]: [string[], unknown[]] = [[], []];
    const mount = (app: Hono<Env>) =>
      write(app, { store: world.server.store, now: Date.now }, updateFarm, async ({ afterCommit }) => {
        afterCommit(() => Promise.reject(new Error('the lease cannot be read')));
        afterCommit(() => void done.push('told to those who watch'));
        return { message: '', data };
      });
    const answer = await asWriter(mount, { method: 'PUT', path: `/api/farms/${farmId}`, told });
    expect(answer.status).toBe(200);
    expect(done).toEqual(['told to those who watch']);
    expect(told).toMatchObject([{ err: { message: 'the lease cannot be read' } }]);
  });
});

describe('a right that goes while a write is prepared', () => {
  /** A write whose right is taken away during `prepare`, so that it must be refused. */
  function sendTo(endpoint: typeof createFarm | typeof updateFarm, path: string, takeAway: () => Promise<unknown>) {
    const deps = { store: world.server.store, now: Date.now };
    const prepare = async () => void (await takeAway());
    return asWriter((app) => write(app, deps, endpoint, () => expect.unreachable(), { prepare }), {
      method: endpoint.method,
      path,
    });
  }

  it('refuses it, be it a page', async () => {
    const { db } = world.server.store;
    const right = () => db.updateTable('menu_right').where('authority', '=', 'ROLE_USER').where('item_id', '=', 21);
    const answer = await sendTo(createFarm, '/api/farms', () => right().set({ auth_code: 'AUTH_READ' }).execute());
    await right().set({ auth_code: 'AUTH_WRITE' }).execute();
    expect(answer.status).toBe(403);
  });

  it('refuses it, be it a farm', async () => {
    const farmId = await aSharedFarm(world);
    const { db } = world.server.store;
    await db.updateTable('farm').set({ owner_id: world.ids.writer }).where('farm_id', '=', farmId).execute();
    const answer = await sendTo(updateFarm, `/api/farms/${farmId}`, () =>
      db.updateTable('farm').set({ owner_id: world.ids.owner }).where('farm_id', '=', farmId).execute(),
    );
    expect(answer.status).toBe(403);
  });

  it('refuses it, be it the session', async () => {
    const takeAway = () =>
      world.server.store.db.deleteFrom('session').where('user_id', '=', world.ids.writer).execute();
    const answer = await sendTo(createFarm, '/api/farms', takeAway);
    expect(answer.status).toBe(401);
  });
});

describe('a change', () => {
  it('leaves a line with who, what, before and after', async () => {
    const farmId = await aSharedFarm(world);
    const base = await stored(farmId);
    await send(world.people.owner, { method: 'PUT', path: `/api/farms/${farmId}`, body: { ...base, areaM2: 9, base } });
    const [line] = await audited(farmId);
    expect(line).toMatchObject({ action: 'farm.update', login: 'owner' });
    expect(JSON.parse(line?.before ?? '')).toEqual(base);
    expect(JSON.parse(line?.after ?? '')).toEqual({ ...base, areaM2: 9 });
  });
});

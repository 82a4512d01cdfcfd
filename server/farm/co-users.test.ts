import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aWorld, farmFields, type World } from '../../tests/contract/examples.ts';
import { aUser, type SignedIn, signIn } from '../../tests/support/server/server.ts';
import { aFarm } from '../../tests/support/store/store.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

const stored = { farmName: '시험 농장', address: '제주시', latitude: null, longitude: null, areaM2: null };
const sharing = (...logins: string[]) => logins.map((userId) => ({ userId, right: 'read' as const }));

async function send(person: SignedIn, method: string, url: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await person.call(url, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
}

/** An owner of a farm who shares none yet, and a function that shares it. */
async function anOwner() {
  const login = `owner-${randomUUID().slice(0, 8)}`;
  const id = await aUser(world.server.store, login);
  const farmId = await aFarm(world.server.store, { ownerId: id });
  const person = await signIn(world.server.url, login);
  let before: ReturnType<typeof sharing> = [];
  const share = async (...logins: string[]) => {
    const base = { ...stored, coUsers: before };
    const coUsers = sharing(...logins);
    const answer = await send(person, 'PUT', `/api/farms/${farmId}`, { ...stored, coUsers, base });
    if (answer.status === 200)
      before = answer.body.data.coUsers.map(({ userId }: { userId: string }) => ({ userId, right: 'read' }));
    return answer;
  };
  return { login, id, farmId, person, share };
}

const setUser = (login: string, values: { phone?: string; disabled_at?: number }) =>
  world.server.store.db.updateTable('user').set(values).where('login', '=', login).execute();

async function aPerson(values: { phone?: string; disabled_at?: number } = {}): Promise<string> {
  const login = `person-${randomUUID().slice(0, 8)}`;
  await aUser(world.server.store, login);
  if (Object.keys(values).length > 0) await setUser(login, values);
  return login;
}

describe('the people one is told of', () => {
  const told = async (person: SignedIn) => {
    const { users, myId } = await (await person.call('/api/farms/co-users')).json();
    return { users: users.map(({ userId }: { userId: string }) => userId), myId };
  };

  it('are those one shares a farm with, whoever owns it', async () => {
    expect(await told(world.people.reader)).toEqual({ users: ['owner', 'writer'], myId: { userId: 'reader' } });
    expect(await told(world.people.owner)).toEqual({ users: ['reader', 'writer'], myId: { userId: 'owner' } });
    expect(await told(world.people.stranger)).toEqual({ users: [], myId: { userId: 'stranger' } });
  });

  it('are everybody else for an administrator', async () => {
    const { users } = await told(world.people.administrator);
    expect(users).toEqual(expect.arrayContaining(['owner', 'reader', 'stranger', 'writer']));
    expect(users).not.toContain('boss');
  });

  it('are nobody of a farm that was deleted, and nobody whose account was closed', async () => {
    const { store } = world.server;
    const { id, farmId, person } = await anOwner();
    const [closed, open] = [await aPerson(), await aPerson()];
    const members = await store.db.selectFrom('user').select('id').where('login', 'in', [closed, open]).execute();
    for (const member of members) {
      const row = { farm_id: farmId, user_id: member.id, right: 'read', added_at: 0 } as const;
      await store.db.insertInto('farm_member').values(row).execute();
    }
    expect((await told(person)).users).toEqual([closed, open].sort());
    await setUser(closed, { disabled_at: 1 });
    expect((await told(person)).users).toEqual([open]);
    await store.db.updateTable('farm').set({ deleted_at: 1 }).where('owner_id', '=', id).execute();
    expect((await told(person)).users).toEqual([]);
  });
});

describe('somebody new', () => {
  it('is added by exactly what they sign in with, and named in the answer', async () => {
    const { share } = await anOwner();
    const login = await aPerson();
    const answer = await share(login.toUpperCase());
    expect(answer.body.message).toBe(`저장했습니다. ${login} 님과 농장을 함께 씁니다.`);
    expect(answer.body.data.coUsers).toEqual([{ userId: login, name: login, right: 'read' }]);
    expect((await share(login)).body.message).toBe('저장했습니다.');
  });

  it.each(['010-2345-6789', '01023456789', '010 2345 6789', '010.2345.6789'])(
    'is added by a phone number written as %s',
    async (typed) => {
      const { share, person } = await anOwner();
      const login = await aPerson({ phone: '010-2345-6789' });
      expect((await share(typed)).body.data.coUsers).toMatchObject([{ userId: login }]);
      const created = await send(person, 'POST', '/api/farms', { ...farmFields, coUsers: sharing(typed) });
      expect(created.body.message).toBe(`등록했습니다. ${login} 님과 농장을 함께 씁니다.`);
      await setUser(login, { phone: '' });
    },
  );

  it('is not found by a part of a name, a closed account, a number of two, or one that nobody gave', async () => {
    const { share } = await anOwner();
    const login = await aPerson();
    const closed = await aPerson({ disabled_at: 1, phone: '010-1111-1111' });
    await aPerson({ phone: '010-2222-2222' });
    await aPerson({ phone: '01022222222' });
    const answers = [];
    for (const typed of [login.slice(0, -1), closed, '010-1111-1111', '010-2222-2222', '010-3333-3333', '%', '010']) {
      const { status, body } = await share(typed);
      answers.push({ ...body, status, requestId: '' });
    }
    // All answers are equal, so nobody learns why a user was not found.
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 400, code: 'VALIDATION', field: 'coUsers.0.userId' });
    expect(answers[0].message).toContain('찾을 수 없습니다.');
  });

  it('is not the owner, and nobody twice', async () => {
    const { login, share } = await anOwner();
    const other = await aPerson({ phone: '010-4444-4444' });
    expect((await share(login)).body).toMatchObject({
      field: 'coUsers.0.userId',
      message: '농장주는 더하지 않아도 이 농장을 씁니다.',
    });
    const twice = await share('010-4444-4444', other);
    expect(twice.body).toMatchObject({ field: 'coUsers.1.userId', message: '이미 이 농장을 함께 쓰는 사람입니다.' });
    await setUser(other, { phone: '' });
  });

  it('stands in the audit log by what they sign in with, not by their number', async () => {
    const { person } = await anOwner();
    const login = await aPerson({ phone: '010-5555-5555' });
    const { body } = await send(person, 'POST', '/api/farms', { ...farmFields, coUsers: sharing('010-5555-5555') });
    const lines = world.server.store.db.selectFrom('audit').select('after').where('farm_id', '=', body.data.index);
    const [{ after } = { after: '' }] = await lines.execute();
    expect(after).toContain(login);
    expect(after).not.toContain('5555');
    await setUser(login, { phone: '' });
  });
});

describe('guessing at names', () => {
  it('ends after 20 that nobody has, also for one that somebody has', async () => {
    const { share } = await anOwner();
    const login = await aPerson();
    for (let count = 0; count < 20; count += 1) expect((await share(`nobody-${count}`)).status).toBe(400);
    for (const typed of [login, 'nobody-20']) {
      const refused = await share(typed);
      expect(refused.body).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    }
  });

  it('gains nothing from asking for many in one go', async () => {
    const { share, farmId } = await anOwner();
    const existing = await aPerson();
    for (let count = 0; count < 10; count += 1) {
      const { body } = await share(existing, `zz-nobody-${count}`);
      expect(body.field).toBe('coUsers.1.userId');
    }
    // Ten existing users that were not added count like ten unknown names.
    expect((await share('nobody')).status).toBe(429);
    const members = world.server.store.db.selectFrom('farm_member').select('user_id').where('farm_id', '=', farmId);
    expect(await members.execute()).toEqual([]);
  });

  it('does not hold back who shares with people that exist, or with people they know', async () => {
    const { share } = await anOwner();
    const [one, other] = [await aPerson(), await aPerson()];
    for (let count = 0; count < 15; count += 1) {
      expect((await share(one)).status).toBe(200);
      expect((await share(other)).status).toBe(200);
    }
    for (let count = 0; count < 20; count += 1) await share(other, `nobody-${count}`);
    expect((await share(other, 'nobody')).status).toBe(429);
    expect((await share()).status).toBe(200);
    expect((await share()).status).toBe(200);
  });

  it('is no matter for an administrator, who sees everybody', async () => {
    const { farmId } = await anOwner();
    const base = { ...stored, coUsers: [] };
    const statuses = new Set<number>();
    for (let count = 0; count < 25; count += 1) {
      const coUsers = sharing(`nobody-${count}`);
      statuses.add(
        (await send(world.people.administrator, 'PUT', `/api/farms/${farmId}`, { ...base, coUsers, base })).status,
      );
    }
    expect([...statuses]).toEqual([400]);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { errors } from '#contract/wire/errors.ts';
import { aUser, signIn } from '../support/server/server.ts';
import { answering, ask, named } from './ask.ts';
import { aWorld, examples, type Input, type World } from './examples.ts';

let world: World;

beforeAll(async () => {
  world = await aWorld();
});

const ofUsers = named.filter(([, { who }]) => who !== 'device' && who !== 'anyone');
const ofFarms = named.filter(([, { who }]) => who.startsWith('farm:'));
const writes = answering.filter(([, { method }]) => method !== 'GET');
const refusing = answering.filter(([name]) => (examples[name].bad ?? []).length > 0);

/** The same input for a farm, or a thing, that does not exist. */
function elsewhere({ farm }: Endpoint, input: Input): Input {
  const refs = farm === 'none' ? [] : [farm].flat();
  const changed = (from: keyof Input) => {
    const given = Object(input[from]);
    const named = refs.filter((ref) => ref.from === from && ref.name in given);
    return { ...given, ...Object.fromEntries(named.map(({ name }) => [name, nobodysId(given[name])])) };
  };
  // Groups that name no farm stay unchanged, pictures included.
  const groups = [...new Set(refs.map(({ from }) => from))];
  return { ...input, ...Object.fromEntries(groups.map((from) => [from, changed(from)])) };
}

function nobodysId(id: unknown): unknown {
  if (Array.isArray(id)) return id.map(nobodysId);
  if (typeof id === 'number') return 999_999;
  return String(id).includes('-') ? '00000000-0000-4000-8000-000000000000' : '999999';
}

describe('every endpoint', () => {
  it.each(ofUsers)('%s answers 401 to nobody', async (name) => {
    const { params, query } = await examples[name].input(world);
    const answer = await fetch(world.server.url + urlOf(endpoints[name], params, query), {
      method: endpoints[name].method,
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
      message: errors.UNAUTHENTICATED.message,
    });
  });

  it('refuses whoever has a one-time password, but for the change of it', async () => {
    await aUser(world.server.store, 'newcomer', { authority: 'ROLE_ADMINISTER', isOneTime: true });
    const newcomer = await signIn(world.server.url, 'newcomer');
    const open: string[] = [];
    for (const [name, { method }] of ofUsers) {
      const { params, query } = await examples[name].input(world);
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await newcomer.call(urlOf(endpoints[name], params, query), { method, headers });
      const { code } = await answer.json();
      if (answer.status !== 403 || code !== 'PASSWORD_CHANGE_REQUIRED') open.push(name);
    }
    expect(open).toEqual(['changePassword']);
  });

  it.each(ofFarms)('%s tells a stranger what it tells of things that do not exist', async (name) => {
    const input = await examples[name].input(world);
    const foreign = await ask(world.people.stranger, name, input);
    const missing = await ask(
      world.people.owner,
      name,
      examples[name].missing?.(input) ?? elsewhere(endpoints[name], input),
    );
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect({ ...(await foreign.json()), requestId: '' }).toEqual({ ...(await missing.json()), requestId: '' });
  });

  it.each(refusing)('%s names the field of bad input', async (name) => {
    for (const { field, ...bad } of examples[name].bad ?? []) {
      const input = await examples[name].input(world);
      const merged = {
        ...input,
        ...bad,
        ...(bad.body !== undefined && { body: { ...Object(input.body), ...bad.body } }),
      };
      const answer = await ask(world.people[examples[name].as ?? 'owner'], name, merged);
      const body = await answer.json();
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(body).toMatchObject({ field, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    }
  });

  it('refuses some input wherever it takes any', () => {
    const taking = answering.filter(([name, { params, query, body }]) => {
      const fields = [params, query, body].flatMap((schema) => Object.keys(Object(schema).shape ?? {}));
      return fields.length > 0 && !refusing.some(([other]) => other === name);
    });
    expect(taking.map(([name]) => name)).toEqual(['sideMenu']);
  });
});

describe('every write', () => {
  it.each(writes)('%s does nothing twice under one name', async (name) => {
    const person = world.people[examples[name].as ?? 'owner'];
    const input = await examples[name].input(world);
    expect(await (await ask(person, name, input, '')).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_INVALID' });
    const key = randomUUID();
    const first = await ask(person, name, input, key);
    const again = await ask(person, name, input, key);
    expect(again.status).toBe(first.status);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    // Having seen a post is not audited.
    if (name === 'seePost') return;
    const lines = await world.server.store.db
      .selectFrom('audit')
      .select('audit_id')
      .where('request_id', 'in', [first.headers.get('x-request-id') ?? '', again.headers.get('x-request-id') ?? ''])
      .execute();
    expect(lines.length).toBeGreaterThan(0);
    const other = { ...input, body: { ...Object(input.body), somethingElse: 1 } };
    const reused = await ask(person, name, other, key);
    expect(await reused.json()).toMatchObject({ status: 422, code: 'IDEMPOTENCY_REUSE' });
  });
});

describe('what anyone may ask', () => {
  it.each(named.filter(([, { who }]) => who === 'anyone'))(
    '%s answers nobody as its contract says',
    async (name, endpoint) => {
      const answer = await fetch(world.server.url + urlOf(endpoint));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-user')).toBe('anon');
      expect(endpoints[name].answer.safeParse(await answer.json()).success).toBe(true);
    },
  );
});

describe('the menu', () => {
  it('is that of the session, whatever authority the query claims', async () => {
    const user = await (await world.people.owner.call('/api/menu/side?userAuthority=ROLE_ADMINISTER')).json();
    expect(user).toEqual(await (await world.people.owner.call('/api/menu/side')).json());
  });
});

describe('reference answers', () => {
  it('are not sent again while they are the same', async () => {
    const { owner } = world.people;
    const first = await owner.call(`/api/farms/${world.farmId}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await owner.call(`/api/farms/${world.farmId}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('x-api')).toBe('1');
  });
});

describe('a caller who expects to be somebody else', () => {
  it('is refused', async () => {
    const answer = await world.people.owner.call('/api/farms', { headers: { 'x-expected-user': 'stranger' } });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'IDENTITY_MISMATCH' });
  });
});

describe('a token', () => {
  it('dies with its session', async () => {
    const { store, url } = world.server;
    await aUser(store, 'guest');
    const guest = await signIn(url, 'guest');
    expect((await guest.call('/api/farms')).status).toBe(200);
    await guest.signOut();
    expect((await guest.call('/api/farms')).status).toBe(401);
  });
});

describe('readings over HTTP', () => {
  const post = (key: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${world.server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('are stored with a device key and seen by the owner', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const answer = await post(world.key, { readings: [{ sensor: 'temperature', at, value: 21.4 }] });
    expect(await answer.json()).toMatchObject({ stored: 1, refused: 0 });
    const areas = await (await ask(world.people.owner, 'areaValues', { params: { farmId: world.farmId } })).json();
    expect(areas[0].sensorValues).toContainEqual(
      expect.objectContaining({ index: world.sensor, value: 21.4, date: at, unit: '℃' }),
    );
    const today = await ask(world.people.owner, 'record', {
      query: {
        sensors: String(world.sensor),
        begin: new Date(Date.parse(at) - 1_000).toISOString(),
        end: new Date().toISOString(),
      },
    });
    const { data, resolution } = await today.json();
    expect(resolution).toBe('raw');
    expect(data.sensorGraph[0].points).toEqual({ at: [Date.parse(at)], mean: [21.4] });
  });

  it('are refused without a known key, as something other than JSON, or as no batch', async () => {
    expect((await post('onsil_guess', { readings: [{}] })).status).toBe(401);
    expect((await post(world.people.owner.token, { readings: [{}] })).status).toBe(401);
    expect((await post(world.key, '<xml/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await post(world.key, '{"readings":')).status).toBe(400);
    const empty = await post(world.key, { readings: [] });
    expect(empty.status).toBe(400);
    expect(await empty.json()).toMatchObject({ code: 'VALIDATION', field: 'readings' });
    const huge = await post(world.key, {
      readings: Array.from({ length: 30_000 }, () => ({
        sensor: 'temperature',
        value: 1,
        at: '2026-11-21T00:00:00.000Z',
      })),
    });
    expect(huge.status).toBe(413);
  });
});

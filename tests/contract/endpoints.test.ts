import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { errors, isErrorBody } from '#contract/wire/errors.ts';
import { IDEMPOTENCY_KEY } from '#contract/wire/write.ts';
import { aUser, type SignedIn, signIn } from '../support/server.ts';
import { aWorld, examples, type Input, type Role, roles, type World } from './examples.ts';

let world: World;

beforeAll(async () => {
  world = await aWorld();
});

const named = Object.entries(endpoints) as [EndpointName, Endpoint][];
const ofUsers = named.filter(([, { who }]) => who !== 'device' && who !== 'anyone');
const ofFarms = named.filter(([, { who }]) => who.startsWith('farm:'));
const answering = ofUsers.filter(([name]) => name !== 'live');
const writes = answering.filter(([, { method }]) => method !== 'GET');
const refusing = answering.filter(([name]) => (examples[name].bad ?? []).length > 0);

/** Sends an endpoint its input as a person (or nobody) would; a write gets a name of its own unless one is given. */
async function ask(person: SignedIn | undefined, name: EndpointName, input: Input, key: string = randomUUID()) {
  const { method } = endpoints[name];
  const headers: Record<string, string> = method === 'GET' ? {} : { [IDEMPOTENCY_KEY]: key };
  if (method !== 'GET' && input.body !== undefined) headers['content-type'] = 'application/json';
  const init = { method, headers, body: input.body === undefined ? null : JSON.stringify(input.body) };
  const url = urlOf(endpoints[name], input.params, input.query);
  return person ? person.call(url, init) : fetch(world.server.url + url, init);
}

/** What the contract promises to each kind of caller. */
function expectedStatus(name: EndpointName, { who, method }: Endpoint, role: Role): number | 'done' {
  const exception = examples[name].exceptions?.[role];
  if (exception !== undefined) return exception;
  if (who === 'administrator') return role === 'administrator' ? 'done' : 403;
  if (!who.startsWith('farm:')) return 'done';
  if (role === 'stranger') return 404;
  const rights: Record<string, readonly Role[]> = {
    'farm:read': ['reader', 'writer', 'owner', 'administrator'],
    'farm:write': ['writer', 'owner', 'administrator'],
    'farm:own': ['owner', 'administrator'],
  };
  // A right that reads do not have is told as a thing that is not there; a write says what is lacking.
  return rights[who]?.includes(role) ? 'done' : method === 'GET' ? 404 : 403;
}

describe('every endpoint', () => {
  it.each(ofUsers)('%s answers 401 to nobody', async (name) => {
    const answer = await ask(undefined, name, await examples[name].input(world));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
      message: errors.UNAUTHENTICATED.message,
    });
  });

  const walk = answering.flatMap(([name, endpoint]) => roles.map((role) => [name, role, endpoint] as const));
  it.each(walk)('%s lets a %s in as far as its contract says', async (name, role, endpoint) => {
    const answer = await ask(world.people[role], name, await examples[name].input(world));
    const body = await answer.json();
    const expected = expectedStatus(name, endpoint, role);
    if (expected === 'done') {
      expect([200, 201], JSON.stringify(body)).toContain(answer.status);
      const checked = endpoint.answer.safeParse(body);
      expect(checked.success, JSON.stringify(checked.error?.issues)).toBe(true);
      if (endpoint.method !== 'GET') expect(body).toMatchObject({ status: answer.status, message: expect.any(String) });
    } else {
      expect(answer.status, JSON.stringify(body)).toBe(expected);
      expect(isErrorBody(body)).toBe(true);
      expect(body.status).toBe(expected);
    }
    expect(answer.headers.get('x-api')).toBe('1');
    expect(answer.headers.get('x-user')).toBe(world.logins[role]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(Math.abs(Number(answer.headers.get('x-server-time')) - Date.now())).toBeLessThan(60_000);
  });

  it.each(ofFarms)('%s tells a stranger what it tells of things that do not exist', async (name) => {
    const input = await examples[name].input(world);
    const foreign = await ask(world.people.stranger, name, input);
    const missing = await ask(world.people.owner, name, examples[name].missing?.(input) ?? {});
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
  it.each(writes)('%s wants a name, and does nothing twice under one', async (name) => {
    const person = world.people[examples[name].as ?? 'owner'];
    const input = await examples[name].input(world);
    expect((await ask(person, name, input, '')).status).toBe(400);
    const key = randomUUID();
    const first = await ask(person, name, input, key);
    const again = await ask(person, name, input, key);
    expect(again.status).toBe(first.status);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
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
    expect(data.sensorGraph[0].points).toEqual([[Date.parse(at), 21.4, 21.4, 21.4]]);
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

import { beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, urlOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { errors, isErrorBody } from '#contract/errors.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../support/server.ts';
import { aDevice, aFarm } from '../support/store.ts';

type Example = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Input that must be refused, and the field the refusal has to name. */
  bad?: { params?: Record<string, unknown>; query?: Record<string, unknown>; field: string }[];
};

type World = {
  server: TestServer;
  people: Record<'owner' | 'reader' | 'writer' | 'administrator' | 'stranger', SignedIn>;
  farmId: number;
  sensor: number;
  key: string;
};

/** Each endpoint with input that works for the owner's farm. A new endpoint without an example does not compile. */
const examples = ({ farmId, sensor }: World): Record<EndpointName, Example> => ({
  siteInfo: {},
  sideMenu: { query: { userAuthority: 'ROLE_ADMINISTER' } },
  listFarms: {},
  shellFarms: {},
  getFarm: { params: { id: farmId }, bad: [{ params: { id: 'first' }, field: 'id' }] },
  areaValues: { params: { farmId }, bad: [{ params: { farmId: 'x' }, field: 'farmId' }] },
  targetList: { query: { farmIndex: farmId }, bad: [{ query: { farmIndex: 'x' }, field: 'farmIndex' }] },
  record: {
    query: { sensors: String(sensor), begin: '2026-11-20', end: '2026-11-21' },
    bad: [
      { query: { sensors: 'x', begin: '2026-11-20', end: '2026-11-21' }, field: 'sensors' },
      { query: { sensors: String(sensor), end: '2026-11-21' }, field: 'begin' },
      { query: { sensors: String(sensor), begin: '2026-02-30', end: '2026-11-21' }, field: 'begin' },
      { query: { sensors: String(sensor), begin: '2026-11-20', end: 'soon' }, field: 'end' },
      { query: { sensors: String(sensor), begin: '2026-11-21', end: '2026-11-20' }, field: 'end' },
    ],
  },
  ingest: {},
  live: {},
});

let world: World;

beforeAll(async () => {
  const server = await aServer();
  const { store, url } = server;
  const ownerId = await aUser(store, 'owner');
  const readerId = await aUser(store, 'reader');
  const writerId = await aUser(store, 'writer');
  await aUser(store, 'stranger');
  await aUser(store, 'boss', { authority: 'ROLE_ADMINISTER' });
  const farmId = await aFarm(store, { ownerId, memberId: readerId });
  await store.db
    .insertInto('farm_member')
    .values({ farm_id: farmId, user_id: writerId, right: 'write', added_at: 0 })
    .execute();
  const device = await aDevice(store, farmId);
  const people = {
    owner: await signIn(url, 'owner'),
    reader: await signIn(url, 'reader'),
    writer: await signIn(url, 'writer'),
    administrator: await signIn(url, 'boss'),
    stranger: await signIn(url, 'stranger'),
  };
  world = { server, people, farmId, sensor: device.channels.get('temperature') ?? 0, key: device.key };
});

const named = Object.entries(endpoints) as [EndpointName, Endpoint][];
const ofUsers = named.filter(([, { who }]) => who !== 'device' && who !== 'anyone');
const ofFarms = named.filter(([, { who }]) => who.startsWith('farm:'));
const answering = ofUsers.filter(([name]) => name !== 'live');

const ask = (person: SignedIn, name: EndpointName, with_: Pick<Example, 'params' | 'query'> = examples(world)[name]) =>
  person.call(urlOf(endpoints[name], with_.params, with_.query), { method: endpoints[name].method });

describe('every endpoint', () => {
  it.each(ofUsers)('%s answers 401 to nobody', async (name, endpoint) => {
    const { params, query } = examples(world)[name];
    const answer = await fetch(world.server.url + urlOf(endpoint, params, query), { method: endpoint.method });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: errors.UNAUTHENTICATED.message });
  });

  it.each(ofFarms)('%s answers 404 to a stranger, as for a farm that does not exist', async (name) => {
    const foreign = await ask(world.people.stranger, name);
    expect(foreign.status).toBe(404);
    const example = examples(world)[name];
    const bump = (input: Record<string, unknown> = {}) =>
      Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === world.farmId ? 999_999 : value]));
    const missing = await ask(world.people.owner, name, {
      params: bump(example.params),
      query: { ...bump(example.query), ...(example.query?.sensors !== undefined && { sensors: '999999' }) },
    });
    expect(missing.status).toBe(404);
    const body = await foreign.json();
    expect(isErrorBody(body)).toBe(true);
    expect({ ...body, requestId: '' }).toEqual({ ...(await missing.json()), requestId: '' });
  });

  it.each(answering)('%s answers the owner as its contract says, marked as ours', async (name, endpoint) => {
    const answer = await ask(world.people.owner, name);
    expect(answer.status).toBe(200);
    expect(endpoint.answer.safeParse(await answer.json()).success).toBe(true);
    expect(answer.headers.get('x-api')).toBe('1');
    expect(answer.headers.get('x-user')).toBe('owner');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(Math.abs(Number(answer.headers.get('x-server-time')) - Date.now())).toBeLessThan(60_000);
  });

  it.each(ofFarms)('%s lets co-users and administrators in as far as it says', async (name, { who }) => {
    const statusOf = async (person: SignedIn) => (await ask(person, name)).status;
    expect(await statusOf(world.people.administrator)).toBe(200);
    expect(await statusOf(world.people.writer)).toBe(who === 'farm:own' ? 404 : 200);
    expect(await statusOf(world.people.reader)).toBe(who === 'farm:read' ? 200 : 404);
  });

  it.each(ofFarms)('%s names the field of bad input', async (name) => {
    const bad = examples(world)[name].bad ?? [];
    expect(bad.length).toBeGreaterThan(0);
    for (const { field, ...input } of bad) {
      const example = examples(world)[name];
      const answer = await ask(world.people.owner, name, { ...example, ...input });
      expect(answer.status).toBe(400);
      const body = await answer.json();
      expect(body).toMatchObject({ field, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    }
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
    const areas = await (await ask(world.people.owner, 'areaValues')).json();
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

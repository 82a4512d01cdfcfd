import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { type AuthCode, authCodes } from '#contract/menu/menu.ts';
import { menuRoles } from '#contract/menu/menu-admin.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { isErrorBody } from '#contract/wire/errors.ts';
import { answering, ask, contentOf } from './ask.ts';
import { aStrangersWorld, aWorld, examples, type Role, roles, type World } from './examples.ts';

/** An administrator's decision for a page and a role: a code, or null to hide the page. */
type Decision = AuthCode | null;
const decisions: readonly Decision[] = [null, ...authCodes];

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

/** Sets the code of every page for every role, by the page's URL in the menu. */
async function decide(decisionFor: (menuUrl: string) => Decision): Promise<void> {
  const { db } = world.server.store;
  const items = await db.selectFrom('menu_item').select(['id', 'url']).execute();
  await db.deleteFrom('menu_right').execute();
  const rights = items.flatMap(({ id, url }) => {
    const code = decisionFor(url);
    return code ? menuRoles.map((authority) => ({ authority, item_id: id, auth_code: code })) : [];
  });
  if (rights.length > 0) await db.insertInto('menu_right').values(rights).execute();
}

const pagesOf = ({ page }: Endpoint) => (page === undefined || page === 'any' ? [] : [page].flat());

/** The menu has one entry for a family of pages, the managing one. */
const menuUrlOf = (page: string) => page.replace(/-(create|edit)$/, '-manage');

/** Rule pages that only writers may open. */
const forWriters = /\/(reservation-(composite|target)|water-(sensor|time))-edit$/;

/** What the specification (section 6) and the product rules grant on a page, written independently of the code. */
function lets(decision: Decision, page: string, isRead: boolean): boolean {
  if (page === '/cms/dashboard' && isRead) return true;
  if (decision === null || decision === 'AUTH_WRITE') return decision !== null;
  const [, kind] = /-(manage|create|edit)$/.exec(page) ?? [];
  if (!isRead) return decision === 'AUTH_ALLOW' && kind === undefined;
  const isView = kind === 'edit' && decision === 'AUTH_READ' && !forWriters.test(page);
  return kind === undefined || kind === 'manage' || isView;
}

const atLeast = {
  'farm:read': ['reader', 'writer', 'owner'],
  'farm:write': ['writer', 'owner'],
  'farm:own': ['owner'],
};

/** The expected result for each kind of caller: a status, or 'done'. */
function promised(name: EndpointName, endpoint: Endpoint, role: Role, decision: Decision): number | 'done' {
  const { who, method } = endpoint;
  if (who === 'administrator' && role !== 'administrator') return 403;
  const pages = pagesOf(endpoint);
  if (pages.length > 0 && !pages.some((page) => lets(decision, page, method === 'GET'))) return 403;
  const exception = examples[name].exceptions?.[role];
  if (exception !== undefined) return exception;
  if (who !== 'farm:read' && who !== 'farm:write' && who !== 'farm:own') return 'done';
  if (role === 'stranger') return 404;
  return role === 'administrator' || atLeast[who].includes(role) ? 'done' : 403;
}

async function expectPromise(
  name: EndpointName,
  endpoint: Endpoint,
  role: Role,
  decision: Decision,
  page?: string,
): Promise<void> {
  const input = await examples[name].input(world, page);
  const askedAt = Date.now();
  const answer = await ask(world.people[role], name, input);
  const answeredAt = Date.now();
  const body = await contentOf(answer);
  const told = `${role}: ${JSON.stringify(body)}`;
  const expected = promised(name, endpoint, role, decision);
  if (expected === 'done') {
    expect([200, 201], told).toContain(answer.status);
    const checked = endpoint.answer.safeParse(body);
    expect(checked.success, JSON.stringify(checked.error?.issues)).toBe(true);
    if (endpoint.method !== 'GET') expect(body).toMatchObject({ status: answer.status, message: expect.any(String) });
  } else {
    expect(answer.status, told).toBe(expected);
    expect(isErrorBody(body)).toBe(true);
    expect(body).toMatchObject({ status: expected });
  }
  expect(answer.headers.get('x-api')).toBe('1');
  expect(answer.headers.get('x-user')).toBe(world.logins[role]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const serverTime = Number(answer.headers.get('x-server-time'));
  expect(serverTime).toBeGreaterThanOrEqual(askedAt);
  expect(serverTime).toBeLessThanOrEqual(answeredAt);
}

describe.each(decisions)('with every page decided as %s', (decision) => {
  beforeAll(() => decide(() => decision));

  it.each(answering)('%s lets everybody in as far as its contract says', async (name, endpoint) => {
    for (const role of roles) await expectPromise(name, endpoint, role, decision);
  });
});

describe('a call', () => {
  const bound = answering.filter(([, endpoint]) => pagesOf(endpoint).length > 0);

  it.each(bound)('%s needs one of its pages, whichever', async (name, endpoint) => {
    const role = examples[name].as ?? 'owner';
    for (const page of pagesOf(endpoint)) {
      await decide((menuUrl) => (menuUrl === menuUrlOf(page) ? 'AUTH_WRITE' : null));
      await expectPromise(name, endpoint, role, 'AUTH_WRITE', page);
    }
  });

  it.each(bound)('%s is not let in by any other page', async (name, endpoint) => {
    const own = pagesOf(endpoint).map(menuUrlOf);
    await decide((menuUrl) => (own.includes(menuUrl) ? null : 'AUTH_WRITE'));
    await expectPromise(name, endpoint, examples[name].as ?? 'owner', null);
  });
});

describe('a farm', () => {
  const named = answering.flatMap(([name, { farm }]) =>
    farm === 'none' ? [] : [farm].flat().map((ref) => [name, ref.name, ref] as const),
  );
  let stranger: World;
  beforeAll(async () => {
    stranger = await aStrangersWorld(world);
  });

  it.each(named)('that %s finds by %s is asked for a right there, whatever else is named', async (name, _, ref) => {
    await decide(() => 'AUTH_WRITE');
    const [input, theirs] = [await examples[name].input(world), await examples[name].input(stranger)];
    // Examples leave out actuators, but they are found like sensors.
    const foreign = Object(theirs[ref.from])[ref.name] ?? stranger.sensor;
    const wrong = { ...input, [ref.from]: { ...Object(input[ref.from]), [ref.name]: foreign } };
    const answer = await ask(world.people.owner, name, wrong);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the menu', () => {
  it('has every page that a call names', async () => {
    const items = await world.server.store.db.selectFrom('menu_item').select('url').execute();
    const urls = items.map(({ url }) => url);
    const pages = [...new Set(answering.flatMap(([, endpoint]) => pagesOf(endpoint)))];
    expect(pages.filter((page) => !urls.includes(menuUrlOf(page)))).toEqual([]);
  });

  it('lists for nobody what does not open for them', async () => {
    await decide(() => 'AUTH_WRITE');
    const listed = async (role: Role) => {
      const menus: { childMenus: { menuUrl: string }[] }[] = await (
        await world.people[role].call('/api/menu/side')
      ).json();
      return menus.flatMap(({ childMenus }) => childMenus.map(({ menuUrl }) => menuUrl));
    };
    expect((await listed('administrator')).filter((url) => url.startsWith('/admin/')).length).toBeGreaterThan(0);
    expect((await listed('owner')).filter((url) => url.startsWith('/admin/'))).toEqual([]);
  });
});

describe('a role from which the comparison was taken', () => {
  it('gets 403 from every call of it, and goes on reading the rest', async () => {
    await decide((menuUrl) => (menuUrl === '/cms/monitor/lead-farm' ? null : 'AUTH_ALLOW'));
    const { owner } = world.people;
    const farm = `farmIndex=${world.farmId}`;
    const doors = [
      `/api/monitor/lead-farm/target-list?${farm}`,
      `/api/monitor/lead-farm/record?mySensors=${world.sensor}&begin=2026-11-20&end=2026-11-21`,
      `/api/monitor/lead-farm/tiles?${farm}&leadFarmIndex=2&channels=1&level=1h&tiles=640`,
      `/api/monitor/lead-farm/tiles/changes?${farm}&leadFarmIndex=2&since=0`,
    ];
    for (const door of doors) expect([door, (await owner.call(door)).status]).toEqual([door, 403]);
    expect((await owner.call(`/api/monitor/target-list?${farm}`)).status).toBe(200);
  });
});

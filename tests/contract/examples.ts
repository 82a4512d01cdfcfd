import type { EndpointName } from '#contract/endpoints.ts';
import type { MenuItemRow } from '#contract/menu/menu-admin.ts';
import type { Store } from '#server/db/open.ts';
import { findMenuItem } from '#server/menu/queries.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../support/server/server.ts';
import { startProviders } from '../support/services/providers.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { boardExamples } from './examples-board.ts';
import { calendarExamples } from './examples-calendar.ts';
import { controlExamples } from './examples-control.ts';
import { cropExamples } from './examples-crop.ts';
import { deviceExamples } from './examples-device.ts';
import { farmExamples } from './examples-farm.ts';
import { growingExamples } from './examples-growing.ts';
import { heatExamples } from './examples-heat.ts';
import { inspectionExamples } from './examples-inspection.ts';
import { monitorExamples } from './examples-monitor.ts';
import { peopleExamples } from './examples-people.ts';
import { photoExamples } from './examples-photo.ts';
import { qualityExamples } from './examples-quality.ts';
import { ruleExamples } from './examples-rule.ts';
import { weatherExamples } from './examples-weather.ts';

/** All relations of a user to a farm; calls without a user are tested separately. */
export const roles = ['stranger', 'reader', 'writer', 'owner', 'administrator'] as const;
export type Role = (typeof roles)[number];

export type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

export type World = {
  server: TestServer;
  people: Record<Role, SignedIn>;
  logins: Record<Role, string>;
  ids: Record<Role, number>;
  /** Hashes at the time everybody signed in. */
  passwordHashes: ReadonlyMap<Role, string>;
  /** The owner's farm, shared with reader and writer. */
  farmId: number;
  sensor: number;
  key: string;
};

export type Example = {
  /**
   * New input that works for permitted callers; for a write it creates the thing to change. With `page` the input
   * concerns a thing of that page, for calls whose right depends on the thing.
   */
  input(world: World, page?: string): Input | Promise<Input>;
  /** The same for a thing that does not exist, where replacing the farm is not enough. */
  missing?(input: Input): Input;
  /** The caller in tests of refusals and repeats; the owner by default. */
  as?: Role;
  /** Statuses that depend on the state of things instead of the right. */
  exceptions?: Partial<Record<Role, number>>;
  /** Input that must be refused, and the field that the refusal must name; `body` is merged into the working one. */
  bad?: readonly { params?: Input['params']; query?: Input['query']; body?: object; field: string }[];
};

export const farmFields = {
  farmName: '한라 농장',
  address: '제주시 애월읍',
  latitude: 33.46,
  longitude: 126.33,
  areaM2: 3300,
  coUsers: [],
};

/** A farm of the owner, shared with both co-users, for a write to change. */
export async function aSharedFarm({ server: { store }, ids }: World): Promise<number> {
  const farmId = await aFarm(store, { ownerId: ids.owner, name: farmFields.farmName, memberId: ids.reader });
  await store.db
    .insertInto('farm_member')
    .values({ farm_id: farmId, user_id: ids.writer, right: 'write', added_at: 0 })
    .execute();
  return farmId;
}

const storedFarm = {
  farmName: farmFields.farmName,
  address: '제주시',
  latitude: null,
  longitude: null,
  areaM2: null,
  coUsers: [
    { userId: 'reader', right: 'read' },
    { userId: 'writer', right: 'write' },
  ],
};

const badFarm = [
  { body: { farmName: '' }, field: 'farmName' },
  { body: { latitude: 126.3 }, field: 'latitude' },
  { body: { longitude: '동쪽' }, field: 'longitude' },
  { body: { latitude: 33.4, longitude: null }, field: 'longitude' },
  { body: { areaM2: -1 }, field: 'areaM2' },
  { body: { coUsers: [{ userId: 'nobody-of-that-name', right: 'read' }] }, field: 'coUsers.0.userId' },
  { body: { coUsers: [{ userId: 'reader', right: 'own' }] }, field: 'coUsers.0.right' },
];

/** A menu page that no other test uses. */
async function aMenuItem(store: Store): Promise<MenuItemRow> {
  const item = await findMenuItem(store, 12);
  if (!item) throw new Error('the menu has no such page');
  return item;
}

/** Working input for each endpoint. An endpoint without an example does not compile. */
export const examples: Record<EndpointName, Example> = {
  ...boardExamples,
  ...calendarExamples,
  ...controlExamples,
  siteInfo: { input: () => ({}) },
  sideMenu: { input: () => ({ query: { userAuthority: 'ROLE_ADMINISTER' } }) },
  adminMenus: {
    input: () => ({ query: { search: '농장', sort: '-menuName', page: 1, size: 5 } }),
    as: 'administrator',
    bad: [{ query: { sort: 'rights' }, field: 'sort' }],
  },
  updateMenuItem: {
    input: async ({ server: { store } }) => {
      const { index, menuName, position, rights } = await aMenuItem(store);
      const base = { menuName, position, rights };
      return { params: { id: index }, body: { ...base, position: (position + 1) % 9, base } };
    },
    as: 'administrator',
    bad: [
      { body: { menuName: '' }, field: 'menuName' },
      { body: { rights: { ROLE_ADMINISTER: 'AUTH_ALL', ROLE_USER: null } }, field: 'rights.ROLE_ADMINISTER' },
      { params: { id: 'x' }, field: 'id' },
    ],
  },
  adminDisk: { input: () => ({}), as: 'administrator' },
  auditLog: {
    input: () => ({ query: { from: '2026-01-01', to: '2026-12-31', action: 'farm.create' } }),
    as: 'administrator',
    bad: [
      { query: { from: '2026-02-30' }, field: 'from' },
      { query: { action: 'farm.burn' }, field: 'action' },
    ],
  },
  listFarms: { input: () => ({}) },
  shellFarms: { input: () => ({}) },
  getFarm: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'first' }, field: 'id' }],
  },
  manageFarms: {
    input: () => ({ query: { search: '농장', sort: '-areaM2', page: 1, size: 5 } }),
    bad: [
      { query: { sort: 'right' }, field: 'sort' },
      { query: { view: 'mine' }, field: 'view' },
      { query: { page: '0' }, field: 'page' },
      { query: { size: '5000' }, field: 'size' },
    ],
  },
  createFarm: { input: () => ({ body: farmFields }), bad: badFarm },
  updateFarm: {
    input: async (world) => ({
      params: { id: await aSharedFarm(world) },
      body: { ...storedFarm, address: '서귀포시', base: storedFarm },
    }),

    bad: [...badFarm, { body: { base: null }, field: 'base' }],
  },
  deleteFarm: {
    input: async (world) => ({
      params: { id: await aSharedFarm(world) },
      body: { confirmName: farmFields.farmName },
    }),

    bad: [{ body: { confirmName: '다른 이름' }, field: 'confirmName' }],
  },
  knownCoUsers: { input: () => ({}) },
  shareFarms: { input: () => ({}) },
  leaveFarm: {
    input: async (world) => ({ params: { id: await aSharedFarm(world) } }),

    as: 'reader',
    // Nobody can leave their own farm.
    exceptions: { owner: 400, administrator: 400 },
    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  ...farmExamples,
  ...cropExamples,
  ...deviceExamples,
  ...growingExamples,
  ...heatExamples,
  ...monitorExamples,
  ...weatherExamples,
  ...peopleExamples,
  ...photoExamples,
  ...qualityExamples,
  ...inspectionExamples,
  ...ruleExamples,
  areaValues: {
    input: ({ farmId }) => ({ params: { farmId } }),

    bad: [{ params: { farmId: 'x' }, field: 'farmId' }],
  },
  targetList: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId } }),

    bad: [{ query: { farmIndex: 'x' }, field: 'farmIndex' }],
  },
  record: {
    input: ({ sensor }) => ({ query: { sensors: String(sensor), begin: '2026-11-20', end: '2026-11-21' } }),

    bad: [
      { query: { sensors: 'x', begin: '2026-11-20', end: '2026-11-21' }, field: 'sensors' },
      { query: { sensors: '1', end: '2026-11-21' }, field: 'begin' },
      { query: { sensors: '1', begin: '2026-02-30', end: '2026-11-21' }, field: 'begin' },
      { query: { sensors: '1', begin: '2026-11-20', end: 'soon' }, field: 'end' },
      { query: { sensors: '1', begin: '2026-11-21', end: '2026-11-20' }, field: 'end' },
    ],
  },
  monitorTiles: {
    input: ({ farmId, sensor }) => ({
      query: { farmIndex: farmId, channels: String(sensor), level: '1h', tiles: '640,641' },
    }),

    bad: [
      { query: { farmIndex: '1', channels: '1', level: '5m', tiles: '640' }, field: 'level' },
      { query: { farmIndex: '1', channels: '1', level: '1h', tiles: 'all' }, field: 'tiles' },
    ],
  },
  tileChanges: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId, since: 0 } }),

    bad: [{ query: { farmIndex: '1', since: '-1' }, field: 'since' }],
  },
  ingest: { input: () => ({}) },
  live: { input: () => ({}) },
  health: { input: () => ({}) },
  apiDescription: { input: () => ({}) },
  receipts: {
    input: () => ({ query: { keys: 'one,two' } }),
    bad: [{ query: { keys: 'one two' }, field: 'keys' }],
  },
};

/** A real server with one farm and a device, and everybody signed in. */
export async function aWorld(): Promise<World> {
  const providers = await startProviders();
  onCleanup(() => providers.stop());
  const server = await aServer({ env: { AMBIENT_BASE_URL: providers.url } });
  const { store, url } = server;
  const logins = { stranger: 'stranger', reader: 'reader', writer: 'writer', owner: 'owner', administrator: 'boss' };
  const ids = {
    owner: await aUser(store, 'owner'),
    reader: await aUser(store, 'reader'),
    writer: await aUser(store, 'writer'),
    stranger: await aUser(store, 'stranger'),
    administrator: await aUser(store, 'boss', { authority: 'ROLE_ADMINISTER' }),
  };
  const people = {
    owner: await signIn(url, 'owner'),
    reader: await signIn(url, 'reader'),
    writer: await signIn(url, 'writer'),
    stranger: await signIn(url, 'stranger'),
    administrator: await signIn(url, 'boss'),
  };
  const hashes = await store.db.selectFrom('user').select(['id', 'password_hash as hash']).execute();
  const passwordHashes = new Map(
    roles.map((role) => [role, hashes.find(({ id }) => id === ids[role])?.hash ?? ''] as const),
  );
  const world = { server, people, logins, ids, passwordHashes, farmId: 0, sensor: 0, key: '' };
  const farmId = await aSharedFarm(world);
  const device = await aDevice(store, farmId);
  return { ...world, farmId, sensor: device.channels.get('temperature') ?? 0, key: device.key };
}

/** The same world for the stranger: everything that examples create belongs to them. */
export async function aStrangersWorld(world: World): Promise<World> {
  const { server, ids, people } = world;
  const farmId = await aFarm(server.store, { ownerId: ids.stranger });
  const { key, channels } = await aDevice(server.store, farmId);
  const sensor = channels.get('temperature') ?? 0;
  return {
    ...world,
    farmId,
    sensor,
    key,
    ids: { ...ids, owner: ids.stranger },
    people: { ...people, owner: people.stranger },
  };
}

import type { FarmRight } from '#contract/farm/farm.ts';
import { authCodes } from '#contract/menu/menu.ts';
import { type MenuEntry, rightOnPage } from '#contract/menu/page-right.ts';
import type { UserAuthority } from '#contract/user/auth.ts';
import { stationOf } from '#contract/weather/station-number.ts';
import { type Endpoint, EVERYBODY, type FarmRef, type FarmVia } from '#contract/wire/endpoint.ts';
import type { Queries, Store } from '../../db/open.ts';
import { type ParameterOf, preparedQuery } from '../../db/prepared-query.ts';
import { writeInvalidatedCache } from '../../db/write-invalidated-cache.ts';
import { fail } from '../fail.ts';
import type { Caller } from './caller.ts';
import { farmOf } from './farm-of.ts';
import { isReadable, ownRight } from './farm-right.ts';

/** Looks up rights, in the database or in a cache of it. */
export type Rights = {
  /** The caller's right on a farm; undefined when they have none, or it is deleted or unknown. */
  onFarm(caller: Caller, farmId: number): Promise<FarmRight | undefined>;
  /** The same for a weather station: whoever may read a farm that uses it may read the station. */
  onStation(caller: Caller, number: number): Promise<FarmRight | undefined>;
  /** The pages of the menu that a role may use. */
  entriesOf(authority: UserAuthority): Promise<readonly MenuEntry[]>;
  /** The farm that something belongs to; undefined when it does not exist. */
  farmOf(via: FarmVia, id: number | string): Promise<number | undefined>;
};

/** Reads rights from the database or within an open transaction. */
export function rightsIn(store: Queries): Rights {
  return {
    onFarm: (caller, farmId) => rightOn(store, caller, farmId),
    onStation: (caller, number) => rightOnStation(store, caller, number),
    entriesOf: (authority) => listEntries(store, authority),
    farmOf: (via, id) => farmOf(store, via, id),
  };
}

/** The same with a cache that holds until one of the tables is written. */
export function cachedRights(store: Store): Rights {
  const rights = rightsIn(store);
  const rememberRight = writeInvalidatedCache<FarmRight | undefined>(store, ['farms']);
  const rememberEntries = writeInvalidatedCache<readonly MenuEntry[]>(store, ['catalogue']);
  const rememberFarm = writeInvalidatedCache<number | undefined>(store, ['farms']);
  return {
    onFarm: (caller, farmId) =>
      rememberRight(`${caller.userId} ${caller.authority} ${farmId}`, () => rights.onFarm(caller, farmId)),
    onStation: (caller, number) =>
      rememberRight(`${caller.userId} ${caller.authority} station ${number}`, () => rights.onStation(caller, number)),
    entriesOf: (authority) => rememberEntries(authority, () => rights.entriesOf(authority)),
    farmOf: (via, id) => rememberFarm(`${via} ${id}`, () => rights.farmOf(via, id)),
  };
}

const findFarm = preparedQuery((db, param: ParameterOf<{ farmId: number; userId: number }>) =>
  db
    .selectFrom('farm')
    .select(ownRight(param('userId')).as('right'))
    .where('farm.farm_id', '=', param('farmId'))
    .where('farm.deleted_at', 'is', null),
);

/**
 * The caller's right on a farm: owners and administrators may do everything, co-users what they were given. Undefined
 * when they have no right, or the farm is deleted or unknown.
 */
export async function rightOn(store: Queries, caller: Caller, farmId: number): Promise<FarmRight | undefined> {
  const [row] = await findFarm(store, { farmId, userId: caller.userId });
  if (!row) return undefined;
  return caller.authority === 'ROLE_ADMINISTER' ? 'own' : (row.right ?? undefined);
}

async function rightOnStation({ db }: Queries, caller: Caller, number: number): Promise<'read' | undefined> {
  const station = stationOf(number);
  if (!station) return undefined;
  let links = db
    .selectFrom('weather_link')
    .innerJoin('farm', 'farm.farm_id', 'weather_link.farm_id')
    .select('farm.farm_id')
    .where('farm.deleted_at', 'is', null)
    .where(isReadable(caller));
  links =
    station.kind === 'public'
      ? links.where('weather_link.public_station_id', '=', String(station.id))
      : links
          .where('weather_link.farm_id', '=', station.id)
          .where((eb) => eb.or([eb('ambient_mac', 'is not', null), eb('ambient_keys', 'is not', null)]));
  return (await links.limit(1).executeTakeFirst()) && 'read';
}

const findEntries = preparedQuery((db, param: ParameterOf<{ authority: UserAuthority }>) =>
  db
    .selectFrom('menu_item')
    .innerJoin('menu_right', 'menu_right.item_id', 'menu_item.id')
    .select(['menu_item.url as menuUrl', 'menu_right.auth_code as authCode'])
    .where('menu_right.authority', '=', param('authority')),
);

async function listEntries(store: Queries, authority: UserAuthority): Promise<MenuEntry[]> {
  const rows = await findEntries(store, { authority });
  return rows.flatMap(({ menuUrl, authCode }) => {
    const code = authCodes.find((known) => known === authCode);
    return code ? [{ menuUrl, authCode: code }] : [];
  });
}

/**
 * Refuses with FORBIDDEN a caller without a right on any page of the call: a read needs a page they may open,
 * everything else a page they may write on. It needs no input and reveals nothing about farms.
 */
export async function requirePage(
  rights: Rights,
  { authority }: Caller,
  { who, page, method }: Pick<Endpoint, 'who' | 'page' | 'method'>,
): Promise<void> {
  if (who === 'administrator' && authority !== 'ROLE_ADMINISTER') fail('FORBIDDEN');
  if (page === undefined || page === 'any') return;
  const role = { authority, entries: await rights.entriesOf(authority) };
  const isOpen = [page].flat().some((one) => {
    const right = rightOnPage(role, one);
    return method === 'GET' ? right !== 'none' : right === 'write';
  });
  if (!isOpen) fail('FORBIDDEN');
}

const enough: { readonly [Who in Endpoint['who']]: readonly FarmRight[] } = {
  anyone: [],
  user: [],
  administrator: [],
  device: [],
  'farm:read': ['read', 'write', 'own'],
  'farm:write': ['write', 'own'],
  'farm:own': ['own'],
};

type Input = { params: unknown; query: unknown; body: unknown };

/**
 * Checks the caller's right on every farm of the call. Refuses with NOT_FOUND a farm they may not see, and with
 * FORBIDDEN one they may only see.
 */
export async function requireFarm(
  rights: Rights,
  caller: Caller,
  { who, farm, path }: Pick<Endpoint, 'who' | 'farm' | 'path'>,
  input: Input,
): Promise<void> {
  if (farm === 'none') return;
  const named = [farm].flat().map((ref) => ({ ref, value: namedIn(input, ref) }));
  // An empty list names no farm and is allowed. A missing field is a bug: the call would be checked against nothing.
  if (named.every(({ value }) => value === undefined)) throw new Error(`${path} was called without naming its farm`);
  const mayBeStation = named.every(({ ref }) => ref.orStation);
  const mayBeEverybody = named.every(({ ref }) => ref.orEverybody);
  const farms = new Set<number>();
  for (const { ref, value } of named) {
    // A null link names no farm.
    for (const id of value === undefined || value === null ? [] : [value].flat())
      farms.add(await farmIn(rights, ref, id));
  }
  for (const farmId of farms) {
    if (farmId === EVERYBODY && mayBeEverybody) continue;
    const right =
      (await rights.onFarm(caller, farmId)) ??
      (mayBeStation ? await rights.onStation(caller, farmId) : undefined) ??
      fail('NOT_FOUND');
    if (!enough[who].includes(right)) fail('FORBIDDEN');
  }
}

async function farmIn(rights: Rights, { via }: FarmRef, id: unknown): Promise<number> {
  if (via === undefined) return typeof id === 'number' ? id : fail('NOT_FOUND');
  return typeof id === 'number' || typeof id === 'string'
    ? ((await rights.farmOf(via, id)) ?? fail('NOT_FOUND'))
    : fail('NOT_FOUND');
}

function namedIn(input: Input, { from, name }: FarmRef): unknown {
  const value: unknown = Object(input[from])[name];
  return value;
}

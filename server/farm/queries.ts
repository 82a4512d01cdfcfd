import type { Farm, FarmFacts, FarmRight } from '#contract/farm/farm.ts';
import type { FarmDetail, FarmFields, FarmRow, Person, WeatherInfo } from '#contract/farm/farm-manage.ts';
import { type AmbientKeys, ambientKeys } from '#contract/farm/farm-weather.ts';
import { MAX_PAGE_SIZE, type SortOf } from '#contract/wire/list.ts';
import type { farmSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import { rightOn } from '../kernel/access/access.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isMine, isReadable, ownRight, rightOf } from '../kernel/access/farm-right.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';

const columns = [
  'farm.farm_id as index',
  'farm.name as farmName',
  'farm.address',
  'farm.latitude',
  'farm.longitude',
  'farm.area_m2 as areaM2',
  'farm.is_lead_farm as isLeadFarm',
  'farm.is_simulated as isSimulated',
] as const;

/** Farms that are not deleted, with their owners. */
function farms({ db }: Queries) {
  return db.selectFrom('farm').innerJoin('user', 'user.id', 'farm.owner_id').where('farm.deleted_at', 'is', null);
}

const ownerColumns = ['user.login as ownerLogin', 'user.name as ownerName'] as const;

/** Farms of the caller: own ones first, then shared ones, each in the order of creation. */
export async function listFarmsOf(store: Queries, caller: Caller): Promise<FarmFacts[]> {
  const rows = await farms(store)
    .select([...columns, ownRight(caller.userId).as('right')])
    .where(isMine(caller.userId))
    .orderBy('farm.farm_id')
    .execute();
  return rows
    .map((row) => farmOf(row, row.right ?? 'read'))
    .sort((a, b) => Number(b.right === 'own') - Number(a.right === 'own'));
}

const korean = new Intl.Collator('ko', { numeric: true });

/** Farms that the caller may choose: own and shared ones; for an administrator also all others, by name. */
export async function listFarmChoices(store: Queries, caller: Caller): Promise<Farm[]> {
  const mine = (await listFarmsOf(store, caller)).map(
    ({ index, farmName, right, isSimulated }): Farm => ({ index, farmName, right, isSimulated, isMine: true }),
  );
  if (caller.authority !== 'ROLE_ADMINISTER') return mine;
  const rows = await store.db
    .selectFrom('farm')
    .select(['farm_id as index', 'name as farmName', 'is_simulated as isSimulated'])
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(mine.map(({ index }) => index));
  const others = rows
    .filter(({ index }) => !known.has(index))
    .map((row): Farm => ({ ...row, right: 'own', isSimulated: row.isSimulated === 1, isMine: false }))
    .sort((a, b) => korean.compare(a.farmName, b.farmName) || a.index - b.index);
  // An administrator may also change farms that are only shared with them.
  return [...mine.map((farm): Farm => ({ ...farm, right: 'own' })), ...others];
}

/** Farms that others share with the caller, at most as many as one page may hold. */
export async function listSharedWith(store: Queries, caller: Caller): Promise<FarmRow[]> {
  return (await pageOfFarms(store, caller, { view: 'shared', page: 1, size: MAX_PAGE_SIZE })).rows;
}

const sortColumns = {
  farmName: 'farm.name',
  address: 'farm.address',
  areaM2: 'farm.area_m2',
  owner: 'user.name',
} as const;

/** A page of the farms that the caller manages (for an administrator all), or of those that others share with them. */
export async function pageOfFarms(
  store: Queries,
  caller: Caller,
  { view, ...asked }: ListAsked<SortOf<(typeof farmSorts)[number]>> & { view?: 'shared' | undefined },
): Promise<{ rows: FarmRow[]; total: number }> {
  const narrowed =
    view === 'shared'
      ? farms(store)
          .select(ownRight(caller.userId).as('right'))
          .where('farm.owner_id', '!=', caller.userId)
          .where(isMine(caller.userId))
      : farms(store).select(rightOf(caller).as('right')).where(isReadable(caller));
  const { rows, total } = await onePage(narrowed.select([...columns, ...ownerColumns]), asked, {
    searched: ['farm.name', 'farm.address', 'user.name'],
    sorted: sortColumns,
    otherwise: 'farm.farm_id',
  });
  return { rows: rows.map((row) => ({ ...farmOf(row, row.right ?? 'read'), owner: ownerOf(row) })), total };
}

/** One farm; undefined when the caller may not see it. */
export async function findFarm(store: Queries, caller: Caller, farmId: number): Promise<FarmDetail | undefined> {
  const right = await rightOn(store, caller, farmId);
  if (!right) return undefined;
  const row = await store.db
    .selectFrom('farm')
    .innerJoin('user', 'user.id', 'farm.owner_id')
    .leftJoin('weather_link', 'weather_link.farm_id', 'farm.farm_id')
    .select([...columns, ...ownerColumns, ...weatherColumns])
    .where('farm.farm_id', '=', farmId)
    .executeTakeFirst();
  if (!row) return undefined;
  const coUsers = await store.db
    .selectFrom('farm_member')
    .innerJoin('user', 'user.id', 'farm_member.user_id')
    .select(['user.login as userId', 'user.name', 'farm_member.right'])
    .where('farm_member.farm_id', '=', farmId)
    .orderBy('user.login')
    .execute();
  return { ...farmOf(row, right), owner: ownerOf(row), coUsers, weather: weatherOf(row) };
}

const weatherColumns = [
  'weather_link.public_station_id as publicStationId',
  'weather_link.ambient_mac as ambientMac',
  'weather_link.ambient_keys as ambientKeys',
] as const;

/** The weather stations of a farm. Of the encrypted keys it says only whether they exist. */
function weatherOf(row: Omit<WeatherInfo, 'hasAmbientKeys'> & { ambientKeys: string | null }): WeatherInfo {
  const { publicStationId, ambientMac, ambientKeys } = row;
  return { publicStationId, ambientMac, hasAmbientKeys: ambientKeys !== null };
}

/** The context that binds encrypted keys to their farm: they cannot be decrypted in another farm's row. */
export const keysContext = (farmId: number) => `weather_link ${farmId} ambient_keys`;

/** Decrypts a farm's keys for Ambient Weather; undefined when that fails. */
export function decryptAmbientKeys(encrypter: Encrypter, farmId: number, encrypted: string): AmbientKeys | undefined {
  const plain = encrypter.decrypt(encrypted, keysContext(farmId));
  return plain === undefined ? undefined : ambientKeys.parse(JSON.parse(plain));
}

function ownerOf({ ownerLogin, ownerName }: { ownerLogin: string; ownerName: string }): Person {
  return { userId: ownerLogin, name: ownerName };
}

/** The editable fields of a farm. */
export function fieldsOf({ farmName, address, latitude, longitude, areaM2, coUsers }: FarmDetail): FarmFields {
  return {
    farmName,
    address,
    latitude,
    longitude,
    areaM2,
    coUsers: coUsers.map(({ userId, right }) => ({ userId, right })),
  };
}

/** People who share a farm with the caller, as its owner or as co-users; for an administrator all users. */
export async function listKnownCoUsers({ db }: Queries, caller: Caller): Promise<(Person & { id: number })[]> {
  const shared = db
    .selectFrom('farm')
    .select('farm.farm_id')
    .where('farm.deleted_at', 'is', null)
    .where(isMine(caller.userId));
  const owners = db.selectFrom('farm').select('owner_id').where('farm_id', 'in', shared);
  const members = db.selectFrom('farm_member').select('user_id').where('farm_id', 'in', shared);
  const all = db
    .selectFrom('user')
    .select(['id', 'login as userId', 'name'])
    .where('id', '!=', caller.userId)
    .where('disabled_at', 'is', null)
    .orderBy('login');
  if (caller.authority === 'ROLE_ADMINISTER') return all.execute();
  return all.where((eb) => eb.or([eb('id', 'in', owners), eb('id', 'in', members)])).execute();
}

type StoredFarm = Omit<FarmFacts, 'right' | 'isLeadFarm' | 'isSimulated'> & { isLeadFarm: 0 | 1; isSimulated: 0 | 1 };

function farmOf(row: StoredFarm, right: FarmRight): FarmFacts {
  const { index, farmName, address, latitude, longitude, areaM2 } = row;
  const flags = { isLeadFarm: row.isLeadFarm === 1, isSimulated: row.isSimulated === 1 };
  return { index, farmName, address, latitude, longitude, areaM2, right, ...flags };
}

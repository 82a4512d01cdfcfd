import type { FarmFields } from '#contract/farm/farm-manage.ts';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { lowerOf } from '../db/fragments.ts';
import { takeNumbers } from '../db/sequence.ts';
import type { Trx } from '../db/transaction.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import { fail } from '../kernel/fail.ts';
import type { WeatherStations } from './merge-weather.ts';
import { keysPlace } from './queries.ts';

/** Adds a farm and its co-users; returns its index. */
export async function addFarm(trx: Trx, ownerId: number, fields: FarmFields, now: number): Promise<number> {
  const farmId = await takeNumbers(trx, 'farm');
  await trx
    .insertInto('farm')
    .values({ farm_id: farmId, owner_id: ownerId, created_at: now, ...rowOf(fields) })
    .execute();
  await replaceMembers(trx, farmId, ownerId, fields.coUsers, now);
  return farmId;
}

export async function changeFarm(trx: Trx, farmId: number, fields: FarmFields, now: number): Promise<void> {
  const { ownerId } = await trx
    .updateTable('farm')
    .set(rowOf(fields))
    .where('farm_id', '=', farmId)
    .returning('owner_id as ownerId')
    .executeTakeFirstOrThrow();
  await replaceMembers(trx, farmId, ownerId, fields.coUsers, now);
}

/** Marks a farm as deleted (null: no longer): its records stay, nobody sees them, its devices are not known. */
export async function markDeleted(trx: Trx, farmId: number, at: number | null): Promise<void> {
  await trx.updateTable('farm').set({ deleted_at: at }).where('farm_id', '=', farmId).execute();
}

/** Brings back a crop that was deleted. */
export async function restoreCrop(trx: Trx, farmId: number, cropId: string): Promise<void> {
  const crop = trx.updateTable('crop').set({ deleted_at: null });
  await crop.where('farm_id', '=', farmId).where('crop_id', '=', cropId).execute();
}

export async function markLeadFarm(trx: Trx, farmId: number, isLeadFarm: boolean): Promise<void> {
  await trx
    .updateTable('farm')
    .set({ is_lead_farm: isLeadFarm ? 1 : 0 })
    .where('farm_id', '=', farmId)
    .execute();
}

/** Stores which weather stations a farm goes by; keys that are undefined stay as they are, null forgets them. */
export async function setWeather(
  trx: Trx,
  sealer: Encrypter,
  farmId: number,
  stations: WeatherStations & { ambientKeys?: AmbientKeys | null | undefined },
  now: number,
): Promise<void> {
  const { publicStationId, ambientMac, ambientKeys } = stations;
  const columns = { public_station_id: publicStationId, ambient_mac: ambientMac, updated_at: now };
  const sealed = ambientKeys ? sealer.seal(JSON.stringify(ambientKeys), keysPlace(farmId)) : null;
  await trx
    .insertInto('weather_link')
    .values({ farm_id: farmId, ...columns, ambient_keys: sealed })
    .onConflict((c) =>
      c.column('farm_id').doUpdateSet({ ...columns, ...(ambientKeys !== undefined && { ambient_keys: sealed }) }),
    )
    .execute();
}

export async function removeMember(trx: Trx, farmId: number, userId: number): Promise<boolean> {
  const removed = await trx
    .deleteFrom('farm_member')
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

function rowOf({ farmName, address, latitude, longitude, areaM2 }: FarmFields) {
  return { name: farmName, address, latitude, longitude, area_m2: areaM2 };
}

/** The list as it shall be. Whoever stays keeps the day they were added. */
async function replaceMembers(
  trx: Trx,
  farmId: number,
  ownerId: number,
  coUsers: FarmFields['coUsers'],
  now: number,
): Promise<void> {
  const known = await usersByLogin(trx, {
    logins: coUsers.map(({ userId }) => userId),
    farmId,
  });
  const members = coUsers.map(({ userId, right }, at) => {
    const user = known.get(userId.toLowerCase());
    if (user === undefined || user === ownerId) fail('VALIDATION', { field: `coUsers.${at}.userId` });
    return { farm_id: farmId, user_id: user, right, added_at: now };
  });
  if (new Set(members.map(({ user_id }) => user_id)).size < members.length) fail('VALIDATION', { field: 'coUsers' });
  await trx
    .deleteFrom('farm_member')
    .where('farm_id', '=', farmId)
    .where('user_id', 'not in', members.length === 0 ? [-1] : members.map(({ user_id }) => user_id))
    .execute();
  for (const member of members) {
    await trx
      .insertInto('farm_member')
      .values(member)
      .onConflict((c) => c.columns(['farm_id', 'user_id']).doUpdateSet({ right: member.right }))
      .execute();
  }
}

/** Who can be a co-user: everybody who may sign in, and whoever is one already. */
async function usersByLogin(
  db: Trx,
  { logins, farmId }: { logins: readonly string[]; farmId: number },
): Promise<Map<string, number>> {
  if (logins.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .leftJoin('farm_member', (join) =>
      join.onRef('farm_member.user_id', '=', 'user.id').on('farm_member.farm_id', '=', farmId),
    )
    .select(['user.id', 'user.login'])
    .where(
      lowerOf('user.login'),
      'in',
      logins.map((login) => login.toLowerCase()),
    )
    .where((eb) => eb.or([eb('user.disabled_at', 'is', null), eb('farm_member.user_id', 'is not', null)]))
    .execute();
  return new Map(rows.map(({ id, login }) => [login.toLowerCase(), id]));
}

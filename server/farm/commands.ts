import type { FarmFields } from '#contract/farm/farm-manage.ts';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { takeNumbers } from '../db/sequence.ts';
import type { Trx } from '../db/transaction.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import type { WeatherStations } from './merge-weather.ts';
import { keysContext } from './queries.ts';

/** Adds a farm and returns its index. */
export async function addFarm(trx: Trx, ownerId: number, fields: FarmFields, now: number): Promise<number> {
  const farmId = await takeNumbers(trx, 'farm');
  await trx
    .insertInto('farm')
    .values({ farm_id: farmId, owner_id: ownerId, created_at: now, ...rowOf(fields) })
    .execute();
  return farmId;
}

/** Changes the fields of a farm except its co-users; returns the owner's id. */
export async function changeFarm(trx: Trx, farmId: number, fields: FarmFields): Promise<number> {
  const changed = trx.updateTable('farm').set(rowOf(fields)).where('farm_id', '=', farmId);
  return (await changed.returning('owner_id').executeTakeFirstOrThrow()).owner_id;
}

/** Marks a farm as deleted, or restores it (`at` null). Its records stay, but are hidden; its devices are refused. */
export async function markDeleted(trx: Trx, farmId: number, at: number | null): Promise<void> {
  await trx.updateTable('farm').set({ deleted_at: at }).where('farm_id', '=', farmId).execute();
}

export async function markLeadFarm(trx: Trx, farmId: number, isLeadFarm: boolean): Promise<void> {
  await trx
    .updateTable('farm')
    .set({ is_lead_farm: isLeadFarm ? 1 : 0 })
    .where('farm_id', '=', farmId)
    .execute();
}

/** Stores which weather stations a farm uses. `ambientKeys` undefined keeps the stored keys, null deletes them. */
export async function setWeather(
  trx: Trx,
  encrypter: Encrypter,
  farmId: number,
  stations: WeatherStations & { ambientKeys?: AmbientKeys | null | undefined },
  now: number,
): Promise<void> {
  const { publicStationId, ambientMac, ambientKeys } = stations;
  const columns = { public_station_id: publicStationId, ambient_mac: ambientMac, updated_at: now };
  const encrypted = ambientKeys ? encrypter.encrypt(JSON.stringify(ambientKeys), keysContext(farmId)) : null;
  await trx
    .insertInto('weather_link')
    .values({ farm_id: farmId, ...columns, ambient_keys: encrypted })
    .onConflict((c) =>
      c.column('farm_id').doUpdateSet({ ...columns, ...(ambientKeys !== undefined && { ambient_keys: encrypted }) }),
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

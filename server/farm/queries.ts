import type { Farm, FarmRight } from '#contract/farm.ts';
import { rightOn } from '../access.ts';
import type { Store } from '../db/open.ts';
import type { Caller } from '../http/env.ts';

const columns = [
  'farm.farm_id as index',
  'farm.name as farmName',
  'farm.address',
  'farm.latitude',
  'farm.longitude',
  'farm.area_m2 as areaM2',
  'farm.is_lead_farm as isLeadFarm',
  'farm.is_simulated as simulated',
] as const;

/** Farms the caller owns, then those shared with them; both by name. */
export async function listFarmsOf(store: Store, caller: Caller): Promise<Farm[]> {
  const rows = await store.db
    .selectFrom('farm')
    .leftJoin('farm_member', (join) =>
      join.onRef('farm_member.farm_id', '=', 'farm.farm_id').on('farm_member.user_id', '=', caller.userId),
    )
    .select([...columns, 'farm.owner_id as ownerId', 'farm_member.right as memberRight'])
    .where('farm.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('farm.owner_id', '=', caller.userId), eb('farm_member.user_id', '=', caller.userId)]))
    .orderBy('farm.farm_id')
    .execute();
  return rows
    .map((row) => farmOf(row, row.ownerId === caller.userId ? 'own' : (row.memberRight ?? 'read')))
    .sort((a, b) => Number(b.right === 'own') - Number(a.right === 'own'));
}

/** One farm as the caller may see it; undefined when they may not. */
export async function findFarm(store: Store, caller: Caller, farmId: number): Promise<Farm | undefined> {
  const right = await rightOn(store, caller, farmId);
  if (!right) return undefined;
  const farm = await store.db.selectFrom('farm').select(columns).where('farm_id', '=', farmId).executeTakeFirst();
  return farm && farmOf(farm, right);
}

type FarmRow = Omit<Farm, 'right' | 'isLeadFarm' | 'simulated'> & { isLeadFarm: 0 | 1; simulated: 0 | 1 };

function farmOf(row: FarmRow, right: FarmRight): Farm {
  const { index, farmName, address, latitude, longitude, areaM2 } = row;
  const flags = { isLeadFarm: row.isLeadFarm === 1, simulated: row.simulated === 1 };
  return { index, farmName, address, latitude, longitude, areaM2, right, ...flags };
}

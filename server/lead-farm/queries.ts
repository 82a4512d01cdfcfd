import type { LeadTargets } from '#contract/farm/lead-farm.ts';
import type { TargetList } from '#contract/monitor/monitor.ts';
import { listCropsOf } from '../crop/queries.ts';
import type { Queries, Store } from '../db/open.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';
import { type FarmCrop, listFarmCrops } from '../growth-calendar/queries.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { type FoundChannel, findTargets, listChannels } from '../monitor/queries.ts';

type LeadFarm = { index: number; farmName: string; isSimulated: boolean };

/** Lead farms that are not deleted, in the order of creation. */
export async function listLeadFarms({ db }: Queries): Promise<LeadFarm[]> {
  const rows = await db
    .selectFrom('farm')
    .select(['farm_id as index', 'name as farmName', 'is_simulated as isSimulated'])
    .where('is_lead_farm', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('farm_id')
    .execute();
  return rows.map(({ isSimulated, ...farm }) => ({ ...farm, isSimulated: isSimulated === 1 }));
}

/**
 * The lead farm for a comparison with a crop of another farm, with its growing crops: the first one with the same crop,
 * else the first one with any crop; undefined without one.
 */
export async function findLeadWithCrops(
  store: Queries,
  { farmId, itemCode }: { farmId: number; itemCode: string },
): Promise<{ index: number; farmName: string; crops: FarmCrop[] } | undefined> {
  const grown = await store.db
    .selectFrom('farm')
    .innerJoin('crop', 'crop.farm_id', 'farm.farm_id')
    .select(['farm.farm_id as index', 'farm.name as farmName', 'crop.item_code as itemCode'])
    .where('farm.is_lead_farm', '=', 1)
    .where('farm.deleted_at', 'is', null)
    .where('farm.farm_id', '!=', farmId)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .orderBy('farm.farm_id')
    .execute();
  const lead = grown.find((crop) => crop.itemCode === itemCode) ?? grown[0];
  return lead && { index: lead.index, farmName: lead.farmName, crops: await listFarmCrops(store, lead.index) };
}

/** Finds the channels that a farm can compare with lead farms: those of types that both sides have. */
type FindLeadTargets = (farmId: number) => Promise<LeadTargets>;

export function createLeadTargets(store: Store): FindLeadTargets {
  const remembered = writeInvalidatedCache<LeadTargets['leads']>(store, ['farms', 'catalogue']);
  return async (farmId) => {
    const all = await remembered('leads', () => listLeads(store));
    const own = await findTargets(store, farmId);
    const ownTypes = typesOf(own);
    const leads = all
      .filter(({ index }) => index !== farmId)
      .map((lead) => ({ ...lead, targets: only(lead.targets, ownTypes) }))
      .filter(({ targets }) => typesOf(targets).size > 0);
    const leadTypes = new Set(leads.flatMap(({ targets }) => [...typesOf(targets)]));
    return { my: only(own, leadTypes), myCrops: await growing(store, farmId), leads };
  };
}

/** The lead farms with all of their channels. */
async function listLeads(store: Queries): Promise<LeadTargets['leads']> {
  const leads: LeadTargets['leads'] = [];
  for (const lead of await listLeadFarms(store)) {
    leads.push({ ...lead, crops: await growing(store, lead.index), targets: await findTargets(store, lead.index) });
    // SQLite runs on this thread, so other requests run only between two queries.
    await yieldToOthers();
  }
  return leads;
}

/** The names of the crops that grow on a farm. */
async function growing(store: Queries, farmId: number): Promise<string[]> {
  const crops = await listCropsOf(store, farmId);
  return [...new Set(crops.filter(({ status }) => status === 'growing').map(({ itemsName }) => itemsName))];
}

/** Channels of a lead farm whose type the own farm has, too; empty when the farm is no lead farm. */
export async function listComparable(store: Store, leadFarmId: number, ownFarmId: number): Promise<FoundChannel[]> {
  const isLead = (await listLeadFarms(store)).some(({ index }) => index === leadFarmId);
  if (!isLead || leadFarmId === ownFarmId) return [];
  const ownTypes = new Set((await listChannels(store, ownFarmId)).map(({ type }) => type));
  return (await listChannels(store, leadFarmId)).filter(({ type }) => ownTypes.has(type));
}

function typesOf({ sensors, devices }: TargetList): Set<string> {
  return new Set([...sensors, ...devices].flatMap((group) => group.devices.map(({ type }) => type)));
}

function only({ sensors, devices }: TargetList, types: ReadonlySet<string>): TargetList {
  const among = (groups: TargetList['sensors']) =>
    groups
      .map((group) => ({ ...group, devices: group.devices.filter(({ type }) => types.has(type)) }))
      .filter((group) => group.devices.length > 0);
  return { sensors: among(sensors), devices: among(devices) };
}

import type { LeadTargets } from '#contract/farm/lead-farm.ts';
import type { TargetList } from '#contract/monitor/monitor.ts';
import { listCropsOf } from '../crop/queries.ts';
import type { Queries, Store } from '../db/open.ts';
import { type FoundChannel, findTargets, listChannels } from '../monitor/queries.ts';

type LeadFarm = { index: number; farmName: string; isSimulated: boolean };

/** Farms flagged as lead farms and not deleted, in the order they were made. */
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

/** What of a farm and of the lead farms can be held against each other: types that both sides have. */
export async function findLeadTargets(store: Store, farmId: number): Promise<LeadTargets> {
  const own = await findTargets(store, farmId);
  const ownTypes = typesOf(own);
  const leads: LeadTargets['leads'] = [];
  for (const lead of await listLeadFarms(store)) {
    if (lead.index === farmId) continue;
    const targets = only(await findTargets(store, lead.index), ownTypes);
    if (typesOf(targets).size > 0) leads.push({ ...lead, crops: await growing(store, lead.index), targets });
  }
  const leadTypes = new Set(leads.flatMap(({ targets }) => [...typesOf(targets)]));
  return { my: only(own, leadTypes), myCrops: await growing(store, farmId), leads };
}

/** Names of the crops that grow on a farm. */
async function growing(store: Queries, farmId: number): Promise<string[]> {
  const crops = await listCropsOf(store, farmId);
  return [...new Set(crops.filter(({ status }) => status === 'growing').map(({ itemsName }) => itemsName))];
}

/** Channels of a lead farm that have a counterpart of their type on the own farm; none where it is no lead farm. */
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

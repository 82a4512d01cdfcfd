import type { LeadTargets } from '#contract/farm/lead-farm.ts';
import type { Target } from '#contract/monitor/monitor.ts';
import { byTypeOrder, type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';

type Lead = LeadTargets['leads'][number];

/** One thing of the own farm and its counterpart: what the page shows. */
export type Pair = { own: Target; lead: Target; farm: Lead; isActuator: boolean };

const targetsOf = ({ sensors, devices }: LeadTargets['my']): Target[] =>
  [...sensors, ...devices].flatMap((group) => group.devices);

/** What a farm has of a type, in the order of a screen. */
export function alike(targets: LeadTargets['my'], type: ChannelTypeName): Target[] {
  return targetsOf(targets).filter((target) => target.type === type);
}

/** Types that the own farm shares with a lead farm, in the order of charts. */
export function sharedTypes({ my }: Pick<LeadTargets, 'my'>, farm: Lead): ChannelTypeName[] {
  const theirs = new Set(targetsOf(farm.targets).map(({ type }) => type));
  const types = new Set(targetsOf(my).flatMap(({ type }) => (theirs.has(type) ? [type] : [])));
  return [...types].sort(byTypeOrder);
}

/** What the address asks for, as far as it makes sense; the first house's temperature otherwise. */
export type Wanted = { my?: number | undefined; lead?: number | undefined };

/** The pair to show; null where there is no lead farm or nothing in common. */
export function pairOf(targets: LeadTargets, wanted: Wanted): Pair | null {
  const hasWanted = (farm: Lead) => targetsOf(farm.targets).some(({ index }) => index === wanted.lead);
  const wantedFarm = targets.leads.find(hasWanted);
  const wantedOwn = targetsOf(targets.my).find(({ index }) => index === wanted.my);
  const farms = wantedFarm ? [wantedFarm, ...targets.leads] : targets.leads;
  // Rather another type of the farm that was asked for than another farm, unless the own side says which type.
  const farm = farms.find((one) => {
    const types = sharedTypes(targets, one);
    return wantedOwn ? types.includes(wantedOwn.type) : types.length > 0;
  });
  const type = wantedOwn?.type ?? (farm && sharedTypes(targets, farm)[0]);
  if (!farm || !type) return null;
  const theirs = alike(farm.targets, type);
  const own = wantedOwn ?? alike(targets.my, type)[0];
  const lead = theirs.find(({ index }) => index === wanted.lead) ?? theirs[0];
  return own && lead ? { own, lead, farm, isActuator: isActuator(type) } : null;
}

/** The same houses seen by another type, as far as they have it. */
export function pairOfType(targets: LeadTargets, pair: Pair, type: ChannelTypeName): Required<Wanted> | null {
  const near = (all: readonly Target[], house: string) => all.find(({ areaName }) => areaName === house) ?? all[0];
  const own = near(alike(targets.my, type), pair.own.areaName);
  const lead = near(alike(pair.farm.targets, type), pair.lead.areaName);
  return own && lead ? { my: own.index, lead: lead.index } : null;
}

import type { LeadTargets } from '#contract/farm/lead-farm.ts';
import type { Target } from '#contract/monitor/monitor.ts';
import { byTypeOrder, type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';

type Lead = LeadTargets['leads'][number];

/** A channel of the own farm and its counterpart. */
export type Pair = { own: Target; lead: Target; farm: Lead; isActuator: boolean };

const targetsOf = ({ sensors, devices }: LeadTargets['my']): Target[] =>
  [...sensors, ...devices].flatMap((group) => group.devices);

/** The channels of a type, in display order. */
export function channelsOfType(targets: LeadTargets['my'], type: ChannelTypeName): Target[] {
  return targetsOf(targets).filter((target) => target.type === type);
}

/** Types that the own farm shares with a lead farm, in chart order. */
export function sharedTypes({ my }: Pick<LeadTargets, 'my'>, farm: Lead): ChannelTypeName[] {
  const theirs = new Set(targetsOf(farm.targets).map(({ type }) => type));
  const types = new Set(targetsOf(my).flatMap(({ type }) => (theirs.has(type) ? [type] : [])));
  return [...types].sort(byTypeOrder);
}

/** The choice in the URL; invalid parts fall back to the first house's temperature. */
export type Wanted = { my?: number | undefined; lead?: number | undefined };

/** The pair to show; null without a lead farm or a common type. */
export function pairOf(targets: LeadTargets, wanted: Wanted): Pair | null {
  const hasWanted = (farm: Lead) => targetsOf(farm.targets).some(({ index }) => index === wanted.lead);
  const wantedFarm = targets.leads.find(hasWanted);
  const wantedOwn = targetsOf(targets.my).find(({ index }) => index === wanted.my);
  const farms = wantedFarm ? [wantedFarm, ...targets.leads] : targets.leads;
  // Prefer another type of the requested farm to another farm, unless the own channel determines the type.
  const farm = farms.find((one) => {
    const types = sharedTypes(targets, one);
    return wantedOwn ? types.includes(wantedOwn.type) : types.length > 0;
  });
  const type = wantedOwn?.type ?? (farm && sharedTypes(targets, farm)[0]);
  if (!farm || !type) return null;
  const theirs = channelsOfType(farm.targets, type);
  const own = wantedOwn ?? channelsOfType(targets.my, type)[0];
  const lead = theirs.find(({ index }) => index === wanted.lead) ?? theirs[0];
  return own && lead ? { own, lead, farm, isActuator: isActuator(type) } : null;
}

/** The same houses with another type, if they have it. */
export function pairOfType(targets: LeadTargets, pair: Pair, type: ChannelTypeName): Required<Wanted> | null {
  const near = (all: readonly Target[], house: string) => all.find(({ areaName }) => areaName === house) ?? all[0];
  const own = near(channelsOfType(targets.my, type), pair.own.areaName);
  const lead = near(channelsOfType(pair.farm.targets, type), pair.lead.areaName);
  return own && lead ? { my: own.index, lead: lead.index } : null;
}

import { aheadOfCalendar, cropOfHouse, endOfPeriod, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { Climate, CropToday, NightCold } from '#contract/monitor/climate.ts';
import { lastNight } from '#contract/time/sun.ts';
import { DAY_MS, resolutionFor, stepOf } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { findHeatCalendar, type GrownCrop, listGrownCrops } from '../growth-calendar/queries.ts';
import { findHeat } from '../heat/queries.ts';
import { type FoundChannel, listChannels } from '../monitor/queries.ts';
import { coldOf, type Night } from './night-cold.ts';
import { airTargets } from './targets.ts';

/** What the houses of a farm should be and how last night was; undefined for a farm that is not there. */
export async function findClimate(store: Queries, farmId: number, now: number): Promise<Climate | undefined> {
  const heat = await findHeat(store, farmId);
  if (!heat) return undefined;
  const crops = await listGrownCrops(store, farmId);
  const calendar = await findHeatCalendar(store, farmId);
  const channels = await listChannels(store, farmId);
  const areas = [...new Set(channels.map(({ areaName }) => areaName))];
  const thermometers = channels.filter(({ type }) => type === 'TEMPERATURE');
  const houses: Climate['houses'] = [];
  for (const areaName of new Set(thermometers.map((channel) => channel.areaName))) {
    const targets = airTargets({ settings: heat.settings, calendar, crop: cropOfHouse(crops, areaName, areas) }, now);
    const inside = thermometers.filter((channel) => channel.areaName === areaName);
    houses.push({ areaName, targets, lastNight: await findNight(store, inside, { ...lastNight(now), targets }) });
  }
  return { frostGuardC: heat.settings.frostGuardC, crops: crops.flatMap((crop) => cropToday(crop, now)), houses };
}

/** The night of the coldest of a house's thermometers. */
async function findNight(store: Queries, inside: readonly FoundChannel[], night: Night): Promise<NightCold | null> {
  const { from: begin, to: end } = night;
  const nights: NightCold[] = [];
  for (const channel of inside) {
    const resolution = resolutionFor(end - begin, channel.intervalMs);
    const points = await listPoints(store, { channel, resolution, begin, end });
    const cold = coldOf(points, stepOf(resolution, channel.intervalMs), night);
    if (cold) nights.push(cold);
  }
  return nights.sort((a, b) => a.min.value - b.min.value)[0] ?? null;
}

function cropToday({ house, cropName, budBreak, budBreakOn, periods }: GrownCrop, now: number): CropToday[] {
  const period = periodAt({ budBreak, periods }, budBreakOn, now);
  if (!period) return [];
  const ahead = aheadOfCalendar(budBreak, budBreakOn, now);
  const { season, row, high, watering, wateringInterval } = period;
  return [
    {
      house,
      cropName,
      season,
      row,
      high,
      watering,
      wateringInterval,
      aheadDays: ahead === null ? null : Math.round(ahead / DAY_MS),
      until: endOfPeriod(now + (ahead ?? 0)) - (ahead ?? 0),
    },
  ];
}

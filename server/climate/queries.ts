import { aheadOfCalendar, cropOfHouse, endOfPeriod, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { Climate, CropToday } from '#contract/monitor/climate.ts';
import { lastDay, lastNight, sunTimes } from '#contract/time/sun.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { findHeatCalendar, type GrownCrop, listGrownCrops } from '../growth-calendar/queries.ts';
import { findHeat } from '../heat/queries.ts';
import { listChannels } from '../monitor/queries.ts';
import { reportDay, reportNight } from './air-report.ts';
import { airTargets } from './targets.ts';

/** The target temperatures of a farm's houses with the report of last night and day; undefined for an unknown farm. */
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
    const crop = cropOfHouse(crops, areaName, areas);
    const targets = airTargets({ settings: heat.settings, calendar, crop }, now);
    const period = crop && periodAt(crop, crop.budBreakOn, now);
    const house = {
      channels: channels.filter((channel) => channel.areaName === areaName),
      grown: period && { cropName: crop.cropName, stages: period.stages },
    };
    const night = await reportNight(store, house, { ...lastNight(now), targets });
    houses.push({
      areaName,
      targets,
      lastNight: night && { ...night, sunriseAt: sunTimes(now).sunrise },
      lastDay: await reportDay(store, house, { ...lastDay(now), targets }),
    });
  }
  return { frostGuardC: heat.settings.frostGuardC, crops: crops.flatMap((crop) => cropToday(crop, now)), houses };
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
      daysSinceBudBreak:
        ahead === null || budBreakOn === null ? null : Math.floor((now - startOfSeoulDate(budBreakOn)) / DAY_MS),
      aheadDays: ahead === null ? null : Math.round(ahead / DAY_MS),
      until: endOfPeriod(now + (ahead ?? 0)) - (ahead ?? 0),
    },
  ];
}

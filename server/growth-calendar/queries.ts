import {
  type CalendarPeriod,
  type CropCalendar,
  calendarCollection,
} from '#contract/growth-calendar/growth-calendar.ts';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { HeatCalendar } from '#contract/heat/heat.ts';
import type { Queries } from '../db/open.ts';
import builtIn from './built-in.json' with { type: 'json' };

/** The calendars that come with the product; built-in.json says where every figure is from. */
export const builtInCalendars: readonly CropCalendar[] = calendarCollection.parse(builtIn).crops;

/** The calendar of a crop by what its item code is called; undefined for crops that have none. */
export function calendarOfCrop(itemName: string): CropCalendar | undefined {
  return builtInCalendars.find(({ name }) => name === itemName.trim());
}

/** A crop that grows on a farm with its whole calendar, warmer where its trees were woken by heating. */
export type GrownCrop = Omit<GrowthTarget, 'periods'> & { periods: readonly CalendarPeriod[] };

/** What grows on a farm and has a calendar, in the order in which the crops were noted down. */
export async function listGrownCrops({ db }: Queries, farmId: number): Promise<GrownCrop[]> {
  const crops = await db
    .selectFrom('crop')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .select(['item_code.name as itemName', 'crop.bud_break_on as budBreakOn', 'crop.cultivation', 'crop.house'])
    .where('crop.farm_id', '=', farmId)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .execute();
  return crops.flatMap(({ itemName, budBreakOn, cultivation, house }) => {
    const calendar = calendarOfCrop(itemName);
    if (!calendar) return [];
    const { name: cropName, budBreak } = calendar;
    const isHeated = cultivation === 'heated';
    return {
      house,
      cropName,
      budBreakOn,
      budBreak,
      isHeated,
      periods: isHeated ? keptWarm(calendar) : calendar.periods,
    };
  });
}

/** The same as far as temperatures go. */
export async function listGrowthTargets(store: Queries, farmId: number): Promise<GrowthTarget[]> {
  const crops = await listGrownCrops(store, farmId);
  return crops.map(({ periods, ...crop }) => ({
    ...crop,
    periods: periods.map(({ season, row, high }) => ({ season, row, high })),
  }));
}

/** The calendar that a farm's heating can follow: of the first crop growing there that has one; null without. */
export async function findHeatCalendar(store: Queries, farmId: number): Promise<HeatCalendar | null> {
  const [first] = await listGrowthTargets(store, farmId);
  if (!first) return null;
  const { house: _, periods, ...rest } = first;
  return { ...rest, periods: periods.map(({ season, row }) => ({ season, row })) };
}

/** The calendars are made for houses without heating; trees that were woken by it need warmer nights at first. */
function keptWarm({ periods, heated }: CropCalendar): CalendarPeriod[] {
  return periods.map((period) => {
    if (period.daysSinceGermination > heated.untilDay) return period;
    const row = typeof period.row === 'number' ? Math.max(period.row, heated.row) : heated.row;
    return { ...period, row };
  });
}

import { type CalendarPeriod, type CropCalendar, calendarCollection } from '#contract/growth-calendar.ts';
import type { HeatCalendar } from '#contract/heat.ts';
import type { Queries } from '../db/open.ts';
import builtIn from './built-in.json' with { type: 'json' };

/** The calendars that come with the product; built-in.json says where every figure is from. */
export const builtInCalendars: readonly CropCalendar[] = calendarCollection.parse(builtIn).crops;

/** The calendar of a crop by what its item code is called; undefined for crops that have none. */
export function calendarOfCrop(itemName: string): CropCalendar | undefined {
  return builtInCalendars.find(({ name }) => name === itemName.trim());
}

/** The calendar that a farm's heating can follow: of the first crop growing there that has one; null without. */
export async function findHeatCalendar({ db }: Queries, farmId: number): Promise<HeatCalendar | null> {
  const crops = await db
    .selectFrom('crop')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .select(['item_code.name as itemName', 'crop.bud_break_on as budBreakOn', 'crop.cultivation'])
    .where('crop.farm_id', '=', farmId)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .execute();
  for (const { itemName, budBreakOn, cultivation } of crops) {
    const calendar = calendarOfCrop(itemName);
    if (!calendar) continue;
    const { name: cropName, budBreak } = calendar;
    const isHeated = cultivation === 'heated';
    const periods = isHeated ? keptWarm(calendar) : calendar.periods;
    return { cropName, budBreakOn, budBreak, isHeated, periods: periods.map(({ season, row }) => ({ season, row })) };
  }
  return null;
}

/** The calendars are made for houses without heating; trees that were woken by it need warmer nights at first. */
function keptWarm({ periods, heated }: CropCalendar): CalendarPeriod[] {
  return periods.map((period) => {
    if (period.daysSinceGermination > heated.untilDay) return period;
    const row = typeof period.row === 'number' ? Math.max(period.row, heated.row) : heated.row;
    return { ...period, row };
  });
}

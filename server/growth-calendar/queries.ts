import { type ResolvedPeriod, resolvePeriods } from '#contract/growth-calendar/calendar-edit.ts';
import { calendarWarningWords } from '#contract/growth-calendar/calendar-warnings-text.ts';
import { type CropCalendar, calendarCollection } from '#contract/growth-calendar/growth-calendar.ts';
import type { FarmCalendars, ItemCalendar } from '#contract/growth-calendar/growth-calendar-calls.ts';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { HeatCalendar } from '#contract/heat/heat.ts';
import type { Queries } from '../db/open.ts';
import builtIn from './built-in.json' with { type: 'json' };
import { ALL_FARMS, findEdits } from './edits.ts';

const collection = calendarCollection.parse(builtIn);

/** The calendars of the product; built-in.json names the source of every figure. */
export const builtInCalendars: readonly CropCalendar[] = collection.crops;

/** The calendar of a crop by the name of its item code; undefined for crops without one. */
export function calendarOfCrop(itemName: string): CropCalendar | undefined {
  return builtInCalendars.find(({ name }) => name === itemName.trim());
}

/** Sources of the warnings about targets; they apply to every crop. */
const warningSources = Object.values(calendarWarningWords).map(({ source }) => source);

/** The sources of some calendars and of the warnings about them. */
function provenanceOf(calendars: readonly CropCalendar[]) {
  const named = new Set([...calendars.flatMap(({ sources }) => sources), ...warningSources]);
  const sources = Object.entries(collection.sources)
    .filter(([id]) => named.has(id))
    .map(([id, source]) => ({ id, ...source }));
  return { about: collection.about, collectedOn: collection.collectedOn, sources };
}

/** A crop of a farm, with the calendar as edited for that farm; null without one. */
export type FarmCrop = FarmCalendars['crops'][number];

type CropRow = Omit<FarmCrop, 'isHeated' | 'calendar'> & { cultivation: string };

const cropsWith = ({ db }: Queries) =>
  db
    .selectFrom('crop')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .select(['crop.crop_id as cropId', 'crop.item_code as itemCode', 'item_code.name as itemsName'])
    .select(['crop.variety', 'crop.house', 'crop.bud_break_on as budBreakOn', 'crop.cultivation'])
    .where('crop.deleted_at', 'is', null);

/** The growing crops of a farm, in the order of creation. */
export async function listFarmCrops(store: Queries, farmId: number): Promise<FarmCrop[]> {
  const crops = await cropsWith(store)
    .where('crop.farm_id', '=', farmId)
    .where('crop.status', '=', 'growing')
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .execute();
  return withCalendars(store, farmId, crops);
}

/** One crop of a farm, growing or not; undefined when the farm has no such crop. */
export async function findFarmCrop(store: Queries, farmId: number, cropId: string): Promise<FarmCrop | undefined> {
  const crops = await cropsWith(store).where('crop.farm_id', '=', farmId).where('crop.crop_id', '=', cropId).execute();
  return (await withCalendars(store, farmId, crops))[0];
}

async function withCalendars(store: Queries, farmId: number, crops: readonly CropRow[]): Promise<FarmCrop[]> {
  if (crops.length === 0) return [];
  const common = await findEdits(store, ALL_FARMS);
  const own = await findEdits(store, farmId);
  return crops.map(({ cultivation, ...crop }) => {
    const isHeated = cultivation === 'heated';
    const calendar = calendarOfCrop(crop.itemsName);
    const edits = {
      administrator: common.get(crop.itemCode) ?? new Map(),
      farm: own.get(crop.cropId) ?? new Map(),
      isHeated,
    };
    return { ...crop, isHeated, calendar: calendar ? factsOf(calendar, resolvePeriods(calendar, edits)) : null };
  });
}

function factsOf({ cultivation, budBreak, fullBloom, harvest }: CropCalendar, periods: ResolvedPeriod[]) {
  return { cultivation, budBreak, fullBloom, harvest, periods };
}

/** The growing crops of a farm with their calendars and the sources of these. */
export async function findFarmCalendars(store: Queries, farmId: number): Promise<FarmCalendars> {
  const crops = await listFarmCrops(store, farmId);
  const calendars = crops.flatMap(({ itemsName }) => calendarOfCrop(itemsName) ?? []);
  return { ...provenanceOf(calendars), crops };
}

/** The calendar of an item code as edited for all farms; undefined for codes without one. */
export async function findItemCalendar(store: Queries, itemCode: string): Promise<ItemCalendar | undefined> {
  const item = await store.db.selectFrom('item_code').select('name').where('code', '=', itemCode).executeTakeFirst();
  const calendar = item && calendarOfCrop(item.name);
  if (!calendar) return undefined;
  const administrator = (await findEdits(store, ALL_FARMS)).get(itemCode) ?? new Map();
  const periods = resolvePeriods(calendar, { administrator, farm: new Map(), isHeated: false });
  return { ...provenanceOf([calendar]), ...factsOf(calendar, periods), itemCode, itemsName: item.name };
}

/** A growing crop of a farm with its whole calendar, as edited for that farm. */
export type GrownCrop = Omit<GrowthTarget, 'periods'> & { periods: readonly ResolvedPeriod[] };

/** The growing crops of a farm that have a calendar, in the order of creation. */
export async function listGrownCrops(store: Queries, farmId: number): Promise<GrownCrop[]> {
  const crops = await listFarmCrops(store, farmId);
  return crops.flatMap(({ house, itemsName, budBreakOn, isHeated, calendar }) =>
    calendar
      ? {
          house,
          cropName: itemsName,
          budBreakOn,
          budBreak: calendar.budBreak,
          isHeated,
          periods: calendar.periods,
        }
      : [],
  );
}

/** The same with the temperatures of the calendar only. */
export async function listGrowthTargets(store: Queries, farmId: number): Promise<GrowthTarget[]> {
  const crops = await listGrownCrops(store, farmId);
  return crops.map(({ periods, ...crop }) => ({
    ...crop,
    periods: periods.map(({ season, row, high }) => ({ season, row, high })),
  }));
}

/** The calendar that the heating of a farm can follow: the first growing crop's that has one; else null. */
export async function findHeatCalendar(store: Queries, farmId: number): Promise<HeatCalendar | null> {
  const [first] = await listGrowthTargets(store, farmId);
  if (!first) return null;
  const { house: _, periods, ...rest } = first;
  return { ...rest, periods: periods.map(({ season, row }) => ({ season, row })) };
}

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

/** The calendars that come with the product; built-in.json says where every figure is from. */
export const builtInCalendars: readonly CropCalendar[] = collection.crops;

/** The calendar of a crop by what its item code is called; undefined for crops that have none. */
export function calendarOfCrop(itemName: string): CropCalendar | undefined {
  return builtInCalendars.find(({ name }) => name === itemName.trim());
}

/** Sources of what is said against targets, whatever grows. */
const warningSources = Object.values(calendarWarningWords).map(({ source }) => source);

/** Whence the figures of some calendars and the warnings about them are. */
function provenanceOf(calendars: readonly CropCalendar[]) {
  const named = new Set([...calendars.flatMap(({ sources }) => sources), ...warningSources]);
  const sources = Object.entries(collection.sources)
    .filter(([id]) => named.has(id))
    .map(([id, source]) => ({ id, ...source }));
  return { about: collection.about, collectedOn: collection.collectedOn, sources };
}

/** Of a farm's crop: what it is, and the calendar that counts for it there. */
export type FarmCrop = FarmCalendars['crops'][number];

type CropRow = Omit<FarmCrop, 'isHeated' | 'calendar'> & { cultivation: string };

const cropsWith = ({ db }: Queries) =>
  db
    .selectFrom('crop')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .select(['crop.crop_id as cropId', 'crop.item_code as itemCode', 'item_code.name as itemsName'])
    .select(['crop.variety', 'crop.house', 'crop.bud_break_on as budBreakOn', 'crop.cultivation'])
    .where('crop.deleted_at', 'is', null);

/** What grows on a farm, in the order in which the crops were noted down. */
export async function listFarmCrops(store: Queries, farmId: number): Promise<FarmCrop[]> {
  const crops = await cropsWith(store)
    .where('crop.farm_id', '=', farmId)
    .where('crop.status', '=', 'growing')
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .execute();
  return withCalendars(store, farmId, crops);
}

/** One crop of a farm, growing or not; undefined where it is none of the farm's. */
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

/** What grows on a farm with its calendars, and whence these are. */
export async function findFarmCalendars(store: Queries, farmId: number): Promise<FarmCalendars> {
  const crops = await listFarmCrops(store, farmId);
  const calendars = crops.flatMap(({ itemsName }) => calendarOfCrop(itemsName) ?? []);
  return { ...provenanceOf(calendars), crops };
}

/** The calendar of an item code as it counts for all farms; undefined for codes without one. */
export async function findItemCalendar(store: Queries, itemCode: string): Promise<ItemCalendar | undefined> {
  const item = await store.db.selectFrom('item_code').select('name').where('code', '=', itemCode).executeTakeFirst();
  const calendar = item && calendarOfCrop(item.name);
  if (!calendar) return undefined;
  const administrator = (await findEdits(store, ALL_FARMS)).get(itemCode) ?? new Map();
  const periods = resolvePeriods(calendar, { administrator, farm: new Map(), isHeated: false });
  return { ...provenanceOf([calendar]), ...factsOf(calendar, periods), itemCode, itemsName: item.name };
}

/** A crop that grows on a farm with its whole calendar, as it counts there. */
export type GrownCrop = Omit<GrowthTarget, 'periods'> & { periods: readonly ResolvedPeriod[] };

/** What grows on a farm and has a calendar, in the order in which the crops were noted down. */
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

import { type CropGrowth, MIN_FARMS, STRETCH_DAYS } from '#contract/growing/growing-season.ts';
import { type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { seoulDate } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';
import { calendarOfCrop } from '../growth-calendar/queries.ts';
import { groupedBy } from '../kernel/grouped-by.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { ofEachQuantity, summarise } from './daily.ts';
import { figureColumns } from './queries.ts';
import { dayOfSeason, seasonOfCrop } from './season-days.ts';

/** Farms whose observations one query reads; it takes a few milliseconds. */
const FARMS_AT_ONCE = 20;

/** Means are summed as integer millionths, so that subtracting the own farm leaves no rounding error. */
const MICRO = 1_000_000;

type Sum = { farms: number; micro: number };
/** By quantity, then by the first day of the interval since bud break. */
type Sums = Record<QuantityName, Map<number, Sum>>;

/** The mean of the means of other farms with the same crop; empty where too few farms measured. */
export type FindOthers = (
  asked: { farmId: number; itemCode: string; measured: readonly QuantityName[] },
  now: number,
) => Promise<CropGrowth['others']>;

/** The sums of all farms are cached for a day, and until farms, crops or observations change. */
export function createOthers(store: Store): FindOthers {
  const remembered = writeInvalidatedCache<Sums>(store, ['farms', 'catalogue']);
  return async ({ farmId, itemCode, measured }, now) => {
    const all = await remembered(`${seoulDate(now)} ${itemCode}`, () => sumsOf(store, { itemCode, now }));
    const own = await sumsOf(store, { itemCode, now, farmId });
    return ofEachQuantity((name) => (measured.includes(name) ? meansWithout(all[name], own[name]) : []));
  };
}

function meansWithout(all: Sums[QuantityName], own: Sums[QuantityName]): CropGrowth['others'][QuantityName] {
  return [...all]
    .map(([fromDay, { farms, micro }]) => {
      const mine = own.get(fromDay) ?? { farms: 0, micro: 0 };
      return { fromDay, farms: farms - mine.farms, micro: micro - mine.micro };
    })
    .filter(({ farms }) => farms >= MIN_FARMS)
    .map(({ fromDay, farms, micro }) => ({ fromDay, mean: micro / farms / MICRO, farms }))
    .sort((one, other) => one.fromDay - other.fromDay);
}

/** Sums over the farms on which a crop grows, or over one of them with `farmId`. */
async function sumsOf(store: Queries, asked: { itemCode: string; now: number; farmId?: number }): Promise<Sums> {
  const sums: Sums = ofEachQuantity(() => new Map());
  const crops = await listCrops(store, asked);
  const farms = [...groupedBy(crops, ({ farmId }) => farmId)].map(([farmId, [first]]) => ({
    farmId,
    ...seasonOfCrop(calendarOfCrop(first.itemsName), first.budBreakOn, asked.now),
  }));
  for (let at = 0; at < farms.length; at += FARMS_AT_ONCE) {
    const some = farms.slice(at, at + FARMS_AT_ONCE);
    const rows = groupedBy(await listMeasured(store, asked.itemCode, some), ({ farmId }) => farmId);
    for (const { farmId, beganOn, begin, end } of some) {
      const ofSeason = (rows.get(farmId) ?? []).filter((row) => row.at >= begin && row.at < end);
      addFarm(sums, beganOn, summarise(ofSeason).days);
    }
    // SQLite runs on this thread, so other requests run only between two queries.
    await yieldToOthers();
  }
  return sums;
}

/** A farm counts once per interval, however often it measured. */
function addFarm(sums: Sums, beganOn: string, days: ReturnType<typeof summarise>['days']): void {
  for (const name of quantityNames) {
    const stretches = groupedBy(
      days[name],
      ({ on }) => Math.floor(dayOfSeason(beganOn, on) / STRETCH_DAYS) * STRETCH_DAYS,
    );
    for (const [fromDay, days] of stretches) {
      const mean = days.reduce((sum, day) => sum + day.mean, 0) / days.length;
      const known = sums[name].get(fromDay) ?? { farms: 0, micro: 0 };
      sums[name].set(fromDay, { farms: known.farms + 1, micro: known.micro + Math.round(mean * MICRO) });
    }
  }
}

/** Farms on which a crop grows; several crops of a farm in the order of their creation. */
async function listCrops({ db }: Queries, { itemCode, farmId }: { itemCode: string; farmId?: number }) {
  const crops = db
    .selectFrom('crop')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .select(['crop.farm_id as farmId', 'crop.bud_break_on as budBreakOn', 'item_code.name as itemsName'])
    .where('crop.item_code', '=', itemCode)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .orderBy('crop.farm_id')
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id');
  return (farmId === undefined ? crops : crops.where('crop.farm_id', '=', farmId)).execute();
}

/** Observations of one kind of crop on some farms since the earliest of their seasons began, sorted by time. */
async function listMeasured(
  { db }: Queries,
  itemCode: string,
  farms: readonly { farmId: number; begin: number; end: number }[],
) {
  return db
    .selectFrom('observation')
    .innerJoin('crop', (join) =>
      join.onRef('crop.farm_id', '=', 'observation.farm_id').onRef('crop.crop_id', '=', 'observation.crop_id'),
    )
    .select(figureColumns)
    .select(['observation.farm_id as farmId', 'observation.observation_id as id'])
    .select(['observation.tree', 'observation.observed_at as at'])
    .where(
      'observation.farm_id',
      'in',
      farms.map(({ farmId }) => farmId),
    )
    .where('crop.item_code', '=', itemCode)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .where('observation.deleted_at', 'is', null)
    .where('observation.observed_at', '>=', Math.min(...farms.map(({ begin }) => begin)))
    .where('observation.observed_at', '<', Math.max(...farms.map(({ end }) => end)))
    .orderBy('observation.observed_at')
    .orderBy('observation.observation_id')
    .execute();
}

import {
  type CropGrowth,
  FEWEST_FARMS,
  type GrowthCurve,
  type OwnGrowthCurve,
  STRETCH_DAYS,
} from '#contract/growing/growing-season.ts';
import { type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { seasonBeganOn } from '#contract/growth-calendar/growth-calendar.ts';
import { addSeoulDays, DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { type FarmCrop, findFarmCrop, listFarmCrops } from '../growth-calendar/queries.ts';
import { groupedBy } from '../kernel/grouped-by.ts';
import { listLeadFarms } from '../lead-farm/queries.ts';
import { ofEachQuantity, summarise } from './daily.ts';
import { figureColumns } from './queries.ts';

/** Days of a season: it ends when the buds of the next one break. */
const SEASON_DAYS = 365;

/** Without a calendar and a noted bud break seasons are counted by the year. */
const NEW_YEAR = '01-01';

const began = ({ calendar, budBreakOn }: FarmCrop, at: number) =>
  seasonBeganOn(calendar?.budBreak ?? NEW_YEAR, budBreakOn, at);

/** What was measured on a crop this season, and beside what; undefined for a crop that is none of the farm's. */
export async function findCropGrowth(
  store: Queries,
  { farmId, cropId }: { farmId: number; cropId: string },
  now: number,
): Promise<CropGrowth | undefined> {
  const crop = await findFarmCrop(store, farmId, cropId);
  if (!crop) return undefined;
  const { beganOn, isBudBreakNoted } = began(crop, now);
  const own = await seasonOf(store, { farmId, cropIds: [cropId] }, beganOn);
  const lastYear = await seasonOf(store, { farmId, cropIds: [cropId] }, addSeoulDays(beganOn, -SEASON_DAYS));
  const measured = quantityNames.filter((name) => isMeasured(own, name) || isMeasured(lastYear, name));
  return {
    cropId,
    itemsName: crop.itemsName,
    house: crop.house,
    isBudBreakNoted,
    own,
    lastYear: quantityNames.some((name) => isMeasured(lastYear, name)) ? lastYear : null,
    leadFarm: await leadFarmOf(store, { farmId, itemCode: crop.itemCode, measured }, now),
    others: await othersOf(store, { farmId, itemCode: crop.itemCode, measured }, now),
  };
}

const isMeasured = ({ days, outliers }: OwnGrowthCurve, name: QuantityName) =>
  days[name].length > 0 || outliers[name].length > 0;

/** What was measured in the season that began on a day. */
async function seasonOf(
  { db }: Queries,
  { farmId, cropIds }: { farmId: number; cropIds: readonly string[] },
  beganOn: string,
): Promise<OwnGrowthCurve> {
  const from = startOfSeoulDate(beganOn);
  const rows =
    cropIds.length === 0
      ? []
      : await db
          .selectFrom('observation')
          .select(figureColumns)
          .select(['observation_id as id', 'tree', 'observed_at as at'])
          .where('farm_id', '=', farmId)
          .where('crop_id', 'in', cropIds)
          .where('observed_at', '>=', from)
          .where('observed_at', '<', from + SEASON_DAYS * DAY_MS)
          .where('deleted_at', 'is', null)
          .orderBy('observed_at')
          .orderBy('observation_id')
          .execute();
  return { beganOn, ...summarise(rows) };
}

type Compared = { farmId: number; itemCode: string; measured: readonly QuantityName[] };

/** A lead farm to be held against, one with the same crop first; of it only what is measured on the own farm, too. */
async function leadFarmOf(
  store: Queries,
  { farmId, itemCode, measured }: Compared,
  now: number,
): Promise<CropGrowth['leadFarm']> {
  const found: { index: number; farmName: string; crops: FarmCrop[] }[] = [];
  for (const { index, farmName } of await listLeadFarms(store)) {
    const crops = index === farmId ? [] : await listFarmCrops(store, index);
    if (crops.length > 0) found.push({ index, farmName, crops });
  }
  const isSame = (crop: FarmCrop) => crop.itemCode === itemCode;
  const lead = found.find(({ crops }) => crops.some(isSame)) ?? found[0];
  const crop = lead?.crops.find(isSame) ?? lead?.crops[0];
  if (!lead || !crop) return null;
  const ids = lead.crops.filter((one) => one.itemCode === crop.itemCode).map(({ cropId }) => cropId);
  const { beganOn, days } = await seasonOf(store, { farmId: lead.index, cropIds: ids }, began(crop, now).beganOn);
  const shown: GrowthCurve['days'] = ofEachQuantity((name) => (measured.includes(name) ? days[name] : []));
  return { beganOn, days: shown, farmName: lead.farmName, cropName: crop.itemsName };
}

/** The mean of the means of other farms with the same crop, where enough of them measured. */
async function othersOf(
  store: Queries,
  { farmId, itemCode, measured }: Compared,
  now: number,
): Promise<CropGrowth['others']> {
  const rows = await store.db
    .selectFrom('crop')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .select('crop.farm_id as farmId')
    .distinct()
    .where('crop.item_code', '=', itemCode)
    .where('crop.farm_id', '!=', farmId)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .orderBy('crop.farm_id')
    .execute();
  const curves: GrowthCurve[] = [];
  for (const other of rows.length < FEWEST_FARMS ? [] : rows) {
    const crops = (await listFarmCrops(store, other.farmId)).filter((crop) => crop.itemCode === itemCode);
    const [first] = crops;
    if (!first) continue;
    const cropIds = crops.map(({ cropId }) => cropId);
    curves.push(await seasonOf(store, { farmId: other.farmId, cropIds }, began(first, now).beganOn));
  }
  return ofEachQuantity((name) => (measured.includes(name) ? meanOfFarms(curves, name) : []));
}

/** Each farm counts once in a stretch, however often it measured there. */
function meanOfFarms(curves: readonly GrowthCurve[], name: QuantityName): CropGrowth['others'][QuantityName] {
  const farmsIn = new Map<number, number[]>();
  for (const { beganOn, days } of curves) {
    const byStretch = groupedBy(days[name], ({ on }) => {
      const day = (startOfSeoulDate(on) - startOfSeoulDate(beganOn)) / DAY_MS;
      return Math.floor(day / STRETCH_DAYS) * STRETCH_DAYS;
    });
    for (const [fromDay, told] of byStretch) {
      const mean = told.reduce((sum, day) => sum + day.mean, 0) / told.length;
      farmsIn.set(fromDay, [...(farmsIn.get(fromDay) ?? []), mean]);
    }
  }
  return [...farmsIn]
    .filter(([, means]) => means.length >= FEWEST_FARMS)
    .map(([fromDay, means]) => ({
      fromDay,
      mean: means.reduce((sum, mean) => sum + mean, 0) / means.length,
      farms: means.length,
    }))
    .sort((one, other) => one.fromDay - other.fromDay);
}

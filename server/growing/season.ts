import type { CropGrowth, GrowthCurve, OwnGrowthCurve } from '#contract/growing/growing-season.ts';
import { type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { SEASON_DAYS } from '#contract/growth-calendar/growth-calendar.ts';
import { addSeoulDays } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { type FarmCrop, findFarmCrop } from '../growth-calendar/queries.ts';
import { findLeadWithCrops } from '../lead-farm/queries.ts';
import { ofEachQuantity, summarise } from './daily.ts';
import type { FindOthers } from './others.ts';
import { figureColumns } from './queries.ts';
import { seasonOfCrop, spanOfSeason } from './season-days.ts';

const began = ({ calendar, budBreakOn }: FarmCrop, at: number) => seasonOfCrop(calendar, budBreakOn, at);

/** What was measured on a crop this season, with its comparisons; undefined when the farm has no such crop. */
export async function findCropGrowth(
  store: Queries,
  { farmId, cropId }: { farmId: number; cropId: string },
  { now, findOthers }: { now: number; findOthers: FindOthers },
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
    others: await findOthers({ farmId, itemCode: crop.itemCode, measured }, now),
  };
}

const isMeasured = ({ days, outliers }: OwnGrowthCurve, name: QuantityName) =>
  days[name].length > 0 || outliers[name].length > 0;

/** The observations of the season that began on a day. */
async function seasonOf(
  { db }: Queries,
  { farmId, cropIds }: { farmId: number; cropIds: readonly string[] },
  beganOn: string,
): Promise<OwnGrowthCurve> {
  const { begin, end } = spanOfSeason(beganOn);
  const rows =
    cropIds.length === 0
      ? []
      : await db
          .selectFrom('observation')
          .select(figureColumns)
          .select(['observation_id as id', 'tree', 'observed_at as at'])
          .where('farm_id', '=', farmId)
          .where('crop_id', 'in', cropIds)
          .where('observed_at', '>=', begin)
          .where('observed_at', '<', end)
          .where('deleted_at', 'is', null)
          .orderBy('observed_at')
          .orderBy('observation_id')
          .execute();
  return { beganOn, ...summarise(rows) };
}

type Compared = { farmId: number; itemCode: string; measured: readonly QuantityName[] };

/** The lead farm to compare with: one with the same crop first. Only quantities that the own farm measured, too. */
async function leadFarmOf(
  store: Queries,
  { farmId, itemCode, measured }: Compared,
  now: number,
): Promise<CropGrowth['leadFarm']> {
  const isSame = (crop: FarmCrop) => crop.itemCode === itemCode;
  const lead = await findLeadWithCrops(store, { farmId, itemCode });
  const crop = lead?.crops.find(isSame) ?? lead?.crops[0];
  if (!lead || !crop) return null;
  const ids = lead.crops.filter((one) => one.itemCode === crop.itemCode).map(({ cropId }) => cropId);
  const { beganOn, days } = await seasonOf(store, { farmId: lead.index, cropIds: ids }, began(crop, now).beganOn);
  const shown: GrowthCurve['days'] = ofEachQuantity((name) => (measured.includes(name) ? days[name] : []));
  return { beganOn, days: shown, farmName: lead.farmName, cropName: crop.itemsName };
}

import { cropOfHouse, highestC, lowestC, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { HOT_C, type HouseOutlook, type Outlook } from '#contract/weather/outlook.ts';
import type { Queries } from '../../db/open.ts';
import { listGrownCrops } from '../../growth-calendar/queries.ts';
import { findHeat } from '../../heat/queries.ts';
import { listChannels } from '../../monitor/queries.ts';
import type { WeatherPlaces } from '../places.ts';
import { findMeasured, listHouses, STATION_PLACE } from './outlook-places.ts';
import { rowsOf } from './past.ts';
import { datesAt, type OutlookKind, stretchOf } from './stretch.ts';

/** The latest outlook of tonight's minimum and tomorrow's maximum for each house of a farm. */
export async function findOutlook(store: Queries, places: WeatherPlaces, now: number): Promise<Outlook> {
  const { farmId, forecast } = places;
  const dates = datesAt(now);
  const isSimulated = forecast?.isSimulated ?? false;
  const rows = forecast ? await listTold(store, { farmId, isSimulated }, dates) : [];
  const outlookRow = (place: string, kind: OutlookKind) => rows.find((row) => row.place === place && row.kind === kind);
  const limits = await findLimits(store, farmId, dates.night);
  const houses: HouseOutlook[] = [];
  for (const house of await listHouses(store, farmId)) {
    const ofKind = (kind: OutlookKind) => {
      const row = outlookRow(house.place, kind);
      if (!row) return null;
      const { expected_c, error_c, past_count: pastCount } = row;
      return { expectedC: rounded(expected_c), errorC: rounded(error_c), pastCount, limitC: limits(house.place, kind) };
    };
    houses.push({
      areaName: house.place,
      night: ofKind('night'),
      day: ofKind('day'),
      measuredC:
        stretchOf('night', dates.night).from <= now
          ? rounded(await findMeasured(store, house.thermometers, 'night', dates.night))
          : null,
      heatC: outlookRow(house.place, 'night')?.heat_c ?? null,
    });
  }
  const outside = (kind: OutlookKind) => {
    const forecastC = rows.find((row) => row.kind === kind)?.forecast_c;
    if (forecastC === undefined) return null;
    return { forecastC, correctedC: rounded(outlookRow(STATION_PLACE, kind)?.expected_c ?? null) };
  };
  const issuedAt = rows.find(({ kind }) => kind === 'night')?.issued_at;
  return {
    nightOn: dates.night,
    night: outside('night'),
    day: outside('day'),
    houses,
    issuedAt: issuedAt === undefined ? null : new Date(issuedAt).toISOString(),
    isSimulated,
    isPlaced: forecast !== null,
  };
}

function listTold(store: Queries, of: Parameters<typeof rowsOf>[1], { night, day }: ReturnType<typeof datesAt>) {
  return rowsOf(store, of)
    .selectAll()
    .where((eb) =>
      eb.or([eb('kind', '=', 'night').and('on_date', '=', night), eb('kind', '=', 'day').and('on_date', '=', day)]),
    )
    .execute();
}

/** Rounds to one decimal, as thermometers show. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(1)));

/**
 * The limits of each house, ℃: a minimum at night and a maximum by day. They come from the growth calendar of its crop;
 * without a target there, the grower's frost guard and HOT_C apply.
 */
async function findLimits(store: Queries, farmId: number, nightOn: string) {
  const crops = await listGrownCrops(store, farmId);
  const heat = await findHeat(store, farmId);
  const areas = (await listChannels(store, farmId)).map(({ areaName }) => areaName);
  const midnight = startOfSeoulDate(nightOn) + DAY_MS;
  return (place: string, kind: OutlookKind): number => {
    const crop = cropOfHouse(crops, place, areas);
    const period = crop && periodAt(crop, crop.budBreakOn, midnight);
    if (kind === 'day') return (period && highestC(period.high)) ?? HOT_C;
    return (period && lowestC(period.row)) ?? heat?.settings.frostGuardC ?? defaultHeatSettings.frostGuardC;
  };
}

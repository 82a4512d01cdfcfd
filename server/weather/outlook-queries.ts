import { cropOfHouse, lowestC, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { addSeoulDays, DAY_MS, HOUR_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import type { HouseOutlook, Outlook } from '#contract/weather/outlook.ts';
import { findExtremes } from '../db/bucket-extremes.ts';
import type { Queries } from '../db/open.ts';
import { listGrownCrops } from '../growth-calendar/queries.ts';
import { listChannels } from '../monitor/queries.ts';
import { mergeHours } from './forecast-day.ts';
import { findForecast, listIssuedHours } from './forecast-queries.ts';
import { expectedMin, LEAST_NIGHTS, MOST_NIGHTS, type PastNight } from './outlook.ts';
import { forecastNight, nightOf } from './outlook-night.ts';
import type { WeatherPlaces } from './places.ts';

/** A place whose nights are followed: a house by its name, or the public station. */
export type NightPlace = { place: string; farmId: number; thermometers: readonly number[] };

/** The station's name among the houses of its farm. */
const STATION_PLACE = '';

/** The night that is ahead or under way: from eight in the morning on the one that comes. */
export const nightAt = (now: number): string => seoulDate(now - 8 * HOUR_MS);

/** Where the nights of a farm are followed. */
export async function listNightPlaces(store: Queries, { farmId, publicStation }: WeatherPlaces): Promise<NightPlace[]> {
  const places: NightPlace[] = [];
  const thermometers = (await listChannels(store, farmId)).filter(({ type }) => type === 'TEMPERATURE');
  for (const place of new Set(thermometers.map(({ areaName }) => areaName))) {
    const inside = thermometers.filter(({ areaName }) => areaName === place);
    places.push({ place, farmId, thermometers: inside.map(({ index }) => index) });
  }
  const outside = publicStation ? await listChannels(store, publicStation.number) : [];
  const own = outside.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index);
  if (publicStation && own.length > 0) {
    places.push({ place: STATION_PLACE, farmId: publicStation.number, thermometers: own });
  }
  return places;
}

/** The lowest of a place's thermometers in a night; null without a reading. */
export async function findActualMin(
  store: Queries,
  { farmId, thermometers }: NightPlace,
  nightOn: string,
): Promise<number | null> {
  const { from, to } = nightOf(nightOn);
  const found = await findExtremes(store, farmId, thermometers, { from, to: to - 1, isAnyCalibrated: true });
  const minima = [...found.values()].map(({ min }) => min.value);
  return minima.length === 0 ? null : Math.min(...minima);
}

type KeptNight = PastNight & { expectedMinC: number | null };

/** What was said of the last nights at the places of a farm, and what came of it. */
export async function listPastNights(
  { db }: Queries,
  { farmId, isSimulated }: { farmId: number; isSimulated: boolean },
  nightOn: string,
): Promise<ReadonlyMap<string, KeptNight[]>> {
  const rows = await db
    .selectFrom('night_outlook')
    .selectAll()
    .where('farm_id', '=', farmId)
    .where('is_simulated', '=', isSimulated ? 1 : 0)
    .where('night_on', '<', nightOn)
    .where('night_on', '>=', addSeoulDays(nightOn, -MOST_NIGHTS))
    .where('actual_min', 'is not', null)
    .execute();
  const nights = new Map<string, KeptNight[]>();
  for (const row of rows) {
    if (row.actual_min === null) continue;
    const nightsAgo = Math.round((startOfSeoulDate(nightOn) - startOfSeoulDate(row.night_on)) / DAY_MS);
    const night = {
      forecastMinC: row.forecast_min,
      windMps: row.wind_mps,
      sky: row.sky,
      actualMinC: row.actual_min,
      expectedMinC: row.expected_min,
      nightsAgo,
    };
    nights.set(row.place, [...(nights.get(row.place) ?? []), night]);
  }
  return nights;
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(1)));

/** Tonight's minimum in each house of a farm. */
export async function findOutlook(store: Queries, places: WeatherPlaces, now: number): Promise<Outlook> {
  const { farmId, forecast } = places;
  const nightOn = nightAt(now);
  const tomorrow = addSeoulDays(nightOn, 1);
  const { hours, issuedAt, source } = await findForecast(store, places, tomorrow);
  const night = forecast ? await findForecastNight(store, forecast, nightOn) : null;
  const past = await listPastNights(store, { farmId, isSimulated: forecast?.isSimulated ?? false }, nightOn);
  const expect = (place: string) => (night ? expectedMin(night, past.get(place) ?? []) : null);
  const limits = await findLimits(store, farmId, now);
  const houses: HouseOutlook[] = [];
  for (const { place } of await listNightPlaces(store, { ...places, publicStation: null })) {
    const nights = past.get(place) ?? [];
    const expectedMinC = rounded(expect(place));
    const limitC = limits(place);
    const isTooCold = expectedMinC !== null && limitC !== null && expectedMinC < limitC;
    houses.push({
      areaName: place,
      expectedMinC,
      meanErrorC: rounded(meanErrorOf(nights)),
      nights: nights.length,
      limitC,
      // A heater starts when the air has come down to its target, and the air falls on a little before it warms.
      neededTargetC: isTooCold ? Math.ceil(limitC * 2) / 2 + 0.5 : null,
    });
  }
  const temperatures = hours.flatMap(({ temperatureC }) => temperatureC ?? []);
  return {
    nightOn,
    forecastMinC: rounded(night?.forecastMinC ?? null),
    correctedMinC: rounded(expect(STATION_PLACE)),
    houses,
    tomorrowMaxC: temperatures.length === 0 ? null : Math.max(...temperatures),
    issuedAt,
    source,
  };
}

/** What is forecast of a night at a place; null where too little of it is. */
export async function findForecastNight(
  store: Queries,
  forecast: NonNullable<WeatherPlaces['forecast']>,
  nightOn: string,
) {
  return forecastNight(mergeHours(await listIssuedHours(store, forecast, nightOf(nightOn))), nightOn);
}

function meanErrorOf(nights: readonly KeptNight[]): number | null {
  const errors = nights.flatMap(({ expectedMinC, actualMinC }) =>
    expectedMinC === null ? [] : [Math.abs(expectedMinC - actualMinC)],
  );
  return errors.length < LEAST_NIGHTS ? null : errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

/** The lowest that the crop of each house bears now, ℃. */
async function findLimits(store: Queries, farmId: number, now: number) {
  const crops = await listGrownCrops(store, farmId);
  const areas = [...new Set((await listChannels(store, farmId)).map(({ areaName }) => areaName))];
  return (place: string) => {
    const crop = cropOfHouse(crops, place, areas);
    const period = crop && periodAt(crop, crop.budBreakOn, now);
    return period ? lowestC(period.row) : null;
  };
}

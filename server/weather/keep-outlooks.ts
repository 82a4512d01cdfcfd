import { setImmediate } from 'node:timers/promises';
import { addSeoulDays, HOUR_MS, seoulParts, startOfSeoulDate } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { expectedMin, type ForecastNight, MOST_NIGHTS, type PastNight } from './outlook.ts';
import { forecastNight, nightOf } from './outlook-night.ts';
import {
  findActualMin,
  findForecastNight,
  listNightPlaces,
  listPastNights,
  type NightPlace,
  nightAt,
} from './outlook-queries.ts';
import { listPlaces, type RealSources, type WeatherPlaces } from './places.ts';
import type { SimulatedWeather } from './simulated.ts';

/** A sentence is first said at three in the afternoon, and what was said until nine in the evening is what counts. */
const FIRST_HOUR = 15;
const LAST_HOUR = 21;
/** The newest village issue at three. */
const ISSUED_HOUR = 14;

type OutlookDeps = { real: RealSources; weather: SimulatedWeather; now(): number };

/**
 * Writes down what is said of tonight at every place of every farm, and what came of the nights before, so that the next
 * sentence knows how wrong this one was. A simulated farm is told of the last weeks at once, as its houses are.
 */
export async function keepOutlooks(
  store: Store,
  { real, weather, now }: OutlookDeps,
  stopping: AbortSignal,
): Promise<void> {
  for (const places of await listPlaces(store, real)) {
    if (stopping.aborted || !places.forecast) continue;
    const nightOn = nightAt(now());
    await closeNights(store, places, now());
    if (places.forecast.isSimulated) await tellPast(store, places, weather, nightOn);
    const { hour } = seoulParts(now());
    if (hour < FIRST_HOUR || hour >= LAST_HOUR) continue;
    const night = await findForecastNight(store, places.forecast, nightOn);
    if (night) await say(store, places, { night, nightOn, issuedAt: now() });
    await setImmediate();
  }
}

type Said = { night: ForecastNight; nightOn: string; issuedAt: number };

async function say(store: Store, places: WeatherPlaces, { night, nightOn, issuedAt }: Said): Promise<void> {
  const key = { farmId: places.farmId, isSimulated: places.forecast?.isSimulated ?? false };
  const past = await listPastNights(store, key, nightOn);
  for (const { place } of await listNightPlaces(store, places)) {
    await write(store, places, place, { night, nightOn, issuedAt, past: past.get(place) ?? [], actual: null });
  }
}

async function write(
  { db }: Queries,
  { farmId, forecast }: WeatherPlaces,
  place: string,
  { night, nightOn, issuedAt, past, actual }: Said & { past: readonly PastNight[]; actual: number | null },
): Promise<void> {
  const said = {
    is_simulated: forecast?.isSimulated ? 1 : 0,
    issued_at: issuedAt,
    forecast_min: night.forecastMinC,
    wind_mps: night.windMps,
    sky: night.sky,
    expected_min: expectedMin(night, past),
    actual_min: actual,
  } as const;
  await db
    .insertInto('night_outlook')
    .values({ farm_id: farmId, place, night_on: nightOn, ...said })
    .onConflict((c) => c.columns(['farm_id', 'place', 'night_on']).doUpdateSet(said))
    .execute();
}

/** Notes the minima of nights that have passed since they were told of. */
async function closeNights(store: Store, places: WeatherPlaces, now: number): Promise<void> {
  const open = await store.db
    .selectFrom('night_outlook')
    .select(['place', 'night_on as nightOn'])
    .where('farm_id', '=', places.farmId)
    .where('actual_min', 'is', null)
    .where('night_on', '>=', addSeoulDays(nightAt(now), -MOST_NIGHTS))
    .execute();
  const ended = open.filter(({ nightOn }) => nightOf(nightOn).to <= now);
  if (ended.length === 0) return;
  const known = new Map((await listNightPlaces(store, places)).map((one) => [one.place, one]));
  for (const { place, nightOn } of ended) {
    const where = known.get(place);
    const actual = where ? await findActualMin(store, where, nightOn) : null;
    if (actual === null) continue;
    await store.db
      .updateTable('night_outlook')
      .set({ actual_min: actual })
      .where('farm_id', '=', places.farmId)
      .where('place', '=', place)
      .where('night_on', '=', nightOn)
      .execute();
  }
}

/** What would have been said of the last weeks: forecasts of a simulated island can be had of any day. */
async function tellPast(
  store: Store,
  places: WeatherPlaces,
  weather: SimulatedWeather,
  nightOn: string,
): Promise<void> {
  const { forecast, farmId } = places;
  const known = await listPastNights(store, { farmId, isSimulated: true }, nightOn);
  for (const where of forecast ? await listNightPlaces(store, places) : []) {
    // Once is enough: a place without readings stays without.
    if (!forecast || known.has(where.place)) continue;
    await tellPastOf(store, { places, where, weather, nightOn, position: forecast.position });
    await setImmediate();
  }
}

type PastOf = {
  places: WeatherPlaces;
  where: NightPlace;
  weather: SimulatedWeather;
  nightOn: string;
  position: NonNullable<WeatherPlaces['forecast']>['position'];
};

async function tellPastOf(store: Store, { places, where, weather, nightOn, position }: PastOf): Promise<void> {
  const past: (PastNight & { on: number })[] = [];
  for (let back = 2 * MOST_NIGHTS; back >= 1; back -= 1) {
    const one = addSeoulDays(nightOn, -back);
    const issuedAt = startOfSeoulDate(one) + ISSUED_HOUR * HOUR_MS;
    const actual = await findActualMin(store, where, one);
    const night = actual === null ? null : forecastNight(weather.issue(position, 'getVilageFcst', issuedAt), one);
    if (actual === null || !night) continue;
    const before = past.map((other) => ({ ...other, nightsAgo: other.on - back }));
    await write(store, places, where.place, { night, nightOn: one, issuedAt, past: before, actual });
    past.push({ ...night, actualMinC: actual, nightsAgo: 0, on: back });
    // Making a forecast takes its time: requests get their turn.
    await setImmediate();
  }
}

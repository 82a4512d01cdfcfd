import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { yieldHalf, yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { storeIssue, storeMeasurements } from './commands.ts';
import type { HourForecast } from './kma/forecast.ts';
import { type ForecastService, forecastServices, issueBefore, newestIssue } from './kma/issue-time.ts';
import { type ForecastPlace, listPlaces, type Position, type RealSources, type WeatherPlaces } from './places.ts';
import type { Measurement, Station } from './station.ts';

/** Simulated weather for places whose service is not asked. Its forecasts have realistic errors. */
export type SimulatedWeather = {
  /** The measurements of a station at the position; must be called in order of time. */
  stationAt(position: Position): (at: number) => Measurement;
  /** The forecast that a service would have issued for the position at that instant. */
  issue(position: Position, service: ForecastService, issuedAt: number): HourForecast[];
};

type SimulatedDeps = {
  weather: SimulatedWeather;
  real: RealSources;
  now(): number;
};

const INTERVAL_MS = 10 * MINUTE_MS;
/** A year of hours, so that seasons can be compared; the last month every ten minutes, like the houses. */
const LONGEST_MS = 365 * DAY_MS;
const FINE_MS = 30 * DAY_MS;
/** Measurements per transaction: it takes some hundredths of a second and blocks all other queries. */
const PORTION = 150;
/** How far back issues are made when there are none, ms: as far as the real services go, and no further than needed. */
const ISSUES_BACK_MS: { readonly [Service in ForecastService]: number } = {
  getUltraSrtNcst: 3 * HOUR_MS,
  getUltraSrtFcst: 6 * HOUR_MS,
  getVilageFcst: 3 * DAY_MS,
};

/** Brings every simulated station and forecast up to now. Stops between two steps when told to. */
export async function advanceSimulated(store: Store, deps: SimulatedDeps, stopping: AbortSignal): Promise<void> {
  const places = await listPlaces(store, deps.real);
  // Forecasts first: they are quick, while a year of a station takes seconds.
  for (const place of simulatedForecasts(places)) {
    for (const service of forecastServices) await advanceForecast(store, { ...deps, place, service }, stopping);
  }
  for (const { station, position } of simulatedStations(places)) {
    await advanceStation(store, { ...deps, station, position }, stopping);
  }
}

/** Each station once, even when several farms use it. */
function simulatedStations(places: readonly WeatherPlaces[]): { station: Station; position: Position }[] {
  const found = new Map<number, { station: Station; position: Position }>();
  for (const { publicStation, ownStation, forecast } of places) {
    for (const one of [publicStation, ownStation && { ...ownStation, position: forecast?.position ?? null }]) {
      if (!one?.isSimulated || !one.position) continue;
      const { number, name, position } = one;
      found.set(number, { station: { number, name, isSimulated: true, intervalMs: INTERVAL_MS }, position });
    }
  }
  return [...found.values()];
}

function simulatedForecasts(places: readonly WeatherPlaces[]): ForecastPlace[] {
  const found = places.flatMap(({ forecast }) => (forecast?.isSimulated ? [forecast] : []));
  return [...new Map(found.map((place) => [place.cell, place])).values()];
}

async function advanceStation(
  store: Store,
  { weather, now, station, position }: SimulatedDeps & { station: Station; position: Position },
  stopping: AbortSignal,
): Promise<void> {
  const until = now();
  const newest = await newestOf(store, station.number);
  let at = Math.max(newest ?? 0, startOfSeoulDay(until - LONGEST_MS));
  const measure = weather.stationAt(position);
  const rest = yieldHalf();
  while (!stopping.aborted) {
    const portion: Measurement[] = [];
    for (at = nextAfter(at, until); at <= until && portion.length < PORTION; at = nextAfter(at, until)) {
      portion.push(measure(at));
    }
    const last = portion.at(-1);
    if (!last) return;
    await storeMeasurements(store, station, portion, until);
    at = last.at;
    // SQLite runs on this thread, so other requests run only between two transactions.
    await rest();
  }
}

function nextAfter(at: number, now: number): number {
  const step = at < now - FINE_MS ? HOUR_MS : INTERVAL_MS;
  return Math.floor(at / step) * step + step;
}

async function newestOf({ db }: Queries, number: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('weather_station')
    .select('observed_at')
    .where('farm_id', '=', number)
    .executeTakeFirst();
  return row?.observed_at ?? undefined;
}

async function advanceForecast(
  store: Store,
  { weather, now, place, service }: SimulatedDeps & { place: ForecastPlace; service: ForecastService },
  stopping: AbortSignal,
): Promise<void> {
  const fetchedAt = now();
  const { cell, position } = place;
  const row = await store.db
    .selectFrom('forecast_issue')
    .select((eb) => eb.fn.max('issued_at').as('issuedAt'))
    .where('cell', '=', cell)
    .where('is_simulated', '=', 1)
    .where('service', '=', service)
    .executeTakeFirst();
  const after = Math.max(row?.issuedAt ?? 0, fetchedAt - ISSUES_BACK_MS[service]);
  const missing: number[] = [];
  for (let issue = newestIssue(service, fetchedAt); issue > after; issue = issueBefore(service, issue)) {
    missing.push(issue);
  }
  for (const issuedAt of missing.reverse()) {
    if (stopping.aborted) return;
    const hours = weather.issue(position, service, issuedAt);
    await storeIssue(store, { cell, isSimulated: true, service, issuedAt, fetchedAt, hours });
    await yieldToOthers();
  }
}

import { randomUUID } from 'node:crypto';
import { addSeoulDays, MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import { SHOWN_FROM_HOUR } from '#contract/weather/outlook.ts';
import { dropLease, holdLease } from '../../db/lease.ts';
import type { Store } from '../../db/open.ts';
import { yieldToOthers } from '../../kernel/process/yield-to-others.ts';
import { mergeHours } from '../forecast-day.ts';
import { listIssuedHours } from '../forecast-queries.ts';
import { type ForecastPlace, listPlaces, type RealSources, type WeatherPlaces } from '../places.ts';
import type { SimulatedWeather } from '../simulated.ts';
import { saveActual, saveOutlook } from './commands.ts';
import { backfillFromMeasurements } from './measured-past.ts';
import { findActual, findHeld, listOutlookPlaces, type OutlookPlace } from './outlook-places.ts';
import { listPast, type OutlookOf, rowsOf } from './past.ts';
import { backfillPast, createPastForecasts } from './simulated-past.ts';
import { datesAt, forecastOf, outlookKinds, stretchOf } from './stretch.ts';

/** How often the outlooks are updated, ms. */
export const OUTLOOK_EVERY_MS = 10 * MINUTE_MS;

/** A first outlook after this hour is not judged, because the night is half over. */
const TOLD_TO_HOUR = 21;
/** Gateways that were offline send their readings late, so the results of this many days are checked again. */
const LATE_DAYS = 3;

const LEASE = 'outlook';

type OutlookDeps = { real: RealSources; weather: SimulatedWeather; now(): number };

type Outlooks = {
  /** Updates the outlooks of all farms; a lease keeps other processes on the database from doing so meanwhile. */
  run(store: Store, stopping: AbortSignal): Promise<void>;
  /** Releases the lease. */
  stop(store: Store): Promise<void>;
};

/** Stores the outlook of tonight and tomorrow, and the results of past nights and days. */
export function createOutlooks({ real, weather, now }: OutlookDeps): Outlooks {
  const holder = randomUUID();
  const hold = (store: Store) => holdLease(store, { name: LEASE, holder, now: now(), lastsMs: 2 * OUTLOOK_EVERY_MS });
  return {
    async run(store, stopping) {
      if (!(await hold(store))) return;
      const pastForecasts = createPastForecasts(weather);
      for (const places of await listPlaces(store, real)) {
        const { forecast } = places;
        if (stopping.aborted || !(await hold(store))) return;
        if (forecast) await tellFarm(store, { places, forecast, now: now(), pastForecasts, stopping });
        // SQLite runs on this thread, so other requests run only between two farms.
        await yieldToOthers();
      }
    },
    stop: (store) => dropLease(store, { name: LEASE, holder }),
  };
}

type FarmDeps = {
  places: WeatherPlaces;
  forecast: ForecastPlace;
  now: number;
  pastForecasts: ReturnType<typeof createPastForecasts>;
  stopping: AbortSignal;
};

async function tellFarm(store: Store, { places, forecast, now, pastForecasts, stopping }: FarmDeps): Promise<void> {
  const of = { farmId: places.farmId, isSimulated: forecast.isSimulated };
  const spots = await listOutlookPlaces(store, places);
  if (spots.length === 0) return;
  const dates = datesAt(now);
  const held = await findHeld(store, of.farmId);
  await noteActuals(store, of, spots, now);
  if (forecast.isSimulated) {
    await backfillPast(store, of, { spots, held, nightOn: dates.night, now, forecast, pastForecasts, stopping });
  } else {
    await backfillFromMeasurements(store, of, { spots, held, nightOn: dates.night, stopping });
  }
  const { hour } = seoulParts(now);
  const isPublished = hour >= SHOWN_FROM_HOUR && hour < TOLD_TO_HOUR;
  for (const kind of outlookKinds) {
    const date = dates[kind];
    const issued = await listIssuedHours(store, forecast, stretchOf(kind, date));
    const found = forecastOf(kind, date, mergeHours(issued));
    if (!found) continue;
    // Uses the time of the village forecast, which covers whole nights; the others cover a few hours.
    const village = issued.filter(({ service }) => service === 'getVilageFcst');
    const issuedAt = Math.max(...(village.length > 0 ? village : issued).map((one) => one.issuedAt));
    const past = await listPast(store, of, { kind, date });
    for (const { place, hasHeater } of spots) {
      const ahead = { ...found, heatC: kind === 'night' && hasHeater ? held(date) : null };
      const about = { place, kind, date, issuedAt, isPublished, actualC: null };
      await saveOutlook(store, of, { ...about, ahead, past: past.get(place) ?? [] });
    }
  }
}

/** Stores the results of past nights and days; updates them once a day, because readings may come late. */
async function noteActuals(store: Store, of: OutlookOf, spots: readonly OutlookPlace[], now: number): Promise<void> {
  const tonight = datesAt(now).night;
  const rows = await rowsOf(store, of)
    .select(['place', 'kind', 'on_date as date', 'actual_c as actualC'])
    .where('on_date', '>=', addSeoulDays(tonight, -LATE_DAYS))
    .execute();
  const isNewDay = !rows.some(({ kind, date }) => kind === 'night' && date === tonight);
  for (const { place, kind, date, actualC } of rows) {
    const spot = spots.find((one) => one.place === place);
    if (!spot || stretchOf(kind, date).to > now || (actualC !== null && !isNewDay)) continue;
    const measured = await findActual(store, spot, kind, date);
    if (measured !== null && measured !== actualC) {
      await saveActual(store, of, { place, kind, date, actualC: measured });
    }
  }
}

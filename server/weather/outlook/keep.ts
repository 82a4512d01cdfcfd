import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { addSeoulDays, MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import { TOLD_FROM_HOUR } from '#contract/weather/outlook.ts';
import { dropLease, holdLease } from '../../db/lease.ts';
import type { Store } from '../../db/open.ts';
import { mergeHours } from '../forecast-day.ts';
import { listIssuedHours } from '../forecast-queries.ts';
import { type ForecastPlace, listPlaces, type RealSources, type WeatherPlaces } from '../places.ts';
import type { SimulatedWeather } from '../simulated.ts';
import { noteActual, tell } from './commands.ts';
import { tellMeasuredPast } from './measured-past.ts';
import { listPast, type OutlookOf, rowsOf } from './past.ts';
import { createPastForecasts, tellPast } from './simulated-past.ts';
import { findActual, findHeld, listSpots, type Spot } from './spots.ts';
import { datesAt, forecastOf, outlookKinds, stretchOf } from './stretch.ts';

/** How often it is looked whether there is something new to tell, ms. */
export const OUTLOOK_EVERY_MS = 10 * MINUTE_MS;

/** What is first told later than this hour is not what it will be judged by: the night is half over by then. */
const TOLD_TO_HOUR = 21;
/** Gateways that were cut off send what they have kept: for so many days it is looked again what came of a night. */
const LATE_DAYS = 3;

const LEASE = 'outlook';

type OutlookDeps = { real: RealSources; weather: SimulatedWeather; now(): number };

type Outlooks = {
  /** Brings what is told of all farms up to date; other processes on the same database do nothing meanwhile. */
  run(store: Store, stopping: AbortSignal): Promise<void>;
  /** Leaves it to another process. */
  stop(store: Store): Promise<void>;
};

/** Writes down what is to be expected of tonight and tomorrow, and what came of the last nights and days. */
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
        // Requests get their turn: the database answers without ever letting go of the thread.
        await setImmediate();
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
  const spots = await listSpots(store, places);
  if (spots.length === 0) return;
  const dates = datesAt(now);
  const held = await findHeld(store, of.farmId);
  await noteActuals(store, of, spots, now);
  if (forecast.isSimulated) {
    await tellPast(store, of, { spots, held, nightOn: dates.night, now, forecast, pastForecasts, stopping });
  } else {
    await tellMeasuredPast(store, of, { spots, held, nightOn: dates.night, stopping });
  }
  const { hour } = seoulParts(now);
  const isTold = hour >= TOLD_FROM_HOUR && hour < TOLD_TO_HOUR;
  for (const kind of outlookKinds) {
    const date = dates[kind];
    const issued = await listIssuedHours(store, forecast, stretchOf(kind, date));
    const found = forecastOf(kind, date, mergeHours(issued));
    if (!found) continue;
    // Whole nights are the village forecast's; the others tell of the next hours.
    const village = issued.filter(({ service }) => service === 'getVilageFcst');
    const issuedAt = Math.max(...(village.length > 0 ? village : issued).map((one) => one.issuedAt));
    const past = await listPast(store, of, { kind, date });
    for (const { place, hasHeater } of spots) {
      const ahead = { ...found, heatC: kind === 'night' && hasHeater ? held(date) : null };
      const about = { place, kind, date, issuedAt, isTold, actualC: null };
      await tell(store, of, { ...about, ahead, past: past.get(place) ?? [] });
    }
  }
}

/** Notes what came of nights and days that have passed; once a day anew, as readings may come late. */
async function noteActuals(store: Store, of: OutlookOf, spots: readonly Spot[], now: number): Promise<void> {
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
      await noteActual(store, of, { place, kind, date, actualC: measured });
    }
  }
}

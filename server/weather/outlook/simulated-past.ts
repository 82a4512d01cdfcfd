import { addSeoulDays, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { MAX_PAST_NIGHTS, MIN_PAST_NIGHTS } from '#contract/weather/outlook.ts';
import type { Store } from '../../db/open.ts';
import { yieldHalf } from '../../kernel/process/yield-to-others.ts';
import type { HourForecast } from '../kma/forecast.ts';
import type { ForecastPlace } from '../places.ts';
import type { SimulatedWeather } from '../simulated.ts';
import { saveOutlook } from './commands.ts';
import type { Past } from './expect.ts';
import { findActual, type OutlookPlace } from './outlook-places.ts';
import { type OutlookOf, rowsOf } from './past.ts';
import { forecastOf, type OutlookKind, stretchOf } from './stretch.ts';

/** The hour of the newest village forecast when the outlook of the night is first published. */
const ISSUED_HOUR = 14;

/** Enough nights that each of the last MOST_PAST has enough earlier ones for an outlook. */
const BACK_DAYS = MAX_PAST_NIGHTS + MIN_PAST_NIGHTS;

type IssuedBefore = { issuedAt: number; hours: readonly HourForecast[] };

/** The simulated forecast of the afternoon of a past Seoul day; cached per cell, because it is slow to compute. */
export function createPastForecasts(weather: SimulatedWeather) {
  const made = new Map<string, IssuedBefore>();
  return ({ cell, position }: ForecastPlace, date: string): IssuedBefore => {
    const key = `${cell} ${date}`;
    const issuedAt = startOfSeoulDate(date) + ISSUED_HOUR * HOUR_MS;
    const issue = made.get(key) ?? { issuedAt, hours: weather.issue(position, 'getVilageFcst', issuedAt) };
    made.set(key, issue);
    return issue;
  };
}

type PastDeps = {
  spots: readonly OutlookPlace[];
  /** The temperature that the heaters keep in the night of a Seoul day, ℃. */
  held: (nightOn: string) => number | null;
  /** The last night before which the past is filled. */
  nightOn: string;
  now: number;
  forecast: ForecastPlace;
  pastForecasts: ReturnType<typeof createPastForecasts>;
  stopping: AbortSignal;
};

/**
 * Fills the last weeks at once, because simulated forecasts can be computed for any day. Done once per place that has a
 * result for last night; a silent place costs only that check.
 */
export async function backfillPast(store: Store, of: OutlookOf, deps: PastDeps): Promise<void> {
  const lastOn = addSeoulDays(deps.nightOn, -1);
  const last = rowsOf(store, of).select('place').where('kind', '=', 'night').where('on_date', '=', lastOn);
  const rows = await last.where('told_forecast_c', 'is not', null).execute();
  const known = new Set(rows.map(({ place }) => place));
  for (const spot of deps.spots) {
    if (known.has(spot.place) || (await findActual(store, spot, 'night', lastOn)) === null) continue;
    // Last night's row is written last, so its presence shows that nothing was interrupted.
    for (const kind of ['day', 'night'] as const) await tellPastOf(store, of, { ...deps, spot, kind });
  }
}

async function tellPastOf(
  store: Store,
  of: OutlookOf,
  {
    spot,
    kind,
    held,
    nightOn,
    now,
    forecast,
    pastForecasts,
    stopping,
  }: PastDeps & { spot: OutlookPlace; kind: OutlookKind },
): Promise<void> {
  const days: (Past & { back: number })[] = [];
  const rest = yieldHalf();
  for (let back = BACK_DAYS; back >= 1 && !stopping.aborted; back -= 1) {
    const saidOn = addSeoulDays(nightOn, -back);
    const date = kind === 'night' ? saidOn : addSeoulDays(saidOn, 1);
    const actualC = stretchOf(kind, date).to <= now ? await findActual(store, spot, kind, date) : null;
    if (actualC === null) continue;
    const { issuedAt, hours } = pastForecasts(forecast, saidOn);
    const found = forecastOf(kind, date, hours);
    if (!found) continue;
    const ahead = { ...found, heatC: kind === 'night' && spot.hasHeater ? held(date) : null };
    const past = days.map((one) => ({ ...one, daysAgo: one.back - back }));
    const expectedC = await saveOutlook(store, of, {
      place: spot.place,
      kind,
      date,
      issuedAt,
      ahead,
      past,
      isPublished: true,
      actualC,
    });
    days.push({ ...ahead, actualC, expectedC, daysAgo: 0, back });
    await rest();
  }
}

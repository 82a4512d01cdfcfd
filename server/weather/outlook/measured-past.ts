import { addSeoulDays } from '#contract/time/time.ts';
import { MAX_PAST_NIGHTS, MIN_PAST_NIGHTS } from '#contract/weather/outlook.ts';
import type { Store } from '../../db/open.ts';
import { listPoints } from '../../db/points.ts';
import type { FoundChannel } from '../../monitor/queries.ts';
import { emptyHour, type HourForecast } from '../kma/forecast.ts';
import { saveOutlook } from './commands.ts';
import { findActual, type OutlookPlace, STATION_PLACE } from './outlook-places.ts';
import { listPast, type OutlookOf, rowsOf } from './past.ts';
import { forecastOf, type OutlookKind, outlookKinds, stretchOf } from './stretch.ts';

type MeasuredPastDeps = {
  spots: readonly OutlookPlace[];
  held: (nightOn: string) => number | null;
  /** The last night before which the past is filled. */
  nightOn: string;
  stopping: AbortSignal;
};

/**
 * Fills past nights and days without a forecast, from before this installation had any: the public station's
 * measurements stand in for the forecast. So a house with older readings has an outlook from the first evening on, but
 * these nights give no forecast error. Done until there are enough real ones.
 */
export async function backfillFromMeasurements(store: Store, of: OutlookOf, deps: MeasuredPastDeps): Promise<void> {
  const { spots, nightOn, stopping } = deps;
  const station = spots.find(({ place }) => place === STATION_PLACE);
  if (!station) return;
  for (const kind of outlookKinds) {
    const past = await listPast(store, of, { kind, date: addSeoulDays(nightOn, 1) });
    const lacking = spots.filter(
      ({ place }) => place !== STATION_PLACE && (past.get(place)?.length ?? 0) < MIN_PAST_NIGHTS,
    );
    for (const spot of lacking) {
      if ((await findActual(store, spot, kind, addSeoulDays(nightOn, -1))) === null) continue;
      for (let back = MAX_PAST_NIGHTS; back >= 1 && !stopping.aborted; back -= 1) {
        await tellOne(store, of, { ...deps, station, spot, kind, date: addSeoulDays(nightOn, -back) });
      }
    }
  }
}

type One = MeasuredPastDeps & { station: OutlookPlace; spot: OutlookPlace; kind: OutlookKind; date: string };

async function tellOne(store: Store, of: OutlookOf, { station, spot, kind, date, held }: One): Promise<void> {
  const { place, hasHeater } = spot;
  const known = rowsOf(store, of).select('place').where('place', '=', place).where('kind', '=', kind);
  if ((await known.where('on_date', '=', date).executeTakeFirst()) !== undefined) return;
  const actualC = await findActual(store, spot, kind, date);
  if (actualC === null) return;
  const measured = forecastOf(kind, date, await measuredHours(store, station.thermometers, kind, date));
  if (!measured) return;
  const ahead = { ...measured, heatC: kind === 'night' && hasHeater ? held(date) : null };
  const issuedAt = stretchOf(kind, date).from;
  await saveOutlook(store, of, { place, kind, date, issuedAt, ahead, past: [], isPublished: 'afterwards', actualC });
}

/** The hours of a night or day as a station measured them; wind and sky get usual values. */
async function measuredHours(
  store: Store,
  [channel]: readonly FoundChannel[],
  kind: OutlookKind,
  date: string,
): Promise<HourForecast[]> {
  if (!channel) return [];
  const { from: begin, to: end } = stretchOf(kind, date);
  const points = await listPoints(store, { channel, resolution: '1h', begin, end });
  return points.map(([at, min, , max]) => ({ ...emptyHour, at, temperatureC: kind === 'night' ? min : max }));
}

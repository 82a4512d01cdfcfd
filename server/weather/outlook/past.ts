import { addSeoulDays, DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { MAX_PAST_NIGHTS } from '#contract/weather/outlook.ts';
import type { Queries } from '../../db/open.ts';
import type { Past } from './expect.ts';
import type { OutlookKind } from './stretch.ts';

/** The farm, and whether its weather is simulated; the two kinds are never mixed. */
export type OutlookOf = { farmId: number; isSimulated: boolean };

/** The rows of a farm, of all places and kinds. */
export function rowsOf({ db }: Queries, { farmId, isSimulated }: OutlookOf) {
  return db
    .selectFrom('outlook')
    .where('farm_id', '=', farmId)
    .where('is_simulated', '=', isSimulated ? 1 : 0);
}

/** The outlooks of the last nights or days before a Seoul day with their results, by place. */
export async function listPast(
  store: Queries,
  of: OutlookOf,
  { kind, date }: { kind: OutlookKind; date: string },
): Promise<ReadonlyMap<string, Past[]>> {
  const rows = await rowsOf(store, of)
    .selectAll()
    .where('kind', '=', kind)
    .where('on_date', '<', date)
    .where('on_date', '>=', addSeoulDays(date, -MAX_PAST_NIGHTS))
    .execute();
  const past = new Map<string, Past[]>();
  for (const row of rows) {
    const { told_forecast_c: extremeC, told_wind_mps: windMps, told_sky: sky, actual_c: actualC } = row;
    if (extremeC === null || windMps === null || sky === null || actualC === null) continue;
    const daysAgo = Math.round((startOfSeoulDate(date) - startOfSeoulDate(row.on_date)) / DAY_MS);
    const one = { extremeC, windMps, sky, heatC: row.told_heat_c, actualC, expectedC: row.told_expected_c, daysAgo };
    past.set(row.place, [...(past.get(row.place) ?? []), one]);
  }
  return past;
}

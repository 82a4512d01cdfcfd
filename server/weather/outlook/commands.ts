import type { Queries } from '../../db/open.ts';
import { type Ahead, errorOf, expectExtreme, type Past } from './expect.ts';
import type { OutlookOf } from './past.ts';
import type { OutlookKind } from './stretch.ts';

/** The data for the outlook of a night or a day at a place. */
type NewOutlook = {
  place: string;
  kind: OutlookKind;
  date: string;
  /** Issue time of the forecast, epoch ms. */
  issuedAt: number;
  ahead: Ahead;
  past: readonly Past[];
  /**
   * Whether the outlook is published now; the first published one is judged later. 'afterwards': computed from
   * measurements instead of a forecast; later outlooks use it, but it is not judged.
   */
  isPublished: boolean | 'afterwards';
  /** The measured extreme, ℃; null before it is known. */
  actualC: number | null;
};

/** Stores the expected extreme and returns it, ℃ (null with too little past). First published values stay. */
export async function saveOutlook(
  { db }: Queries,
  { farmId, isSimulated }: OutlookOf,
  given: NewOutlook,
): Promise<number | null> {
  const { place, kind, date, issuedAt, ahead, past, isPublished, actualC } = given;
  const expected = expectExtreme(ahead, past);
  const now = {
    issued_at: issuedAt,
    forecast_c: ahead.extremeC,
    expected_c: expected,
    error_c: errorOf(past),
    past_count: past.length,
    heat_c: ahead.heatC,
  };
  const first = {
    told_forecast_c: isPublished ? ahead.extremeC : null,
    told_wind_mps: isPublished ? ahead.windMps : null,
    told_sky: isPublished ? ahead.sky : null,
    told_heat_c: isPublished ? ahead.heatC : null,
    told_expected_c: isPublished === true ? expected : null,
  };
  await db
    .insertInto('outlook')
    .values({
      farm_id: farmId,
      place,
      kind,
      on_date: date,
      is_simulated: isSimulated ? 1 : 0,
      actual_c: actualC,
      ...now,
      ...first,
    })
    .onConflict((c) =>
      c.columns(['farm_id', 'place', 'kind', 'on_date', 'is_simulated']).doUpdateSet((eb) => ({
        ...now,
        told_forecast_c: eb.fn.coalesce('outlook.told_forecast_c', 'excluded.told_forecast_c'),
        told_wind_mps: eb.fn.coalesce('outlook.told_wind_mps', 'excluded.told_wind_mps'),
        told_sky: eb.fn.coalesce('outlook.told_sky', 'excluded.told_sky'),
        told_heat_c: eb.fn.coalesce('outlook.told_heat_c', 'excluded.told_heat_c'),
        told_expected_c: eb.fn.coalesce('outlook.told_expected_c', 'excluded.told_expected_c'),
      })),
    )
    .execute();
  return expected;
}

/** Stores the measured extreme of a night or a day, ℃. */
export async function saveActual(
  { db }: Queries,
  { farmId, isSimulated }: OutlookOf,
  { place, kind, date, actualC }: Pick<NewOutlook, 'place' | 'kind' | 'date'> & { actualC: number },
): Promise<void> {
  await db
    .updateTable('outlook')
    .set({ actual_c: actualC })
    .where('farm_id', '=', farmId)
    .where('place', '=', place)
    .where('kind', '=', kind)
    .where('on_date', '=', date)
    .where('is_simulated', '=', isSimulated ? 1 : 0)
    .execute();
}

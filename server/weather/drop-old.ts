import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';

/** How long forecast issues are kept, days: longer than anybody looks back. */
const KEEP_ISSUES_DAYS = 10;

/** How long outlooks are kept, days: twice the period that later outlooks are based on. */
const KEEP_OUTLOOKS_DAYS = 60;

/** Deletes old forecasts and outlooks. */
export async function dropOldForecasts({ db }: Queries, now: number): Promise<void> {
  const before = now - KEEP_ISSUES_DAYS * DAY_MS;
  const cells = await db.selectFrom('forecast_issue').select(['cell', 'is_simulated']).distinct().execute();
  for (const { cell, is_simulated } of cells) {
    await db
      .deleteFrom('forecast_hour')
      .where('cell', '=', cell)
      .where('is_simulated', '=', is_simulated)
      .where('at', '<', before)
      .execute();
  }
  await db.deleteFrom('forecast_issue').where('issued_at', '<', before).execute();
  await db
    .deleteFrom('outlook')
    .where('on_date', '<', seoulDate(now - KEEP_OUTLOOKS_DAYS * DAY_MS))
    .execute();
}

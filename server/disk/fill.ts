import { DAY_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';

/** The size of the data folder on a Seoul day, bytes. */
type DiskSize = { onDate: string; bytes: number };

/** Days over which the growth is measured; `LEAST_DAYS` is the shortest span that gives a result. */
export const GROWTH_DAYS = 30;
const LEAST_DAYS = 7;

/** Beyond ten years, the growth of one month predicts nothing. */
const FAR_DAYS = 3_650;

/**
 * How fast the folder grows, and the day on which `freeBytes` are used up. The growth is the least-squares slope, so
 * that one clean-up or one day of imports does not decide alone. Both are null while fewer days are known; `fullOn` is
 * also null without growth or beyond ten years.
 */
export function fillOf(
  sizes: readonly DiskSize[],
  freeBytes: number,
  now: number,
): { bytesPerDay: number | null; fullOn: string | null } {
  const points = sizes.map(({ onDate, bytes }) => ({ day: startOfSeoulDate(onDate) / DAY_MS, bytes }));
  const days = points.map(({ day }) => day);
  if (points.length === 0 || Math.max(...days) - Math.min(...days) < LEAST_DAYS) {
    return { bytesPerDay: null, fullOn: null };
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanDay, meanBytes] = [mean(days), mean(points.map(({ bytes }) => bytes))];
  const together = points.reduce((sum, { day, bytes }) => sum + (day - meanDay) * (bytes - meanBytes), 0);
  const apart = points.reduce((sum, { day }) => sum + (day - meanDay) ** 2, 0);
  const bytesPerDay = Math.round(together / apart);
  const daysLeft = bytesPerDay > 0 ? freeBytes / bytesPerDay : Number.POSITIVE_INFINITY;
  return { bytesPerDay, fullOn: daysLeft > FAR_DAYS ? null : seoulDate(now + daysLeft * DAY_MS) };
}

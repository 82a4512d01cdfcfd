import { DAY_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';

/** The size of the data folder on a Seoul day, bytes. */
type DiskSize = { onDate: string; bytes: number };

/** Days of which the growth is told, and the least between the first and the last of them. */
export const GROWTH_DAYS = 30;
const LEAST_DAYS = 7;

/** Beyond that nobody plans, and no growth of a month holds. */
const FAR_DAYS = 3_650;

/**
 * How fast a folder grows and when `freeBytes` are used up, both null where that is not known: the slope of the line of
 * least squares through the sizes, so that neither a clean-up nor a day of imports decides alone.
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

import { SEASON_DAYS, seasonBeganOn } from '#contract/growth-calendar/growth-calendar.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';

/** Without a calendar and without a bud break date, seasons are calendar years. */
const NEW_YEAR = '01-01';

/** The season of a crop at an instant: its first Seoul day, and [begin, end) in epoch ms. */
export function seasonOfCrop(
  calendar: { budBreak: string } | null | undefined,
  budBreakOn: string | null,
  at: number,
): { beganOn: string; isBudBreakNoted: boolean; begin: number; end: number } {
  const began = seasonBeganOn(calendar?.budBreak ?? NEW_YEAR, budBreakOn, at);
  return { ...began, ...spanOfSeason(began.beganOn) };
}

/** [begin, end) of the season that began on a Seoul day, epoch ms. */
export function spanOfSeason(beganOn: string): { begin: number; end: number } {
  const begin = startOfSeoulDate(beganOn);
  return { begin, end: begin + SEASON_DAYS * DAY_MS };
}

/** The number of a Seoul day in its season, from 0. */
export const dayOfSeason = (beganOn: string, on: string): number =>
  (startOfSeoulDate(on) - startOfSeoulDate(beganOn)) / DAY_MS;

import { isSeoulDate } from '#contract/time/time.ts';

/** What was queried: a Seoul month (yyyy-MM) and a crop, by its id where it grows on the farm, else by its item code. */
export type CalendarAsked = { month: string; crop: string };

/** Opened, and nothing chosen yet: the farm's own crop in the month that runs. */
export const OWN_CALENDAR = 'own';
/** Open, and nothing queried: the farm has just been changed. */
export const NO_CALENDAR = 'none';

/** What the dialog's word in the address asks for: '2026-11.CRO001'. Null where it names no month with a crop. */
export function askedIn(address: string): CalendarAsked | null {
  const [month = '', crop = ''] = address.split('.');
  return isSeoulDate(`${month}-01`) && /^[\w-]{1,40}$/.test(crop) ? { month, crop } : null;
}

export const addressOf = ({ month, crop }: CalendarAsked): string => `${month}.${crop}`;

/** Whether a query may be sent at `now` (epoch ms): all three are chosen, none is on its way, the month has begun. */
export function mayQuery(
  chosen: { farmIndex: number | null; crop: string; month: string },
  thisMonth: string,
  isLoading: boolean,
): boolean {
  const { farmIndex, crop, month } = chosen;
  return farmIndex !== null && crop !== '' && month !== '' && month <= thisMonth && !isLoading;
}

/** Width of a month's card and the space between two, px. The width is the specification's. */
export const CARD_WIDTH = 200;
export const CARD_GAP = 8;

/** How many cards of months stand whole beside each other in so many px; at least one. */
export function cardsWithin(width: number): number {
  return Math.max(1, Math.floor((width + CARD_GAP) / (CARD_WIDTH + CARD_GAP)));
}

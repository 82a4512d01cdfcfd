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

const MONTHS = 12;
const PARTS = 3;

/** Where a key leads from one of the 36 periods, as they stand: months side by side, their thirds under each other. */
export function periodAfter(key: string, index: number): number {
  const month = Math.floor(index / PARTS);
  const part = index % PARTS;
  const at = (toMonth: number, toPart: number) =>
    toMonth < 0 || toMonth >= MONTHS || toPart < 0 || toPart >= PARTS ? index : toMonth * PARTS + toPart;
  switch (key) {
    case 'ArrowLeft':
      return at(month - 1, part);
    case 'ArrowRight':
      return at(month + 1, part);
    case 'ArrowUp':
      return at(month, part - 1);
    case 'ArrowDown':
      return at(month, part + 1);
    case 'Home':
      return at(0, part);
    case 'End':
      return at(MONTHS - 1, part);
    default:
      return index;
  }
}

import { isSeoulDate } from '#contract/time/time.ts';

/** A query: a Seoul month (yyyy-MM) and a crop, by its id if it grows on the farm, otherwise by its item code. */
export type CalendarAsked = { month: string; crop: string };

/** Opened without a choice: shows the farm's own crop in the current month. */
export const OWN_CALENDAR = 'own';
/** Open without a query: the farm has just been changed. */
export const NO_CALENDAR = 'none';

/** Parses the dialog's search parameter: '2026-11.CRO001'. Null unless it names a month and a crop. */
export function askedIn(address: string): CalendarAsked | null {
  const [month = '', crop = ''] = address.split('.');
  return isSeoulDate(`${month}-01`) && /^[\w-]{1,40}$/.test(crop) ? { month, crop } : null;
}

export const addressOf = ({ month, crop }: CalendarAsked): string => `${month}.${crop}`;

/** Whether a query may be sent at `now` (epoch ms): all three fields are set, none is loading, the month has begun. */
export function mayQuery(
  chosen: { farmIndex: number | null; crop: string; month: string },
  thisMonth: string,
  isLoading: boolean,
): boolean {
  const { farmIndex, crop, month } = chosen;
  return farmIndex !== null && crop !== '' && month !== '' && month <= thisMonth && !isLoading;
}

/** Width of a month's card (from the specification) and the gap between two, px. */
export const CARD_WIDTH = 200;
export const CARD_GAP = 8;

/** How many month cards fit completely into this width, px; at least one. */
export function cardsWithin(width: number): number {
  return Math.max(1, Math.floor((width + CARD_GAP) / (CARD_WIDTH + CARD_GAP)));
}

const MONTHS = 12;
const PARTS = 3;

/** The period to which a key moves from one of the 36, in a grid with months as columns and their thirds as rows. */
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

import { isSeoulDate, MINUTE_MS, SEOUL_OFFSET_MS, startOfSeoulDate } from '#contract/time/time.ts';

const MOMENT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/;

/** The value of a date and time field for an instant, in Seoul: '2026-11-21T14:30'. */
export function momentOf(at: number): string {
  return new Date(at + SEOUL_OFFSET_MS).toISOString().slice(0, 16);
}

/** The instant of such a value; NaN while it is empty or incomplete. */
export function instantOf(moment: string): number {
  const [, day = '', hour, minute] = MOMENT.exec(moment) ?? [];
  if (!isSeoulDate(day)) return Number.NaN;
  return startOfSeoulDate(day) + (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
}

import { parseISO } from 'date-fns/parseISO';
import { DAY_MS, isSeoulDate, startOfSeoulDate } from './time.ts';

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Epoch ms of an ISO 8601 instant with offset; NaN for anything else. A time without offset would be a guess, and an
 * impossible date is refused, which Date.parse would move to the next month.
 */
export function parseInstant(text: string): number {
  return INSTANT_PATTERN.test(text) ? parseISO(text).getTime() : NaN;
}

/**
 * Parses a yyyy-MM-dd day (its start, or its end with `edge` 'end') or an ISO instant, epoch ms; NaN for anything else.
 */
export function parseMoment(text: string, edge: 'begin' | 'end'): number {
  if (isSeoulDate(text)) return startOfSeoulDate(text) + (edge === 'end' ? DAY_MS : 0);
  return parseInstant(text);
}

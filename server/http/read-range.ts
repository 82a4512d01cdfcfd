import { parseMoment } from '#contract/time/parse-instant.ts';
import { MAX_RANGE_MS } from '#contract/time/time.ts';
import { fail } from '../kernel/fail.ts';

/**
 * The range of a query as epoch ms, without its end. Throws VALIDATION for an invalid instant, RANGE_INVALID when the
 * end is not after the beginning, RANGE_TOO_LONG for more than ten years.
 */
export function readRange(asked: { begin: string; end: string }): { begin: number; end: number } {
  const begin = parseMoment(asked.begin, 'begin');
  const end = parseMoment(asked.end, 'end');
  if (Number.isNaN(begin)) fail('VALIDATION', { field: 'begin' });
  if (Number.isNaN(end)) fail('VALIDATION', { field: 'end' });
  if (begin >= end) fail('RANGE_INVALID', { field: 'end' });
  if (end - begin > MAX_RANGE_MS) fail('RANGE_TOO_LONG', { field: 'end' });
  return { begin, end };
}

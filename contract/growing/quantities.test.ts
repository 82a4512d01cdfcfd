import { expect, it } from 'vitest';
import { DAY_MS } from '../time/time.ts';
import { hasShrunk, type QuantityName } from './quantities.ts';

const now = Date.UTC(2026, 10, 28);
const daysAgo = (days: number) => now - days * DAY_MS;

it.each<[string, QuantityName, number | null, number, number, boolean]>([
  ['half of what it was last week', 'fruitMm', 41, 81.1, 6, true],
  ['another fruit of the same tree', 'fruitMm', 74, 81.1, 6, false],
  ['the fruit of another season', 'fruitMm', 20, 81.1, 200, false],
  ['a shorter shoot', 'shootCm', 3, 12, 20, true],
  ['a figure that may fall', 'acidityPct', 1, 3, 30, false],
  ['nothing yet', 'fruitMm', null, 81.1, 6, false],
])('what only grows and has become less is noticed: %s', (_, name, value, last, days, isNoticed) => {
  expect(hasShrunk(name, value, { value: last, at: daysAgo(days) }, now)).toBe(isNoticed);
});

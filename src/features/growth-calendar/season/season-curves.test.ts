import { expect, it } from 'vitest';
import { meanOf, summed } from './season-curves.tsx';

it('sums warmth day by day, where days without readings add nothing and are no part of a mean', () => {
  expect(summed([1, null, 2.5])).toEqual([1, 1, 3.5]);
  expect(meanOf([10, null, 20])).toBe(15);
  expect(meanOf([null])).toBeNull();
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

it('offers the ends and the neighbours', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 7)).toEqual([1, 2, null, 7]);
  expect(pageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pageNumbers(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
});

it('never hides a single page behind a gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (page, count) => {
      const shown = pageNumbers(Math.min(page, count), count);
      shown.forEach((number, at) => {
        if (number === null) expect((shown[at + 1] ?? 0) - (shown[at - 1] ?? 0)).toBeGreaterThan(2);
      });
      expect(shown).toContain(Math.min(page, count));
      expect([shown[0], shown.at(-1)]).toEqual([1, count]);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rangeScale } from './range-scale.ts';

const value = fc.double({ min: -40, max: 5_000, noNaN: true });

it('holds every value with a little room, in a few even steps', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (values) => {
      const { min, max, ticks } = rangeScale(values, false);
      expect(min).toBeLessThan(Math.min(...values));
      expect(max).toBeGreaterThan(Math.max(...values));
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(ticks[0]).toBeCloseTo(min, 5);
      expect(ticks.at(-1)).toBeCloseTo(max, 5);
    }),
  );
});

it('begins at zero for what is counted from there', () => {
  expect(rangeScale([0, 12.4, 31], true)).toEqual({ min: 0, max: 40, ticks: [0, 10, 20, 30, 40] });
  expect(rangeScale([0], true).max).toBeGreaterThan(0);
});

it('stands without values too', () => {
  expect(rangeScale([], false)).toEqual({ min: 0, max: 1, ticks: [0, 1] });
});

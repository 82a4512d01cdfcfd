import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { rainBetween } from './rain.ts';

const at = (text: string) => Date.parse(`2026-07-${text}:00+09:00`);
const STEP = 10 * MINUTE_MS;
const mmOf = (rates: readonly { mmH: number }[]) => rates.reduce((sum, { mmH }) => sum + (mmH * STEP) / HOUR_MS, 0);

describe('rain between two totals of a day', () => {
  it('is what the total has grown by', () => {
    const rates = rainBetween({ at: at('01T14:00'), mm: 3 }, { at: at('01T14:10'), mm: 3.5 }, STEP);
    expect(rates).toEqual([{ at: at('01T14:10'), mmH: 3 }]);
  });

  it('is spread over a silence, and is all there', () => {
    const rates = rainBetween({ at: at('01T14:00'), mm: 3 }, { at: at('01T15:00'), mm: 9 }, STEP);
    expect(rates).toHaveLength(6);
    expect(mmOf(rates)).toBeCloseTo(6, 6);
  });

  it('begins anew after midnight, however much fell the day before', () => {
    const rates = rainBetween({ at: at('01T23:50'), mm: 40 }, { at: at('02T00:10'), mm: 0.5 }, STEP);
    expect(rates.map((rate) => rate.at)).toEqual([at('02T00:10')]);
    expect(mmOf(rates)).toBeCloseTo(0.5, 6);
    expect(mmOf(rainBetween({ at: at('01T18:00'), mm: 1 }, { at: at('02T03:00'), mm: 6 }, STEP))).toBeCloseTo(6, 6);
  });

  it('takes the total of midnight for that of the day that ends', () => {
    const rates = rainBetween({ at: at('01T23:50'), mm: 40 }, { at: at('02T00:00'), mm: 41 }, STEP);
    expect(mmOf(rates)).toBeCloseTo(1, 6);
    expect(mmOf(rainBetween({ at: at('02T00:00'), mm: 41 }, { at: at('02T00:10'), mm: 0.2 }, STEP))).toBeCloseTo(
      0.2,
      6,
    );
  });

  it('is nothing where the total was corrected downwards', () => {
    expect(mmOf(rainBetween({ at: at('01T14:00'), mm: 3 }, { at: at('01T14:10'), mm: 2 }, STEP))).toBe(0);
  });
});

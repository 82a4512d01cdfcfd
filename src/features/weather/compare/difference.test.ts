import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { amountsOf, atStep, differenceOf, extremesOf, sharedStep } from './difference.ts';

const NOON = Date.parse('2026-11-21T12:00+09:00');
const TEN = 10 * MINUTE_MS;

/** A reading this many minutes after noon. */
const reading = (minute: number, value: number): Point => [NOON + minute * MINUTE_MS, value, value, value];

describe('series of a house and a station', () => {
  it('meet at the step of the slower one, and at ten minutes at least', () => {
    expect(sharedStep([{ stepMs: MINUTE_MS }, { stepMs: MINUTE_MS }])).toBe(TEN);
    expect(sharedStep([{ stepMs: MINUTE_MS }, { stepMs: HOUR_MS }])).toBe(HOUR_MS);
  });

  it('are brought together by steps of the Seoul day, silences left out', () => {
    const points = [reading(0, 10), reading(3, 14), reading(9, 12), reading(31, 20)];
    expect(atStep(points, TEN)).toEqual([
      [NOON, 10, 12, 14],
      [NOON + 30 * MINUTE_MS, 20, 20, 20],
    ]);
    expect(atStep([reading(0, 1)], DAY_MS)).toEqual([[Date.parse('2026-11-21T00:00+09:00'), 1, 1, 1]]);
  });

  it('have a lift where both were heard, and none where one was silent', () => {
    const house = atStep([reading(0, 20), reading(10, 21), reading(30, 18)], TEN);
    const outside = atStep([reading(0, 12), reading(20, 12), reading(30, 19)], TEN);
    const lift = differenceOf(house, outside);
    expect(lift.map(([at, , mean]) => [(at - NOON) / MINUTE_MS, mean])).toEqual([
      [0, 8],
      [30, -1],
    ]);
  });

  it('are summed up by the ends and the mean of the lift, the earliest of equals', () => {
    const found = extremesOf([reading(0, 3), reading(10, 8), reading(20, 8), reading(30, -1)]);
    expect(found).toEqual({
      most: { at: NOON + 10 * MINUTE_MS, value: 8 },
      least: { at: NOON + 30 * MINUTE_MS, value: -1 },
      mean: 4.5,
    });
    expect(extremesOf([])).toBeNull();
  });
});

it('rain of 6 mm an hour is 1 mm in ten minutes and 144 mm in a day', () => {
  expect(amountsOf([reading(0, 6)], TEN)[0]?.[2]).toBeCloseTo(1, 9);
  expect(amountsOf([reading(0, 6)], DAY_MS)[0]?.[2]).toBeCloseTo(144, 9);
});

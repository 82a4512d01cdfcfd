import { describe, expect, it } from 'vitest';
import { HOUR_MS, startOfSeoulDate } from '../time/time.ts';
import { nightOnAt } from './outlook.ts';
import { frostAdvice, heatAdvice, isUnderLimit, lowestTonight } from './outlook-advice.ts';

const stretch = (expectedC: number | null, limitC: number) => ({ expectedC, errorC: 1, pastCount: 30, limitC });
const house = (
  expectedC: number | null,
  limitC: number,
  heatC: number | null = null,
  measuredC: number | null = null,
) => ({
  night: stretch(expectedC, limitC),
  heatC,
  measuredC,
});

describe('a night', () => {
  it('is the one that begins today from 8:00 on, and until then yesterday’s', () => {
    const day = startOfSeoulDate('2026-01-01');
    expect(nightOnAt(day + 8 * HOUR_MS - 1)).toBe('2025-12-31');
    expect(nightOnAt(day + 8 * HOUR_MS)).toBe('2026-01-01');
  });

  it('becomes as cold as is expected, or as it is already', () => {
    expect(lowestTonight(house(2.8, 3))).toBe(2.8);
    expect(lowestTonight(house(2.8, 3, null, 1.5))).toBe(1.5);
    expect(lowestTonight(house(2.8, 3, null, 6))).toBe(2.8);
    expect(lowestTonight(house(null, 3, null, 6))).toBeNull();
    expect(lowestTonight({ night: null, measuredC: 6 })).toBeNull();
  });

  it.each([
    ['below the limit without a heater', house(2.8, 3), { kind: 'shelter', toC: 3.5 }],
    ['at the limit', house(3, 3), null],
    ['below it where the heater is set lower', house(2.8, 3, 0), { kind: 'raise', toC: 3.5 }],
    ['as near below it as a heater set to it holds', house(7.5, 8, 8), null],
    ['further below it with the heater set to it', house(7.4, 8, 8), { kind: 'raise', toC: 8.5 }],
    ['below it though the heater is set high', house(5, 8, 10), { kind: 'check', toC: 8.5 }],
    ['below a limit between two steps', house(2, 2.3, 0), { kind: 'raise', toC: 3 }],
    ['already below it', house(4, 3, null, 2.5), { kind: 'shelter', toC: 3.5 }],
    ['not known', house(null, 3), null],
  ])('%s asks for what holds it', (_, given, advice) => {
    expect(frostAdvice(given)).toEqual(advice);
    expect(isUnderLimit(given)).toBe(advice !== null);
  });

  it('asks for a target that lies above the limit by half a degree to one, whatever the limit', () => {
    for (let tenths = -20; tenths <= 200; tenths += 1) {
      const limitC = tenths / 10;
      const toC = frostAdvice(house(limitC - 1, limitC))?.toC ?? Number.NaN;
      expect(toC - limitC).toBeGreaterThanOrEqual(0.5 - 1e-9);
      expect(toC - limitC).toBeLessThan(1 + 1e-9);
      expect(Number.isInteger(toC * 2)).toBe(true);
    }
  });
});

describe('a day', () => {
  it.each([
    [27.9, 25, 20, null],
    [28, 25, 20, 'air'],
    [28, 25, 25, 'shade'],
    [32.9, 33, 30, null],
    [33, 33, 30, 'air'],
    [33, 31, 31, 'shade'],
    [28, 25, null, 'air'],
    [null, 25, 30, null],
  ] as const)('of %s ℃ with a limit of %s ℃ and %s ℃ outside asks for %s', (expectedC, limitC, outsideC, advice) => {
    expect(heatAdvice(stretch(expectedC, limitC), outsideC)).toBe(advice);
  });
});

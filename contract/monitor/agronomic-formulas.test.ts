import { describe, expect, it } from 'vitest';
import {
  deficitState,
  dewPoint,
  growingDegreeHour,
  isCondensing,
  lightIntegral,
  vapourPressureDeficit,
} from './agronomic-formulas.ts';

describe('air', () => {
  // Calculated by hand from the cited formulas.
  it.each([
    [25, 60, 1.27],
    [30, 50, 2.12],
    [33, 40, 3.02],
    [20, 85, 0.35],
  ])('of %d ℃ and %d %% lacks %d kPa of water', (celsius, humidity, deficit) => {
    expect(vapourPressureDeficit(celsius, humidity)).toBeCloseTo(deficit, 2);
  });

  it.each([
    [25, 60, 16.7],
    [15, 90, 13.4],
    [10, 95, 9.2],
  ])('of %d ℃ and %d %% gives dew at %d ℃', (celsius, humidity, dew) => {
    expect(dewPoint(celsius, humidity)).toBeCloseTo(dew, 1);
  });

  it('is saturated at 100 %, and a sensor that says 0 % breaks nothing', () => {
    expect(vapourPressureDeficit(18, 100)).toBe(0);
    expect(dewPoint(18, 100)).toBeCloseTo(18, 6);
    expect(Number.isFinite(dewPoint(18, 0))).toBe(true);
  });

  it('wets the fruit when it is close to its dew point', () => {
    expect(isCondensing(10, 95)).toBe(true);
    expect(isCondensing(10, 92)).toBe(false);
  });

  it.each([
    [0.1, 'wet'],
    [0.3, 'humid'],
    [1, 'good'],
    [2, 'dry'],
    [3, 'stress'],
    [4, 'severe'],
  ] as const)('that lacks %d kPa is %s', (deficit, state) => {
    expect(deficitState(deficit)).toBe(state);
  });
});

describe('growing degree days', () => {
  it('count what lies above 12.8 ℃ and up to 35 ℃', () => {
    expect(growingDegreeHour(20) * 24).toBeCloseTo(7.2, 6);
    expect(growingDegreeHour(12.8)).toBe(0);
    expect(growingDegreeHour(5)).toBe(0);
    expect(growingDegreeHour(35) * 24).toBeCloseTo(22.2, 6);
    expect(growingDegreeHour(41)).toBe(growingDegreeHour(35));
  });
});

describe('light', () => {
  it('of 20 MJ/m² in a day is 41 mol/m²', () => {
    const watt = 20e6 / 86_400;
    expect(lightIntegral(watt, 24)).toBeCloseTo(41.1, 1);
  });
});

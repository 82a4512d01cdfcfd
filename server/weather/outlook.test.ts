import { describe, expect, it } from 'vitest';
import { expectedMin, type ForecastNight, type PastNight } from './outlook.ts';

const CLEAR: Omit<ForecastNight, 'forecastMinC'> = { windMps: 1, sky: 1 };
const CLOUDY: Omit<ForecastNight, 'forecastMinC'> = { windMps: 5, sky: 4 };

/** Thirty nights with forecasts between -2 and 8 ℃, in which `actual` came of what was forecast. */
function nights(actual: (night: ForecastNight) => number, count = 30): PastNight[] {
  return Array.from({ length: count }, (_, index) => {
    const night = { forecastMinC: -2 + ((index * 7) % 11), ...(index % 2 === 0 ? CLEAR : CLOUDY) };
    return { ...night, actualMinC: actual(night), nightsAgo: index + 1 };
  });
}

describe('the minimum to expect', () => {
  it('is none with fewer than seven nights', () => {
    const past = nights(({ forecastMinC }) => forecastMinC, 6);
    expect(expectedMin({ forecastMinC: 3, ...CLEAR }, past)).toBeNull();
    const old = nights(({ forecastMinC }) => forecastMinC, 7).map((night) => ({ ...night, nightsAgo: 31 }));
    expect(expectedMin({ forecastMinC: 3, ...CLEAR }, old)).toBeNull();
  });

  it('has the lift of the house', () => {
    const past = nights(({ forecastMinC }) => forecastMinC + 3);
    for (const forecastMinC of [-1, 2, 6]) {
      const expected = expectedMin({ forecastMinC, ...CLEAR }, past);
      expect(Math.abs((expected ?? 99) - (forecastMinC + 3))).toBeLessThan(0.3);
    }
  });

  it('has the forecast’s bias of nights like this one', () => {
    const past = nights(({ forecastMinC, sky }) => (sky === 1 ? forecastMinC - 2 : forecastMinC));
    const [clear, cloudy] = [CLEAR, CLOUDY].map((sky) => expectedMin({ forecastMinC: 3, ...sky }, past) ?? 99);
    expect(Math.abs((clear ?? 99) - 1)).toBeLessThan(0.3);
    expect(Math.abs((cloudy ?? 99) - 3)).toBeLessThan(0.3);
  });

  it('stays where the heater holds it', () => {
    const past = nights(({ forecastMinC }) => Math.max(8, forecastMinC + 3));
    const expected = expectedMin({ forecastMinC: -2, ...CLEAR }, past) ?? 99;
    expect(Math.abs(expected - 8)).toBeLessThan(0.3);
  });
});

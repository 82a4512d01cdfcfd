import { describe, expect, it } from 'vitest';
import { hash01 } from '#server/demo/noise.ts';
import { type Ahead, errorOf, expectExtreme, type Past } from './expect.ts';

const CLEAR: Omit<Ahead, 'extremeC'> = { windMps: 1, sky: 1, heatC: null };
const CLOUDY: Omit<Ahead, 'extremeC'> = { windMps: 5, sky: 4, heatC: null };

/** Nights with forecasts between -2 and 8 ℃, every other one clear and calm; `actual` gives the measured minimum. */
function nights(actual: (night: Ahead) => number, { count = 30, heatC = null as number | null } = {}): Past[] {
  return Array.from({ length: count }, (_, index) => {
    const night = { extremeC: -2 + ((index * 7) % 11), ...(index % 2 === 0 ? CLEAR : CLOUDY), heatC };
    return { ...night, actualC: actual(night), expectedC: null, daysAgo: index + 1 };
  });
}

describe('the minimum to expect', () => {
  it('is none with six nights of the last thirty, and one with seven', () => {
    const past = nights(({ extremeC }) => extremeC, { count: 7 });
    expect(expectExtreme({ extremeC: 3, ...CLEAR }, past.slice(1))).toBeNull();
    expect(expectExtreme({ extremeC: 3, ...CLEAR }, past)).not.toBeNull();
    const old = past.map((night) => ({ ...night, daysAgo: 31 }));
    expect(expectExtreme({ extremeC: 3, ...CLEAR }, old)).toBeNull();
  });

  it('has the lift of the house', () => {
    const past = nights(({ extremeC }) => extremeC + 3);
    for (const extremeC of [-1, 2, 6]) {
      expect(Math.abs((expectExtreme({ extremeC, ...CLEAR }, past) ?? 99) - (extremeC + 3))).toBeLessThan(0.3);
    }
  });

  it('has the bias that the forecast has in nights like this one', () => {
    const past = nights(({ extremeC, sky }) => (sky === 1 ? extremeC - 2 : extremeC));
    expect(Math.abs((expectExtreme({ extremeC: 3, ...CLEAR }, past) ?? 99) - 1)).toBeLessThan(0.3);
    expect(Math.abs((expectExtreme({ extremeC: 3, ...CLOUDY }, past) ?? 99) - 3)).toBeLessThan(0.3);
  });

  it('stays where the heater holds it', () => {
    const past = nights(({ extremeC }) => Math.max(8, extremeC + 3), { heatC: 8 });
    expect(Math.abs((expectExtreme({ extremeC: -2, ...CLEAR, heatC: 8 }, past) ?? 99) - 8)).toBeLessThan(0.3);
  });

  it('moves with what is shown, forgets the order and is no matter of whose thermometer it is', () => {
    for (let trial = 0; trial < 200; trial += 1) {
      const chance = (at: number) => hash01(trial, at);
      const past = nights(({ extremeC }) => extremeC + 4 * chance(extremeC + 9), {
        count: 8 + Math.floor(20 * chance(1)),
      });
      const ahead = { extremeC: -4 + 12 * chance(2), windMps: 8 * chance(3), sky: 1 + 3 * chance(4), heatC: null };
      const expected = expectExtreme(ahead, past) ?? Number.NaN;
      const [, by] = [0, -3 + 6 * chance(5)];
      const warmer = past.map((night) => ({ ...night, actualC: night.actualC + by }));
      expect(expectExtreme(ahead, warmer)).toBeCloseTo(expected + by, 9);
      const mild = past.map((night) => ({ ...night, extremeC: night.extremeC + by }));
      expect(expectExtreme({ ...ahead, extremeC: ahead.extremeC + by }, mild)).toBeCloseTo(expected, 9);
      expect(expectExtreme(ahead, [...past].reverse())).toBeCloseTo(expected, 9);
      // Bounds: a house that ignores the outside air, and one that follows it fully.
      const lifts = past.map((night) => night.actualC - night.extremeC);
      const [least, most] = [Math.min, Math.max].map((pick, at) => {
        const seen = past.map(({ actualC }) => actualC);
        return at === 0
          ? pick(...seen, ahead.extremeC + Math.min(...lifts))
          : pick(...seen, ahead.extremeC + Math.max(...lifts));
      });
      expect(expected).toBeGreaterThanOrEqual((least ?? Number.NaN) - 1e-9);
      expect(expected).toBeLessThanOrEqual((most ?? Number.NaN) + 1e-9);
    }
  });
});

describe('a heater that is set anew', () => {
  const held = nights(({ extremeC }) => Math.max(5, extremeC + 3), { heatC: 5 });

  it('lifts the nights it held', () => {
    expect(Math.abs((expectExtreme({ extremeC: -1, ...CLEAR, heatC: 8 }, held) ?? 99) - 8)).toBeLessThan(0.3);
  });

  it('is not believed where it was too weak', () => {
    const weak = nights(({ extremeC }) => extremeC + 3, { heatC: 12 });
    expect(Math.abs((expectExtreme({ extremeC: -1, ...CLEAR, heatC: 15 }, weak) ?? 99) - 2)).toBeLessThan(0.5);
  });

  it('leaves open what becomes of nights it held, when it holds less', () => {
    const cold = nights(() => 5, { heatC: 5 });
    expect(expectExtreme({ extremeC: -1, ...CLEAR, heatC: 2 }, cold)).toBeNull();
    expect(expectExtreme({ extremeC: -1, ...CLEAR, heatC: 5 }, cold)).toBeCloseTo(5, 1);
  });
});

describe('how far off it was', () => {
  it('is the mean of what was told, of the last thirty at most, and none of six', () => {
    const told = nights(() => 4, { count: 34 }).map((night, at) => ({ ...night, expectedC: at < 30 ? 5.5 : 99 }));
    expect(errorOf(told)).toBeCloseTo(1.5, 9);
    expect(errorOf(told.slice(0, 6))).toBeNull();
    expect(errorOf(told.map((night) => ({ ...night, expectedC: null })))).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vapourPressureDeficit } from '#contract/monitor/agronomic-formulas.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { type AirStep, airPeriodOf, graphOf } from './figures.ts';

const STEP_MS = 10 * MINUTE_MS;
const NIGHT = { begin: 0, end: 12 * HOUR_MS };

const air = (index: number, humidity: number, temperature: number | null = 10): AirStep => {
  return { at: index * STEP_MS, humidity, min: humidity, max: humidity, temperature, leafWetness: null };
};

describe('a period of air', () => {
  it('counts its wet hours, the longest of them in a row, and what it has readings of', () => {
    const steps = [91, 90, 89.9, 95, 95, 95].map((humidity, index) => air(index, humidity));
    expect(airPeriodOf(steps, NIGHT, STEP_MS)).toMatchObject({ coveredHours: 1, wetHours: 0.8, longestWetHours: 0.5 });
  });

  it('counts as wet what a leaf wetness sensor calls wet, however dry the air', () => {
    const steps = [49, 50, 100, null].map((leafWetness, index) => ({ ...air(index, 60), leafWetness }));
    expect(airPeriodOf(steps, NIGHT, STEP_MS)).toMatchObject({ coveredHours: 0.7, wetHours: 0.3 });
  });

  it('does not count on over a silence', () => {
    const steps = [air(0, 95), air(1, 95), air(9, 95)];
    expect(airPeriodOf(steps, NIGHT, STEP_MS)).toMatchObject({ wetHours: 0.5, longestWetHours: 0.3 });
  });

  it('lets a reading of a slow sensor stand for its interval', () => {
    const slow = [air(0, 95), air(3, 95), air(6, 80)];
    expect(airPeriodOf(slow, NIGHT, 3 * STEP_MS)).toMatchObject({
      coveredHours: 1.5,
      wetHours: 1,
      longestWetHours: 1,
    });
  });

  it('takes only what begins within it', () => {
    const steps = Array.from({ length: 12 }, (_, index) => air(index, 95));
    expect(airPeriodOf(steps, { begin: 2 * STEP_MS, end: 5 * STEP_MS }, STEP_MS).wetHours).toBe(0.5);
  });

  it('tells mild wet hours and their warmth, and when water last settled', () => {
    const steps = [air(0, 92, 16), air(1, 92, 20), air(2, 92, 26), air(3, 70, 20), air(4, 96, 10), air(5, 60, 22)];
    const period = airPeriodOf(steps, NIGHT, STEP_MS);
    expect(period).toMatchObject({ wetMildHours: 0.3, wetMeanC: 18, condensingHours: 0.2 });
    expect(period.condensingUntil).toBe(5 * STEP_MS);
    expect(period.deficit?.max).toBeCloseTo(vapourPressureDeficit(22, 60), 3);
  });

  it('says of temperature nothing where there is none', () => {
    expect(airPeriodOf([air(0, 97, null)], NIGHT, STEP_MS)).toMatchObject({
      wetHours: 0.2,
      wetMildHours: null,
      wetMeanC: null,
      condensingHours: null,
      condensingUntil: null,
      deficit: null,
    });
  });

  it('never has more wet hours than covered ones, nor more covered ones than it is long', () => {
    const step = fc.tuple(fc.integer({ min: -20, max: 90 }), fc.double({ min: 0, max: 100, noNaN: true }));
    fc.assert(
      fc.property(fc.uniqueArray(step, { selector: ([index]) => index }), (drawn) => {
        const steps = drawn.sort(([a], [b]) => a - b).map(([index, humidity]) => air(index, humidity));
        const { coveredHours, wetHours, longestWetHours } = airPeriodOf(steps, NIGHT, STEP_MS);
        expect(longestWetHours).toBeLessThanOrEqual(wetHours);
        expect(wetHours).toBeLessThanOrEqual(coveredHours);
        expect(coveredHours).toBeLessThanOrEqual(12);
      }),
    );
  });
});

describe('the graph', () => {
  it('keeps the extremes of humidity and leaves the deficit out where there was no temperature', () => {
    const graph = graphOf([{ ...air(0, 60, 25), min: 55, max: 66 }, air(1, 80, null)]);
    expect(graph.humidity).toEqual([
      [0, 55, 60, 66],
      [STEP_MS, 80, 80, 80],
    ]);
    expect(graph.deficit).toEqual([[0, 1.267, 1.267, 1.267]]);
  });
});

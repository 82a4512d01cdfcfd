import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { degreeDays, lightDays, meanOfSensors } from './growth.ts';

const MIDNIGHT = startOfSeoulDate('2026-04-01');
const hours = (means: readonly number[], from = MIDNIGHT) =>
  means.map((mean, index) => ({ at: from + index * HOUR_MS, mean }));
const even = (mean: number, count = 24) => Array.from({ length: count }, () => mean);

describe('degree days', () => {
  it('are what the mean of each hour lies above the base, over the ceiling no more', () => {
    expect(degreeDays(hours(even(22.8)))).toEqual([{ on: '2026-04-01', value: expect.closeTo(10, 6) }]);
    expect(degreeDays(hours(even(40)))[0]?.value).toBeCloseTo(35 - 12.8, 6);
    expect(degreeDays(hours(even(5)))[0]?.value).toBe(0);
    // Half a warm day counts by its hours, although the day's mean is below the base.
    expect(degreeDays(hours([...even(2, 12), ...even(22.8, 12)]))[0]?.value).toBeCloseTo(5, 6);
  });

  it('leave a day out that was silent for long, and do not shorten one that was silent for a little', () => {
    expect(degreeDays(hours(even(22.8, 17)))).toEqual([]);
    expect(degreeDays(hours(even(22.8, 18)))[0]?.value).toBeCloseTo(10, 6);
  });

  it('belong to Seoul days', () => {
    const days = degreeDays([...hours(even(20)), ...hours(even(25), MIDNIGHT + DAY_MS)]);
    expect(days.map(({ on }) => on)).toEqual(['2026-04-01', '2026-04-02']);
  });
});

describe('the light of a day', () => {
  it('is its sunlight in photons', () => {
    // 20 MJ/m² are 41 mol/m² (agronomy notes).
    const watts = [...even(0, 12), ...even(20e6 / 12 / 3600, 12)];
    expect(lightDays(hours(watts))[0]?.value).toBeCloseTo(41.1, 1);
  });
});

describe('several sensors', () => {
  it('are one by their mean, where any of them speaks', () => {
    expect(meanOfSensors([hours([10, 20, 30]), hours([14])])).toEqual(hours([12, 20, 30]));
    expect(meanOfSensors([])).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSeoulDays,
  bucketLevels,
  bucketStart,
  DAY_MS,
  HOUR_MS,
  isSeoulDate,
  MINUTE_MS,
  resolutionFor,
  seoulDate,
  seoulParts,
  startOfSeoulDate,
  startOfSeoulDay,
  stepOf,
} from './time.ts';

const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) });

describe('Seoul days', () => {
  it('begin at 15:00 UTC of the day before', () => {
    expect(startOfSeoulDate('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 15));
    expect(seoulDate(Date.UTC(2026, 10, 20, 14, 59, 59, 999))).toBe('2026-11-20');
    expect(seoulDate(Date.UTC(2026, 10, 20, 15))).toBe('2026-11-21');
  });

  it('hold every instant exactly once, whatever the zone of the machine', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const start = startOfSeoulDay(at);
        expect(start).toBe(startOfSeoulDate(seoulDate(at)));
        expect(at - start).toBeGreaterThanOrEqual(0);
        expect(at - start).toBeLessThan(DAY_MS);
      }),
    );
  });

  it('know their months and leap years', () => {
    expect(isSeoulDate('2028-02-29')).toBe(true);
    expect(isSeoulDate('2026-02-29')).toBe(false);
    expect(isSeoulDate('2026-13-01')).toBe(false);
    expect(isSeoulDate('2026-1-1')).toBe(false);
    expect(addSeoulDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addSeoulDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(() => startOfSeoulDate('2026-02-30')).toThrow(RangeError);
  });

  it('show the clock of Seoul', () => {
    expect(seoulParts(Date.UTC(2026, 10, 20, 20, 20))).toEqual({
      year: 2026,
      month: 11,
      day: 21,
      weekday: 6,
      hour: 5,
      minute: 20,
    });
  });
});

describe('buckets', () => {
  it('nest: a 10-minute bucket lies in one hour, an hour in one Seoul day', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const ten = bucketStart(at, bucketLevels['10m']);
        const hour = bucketStart(at, bucketLevels['1h']);
        const day = bucketStart(at, bucketLevels['1d']);
        expect(bucketStart(ten, bucketLevels['1h'])).toBe(hour);
        expect(bucketStart(hour, bucketLevels['1d'])).toBe(day);
        expect(day).toBe(startOfSeoulDay(at));
      }),
    );
  });
});

describe('the resolution of a range', () => {
  it('is the finest that keeps a series near the limit', () => {
    expect(resolutionFor(DAY_MS, MINUTE_MS)).toBe('raw');
    expect(resolutionFor(DAY_MS, 10_000)).toBe('10m');
    expect(resolutionFor(7 * DAY_MS, MINUTE_MS)).toBe('10m');
    expect(resolutionFor(30 * DAY_MS, MINUTE_MS)).toBe('1h');
    expect(resolutionFor(365 * DAY_MS, MINUTE_MS)).toBe('1d');
  });

  it('never asks for more points than a chart takes, below ten years', () => {
    fc.assert(
      fc.property(fc.integer({ min: HOUR_MS, max: 1_500 * DAY_MS }), (range) => {
        const resolution = resolutionFor(range, MINUTE_MS);
        expect(range / stepOf(resolution, MINUTE_MS)).toBeLessThanOrEqual(1_500);
      }),
    );
  });
});

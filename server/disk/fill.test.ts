import { describe, expect, it } from 'vitest';
import { addSeoulDays, startOfSeoulDate } from '#contract/time/time.ts';
import { fillOf } from './fill.ts';

const FIRST = '2026-11-01';
const now = startOfSeoulDate('2026-11-11');
const sizesOf = (...megabytes: number[]) =>
  megabytes.map((size, day) => ({ onDate: addSeoulDays(FIRST, day), bytes: size * 1e6 }));

describe('when a disk is full', () => {
  it('is told by what the folder grew a day', () => {
    const steady = sizesOf(100, 103, 106, 109, 112, 115, 118, 121);
    expect(fillOf(steady, 300e6, now)).toEqual({ bytesPerDay: 3_000_000, fullOn: '2027-02-19' });
  });

  it('is decided by no single day', () => {
    const cleanedUp = sizesOf(100, 103, 106, 109, 62, 115, 118, 121);
    const { bytesPerDay } = fillOf(cleanedUp, 300e6, now);
    expect(bytesPerDay).toBeGreaterThan(2_000_000);
    expect(bytesPerDay).toBeLessThan(4_000_000);
  });

  it('is not known within the first week', () => {
    expect(fillOf(sizesOf(100, 200, 300, 400, 500, 600, 700), 300e6, now)).toEqual({ bytesPerDay: null, fullOn: null });
    expect(fillOf([], 300e6, now)).toEqual({ bytesPerDay: null, fullOn: null });
  });

  it('has no day where nothing grows, or not within ten years', () => {
    expect(fillOf(sizesOf(8, 7, 6, 5, 4, 3, 2, 1), 300e6, now)).toEqual({ bytesPerDay: -1_000_000, fullOn: null });
    expect(fillOf(sizesOf(1, 2, 3, 4, 5, 6, 7, 8), 4_000e6, now)).toEqual({ bytesPerDay: 1_000_000, fullOn: null });
  });
});

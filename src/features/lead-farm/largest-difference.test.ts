import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { compared } from './largest-difference.ts';

const DAY = startOfSeoulDate('2026-11-20');
const STEP_MS = 10 * MINUTE_MS;

/** A day in ten-minute steps; undefined values are gaps. */
const series = (valueAt: (hour: number) => number | undefined, type: ChannelTypeName = 'TEMPERATURE', begin = DAY) => ({
  type,
  stepMs: STEP_MS,
  points: Array.from({ length: 144 }, (_, index) => index / 6).flatMap((hour): Point[] => {
    const value = valueAt(hour);
    return value === undefined ? [] : [[begin + hour * HOUR_MS, value, value, value]];
  }),
});

describe('the largest difference', () => {
  it('is the colder dawn', () => {
    const own = series((hour) => (hour < 7 ? 5.9 : 20));
    const lead = series((hour) => (hour < 7 ? 8 : 21));
    const found = compared(own, lead)?.largest;
    expect(found).toMatchObject({ aspect: 'dawnLow', own: 5.9, lead: 8, day: DAY });
    expect(found?.difference).toBeCloseTo(-2.1, 6);
  });

  it('is the hotter noon, where that is further off', () => {
    const own = series((hour) => (hour < 7 ? 7 : 31));
    const lead = series((hour) => (hour < 7 ? 8 : 26));
    expect(compared(own, lead)?.largest).toMatchObject({ aspect: 'dayHigh', difference: 5 });
  });

  it('names the day on which it was', () => {
    const join = (...days: { points: Point[] }[]) => ({
      ...series(() => 0),
      points: days.flatMap((day) => day.points),
    });
    const tomorrow = DAY + DAY_MS;
    const own = join(
      series(() => 10),
      series(() => 4, 'TEMPERATURE', tomorrow),
    );
    const lead = join(
      series(() => 11),
      series(() => 9, 'TEMPERATURE', tomorrow),
    );
    expect(compared(own, lead)?.largest).toMatchObject({ day: tomorrow, difference: -5 });
  });

  it('sees an extreme inside a bucket, which the mean hides', () => {
    const own = series(() => 10);
    const frost = own.points.map(([at, , mean, max], index): Point => [at, index === 20 ? -1 : 10, mean, max]);
    expect(
      compared(
        { ...own, points: frost },
        series(() => 10),
      )?.largest,
    ).toMatchObject({
      aspect: 'dawnLow',
      own: -1,
      lead: 10,
    });
  });

  it('looks at the wettest dawn of humidity, and at whole days where there are only days', () => {
    const own = series((hour) => (hour < 7 ? 99 : 60), 'HUMIDITY');
    const lead = series((hour) => (hour < 7 ? 88 : 60), 'HUMIDITY');
    expect(compared(own, lead)?.largest).toMatchObject({ aspect: 'dawnHigh', difference: 11 });
    const daily = (min: number) => ({
      type: 'TEMPERATURE' as const,
      stepMs: DAY_MS,
      points: [[DAY, min, 10, 20] as const],
    });
    expect(compared(daily(2), daily(5))?.largest).toMatchObject({ aspect: 'low', difference: -3 });
  });

  it('is one of means for what runs and rests', () => {
    const heater = (share: number) => series((hour) => (hour % 1 < share ? 100 : 0), 'HEATER');
    const found = compared(heater(0.5), heater(0.33));
    expect(found?.largest?.aspect).toBe('mean');
    expect(found?.largest?.difference).toBeCloseTo(100 / 6, 3);
  });

  it('does not take a silence for warmth', () => {
    // The lead farm has a gap while the own house was coldest.
    const own = series((hour) => (hour < 2 ? -4 : 8));
    const lead = series((hour) => (hour < 2 ? undefined : 8));
    expect(compared(own, lead)?.largest).toMatchObject({ difference: 0 });
    expect(compared(own, lead)?.own.low).toBe(8);
  });

  it('says nothing of hours that are not half there, and nothing at all of farms that never spoke together', () => {
    const dawnOnly = series((hour) => (hour < 3 ? 5 : undefined));
    expect(
      compared(
        dawnOnly,
        series(() => 9),
      ),
    ).toMatchObject({ largest: null, own: { low: 5 }, sharedMs: 3 * HOUR_MS });
    expect(
      compared(
        dawnOnly,
        series((hour) => (hour < 3 ? undefined : 9)),
      ),
    ).toBeNull();
  });

  it('compares raw readings that do not come at the same instants', () => {
    const own = { ...series(() => 10), stepMs: MINUTE_MS };
    const shifted = own.points.map(([at]): Point => [at + 3 * MINUTE_MS, 12, 12, 12]);
    expect(compared(own, { ...own, points: shifted })?.largest?.difference).toBe(-2);
  });

  it('turns its sign when the sides are changed', () => {
    const value = fc.option(
      fc.integer({ min: -50, max: 400 }).map((tenths) => tenths / 10),
      { nil: undefined },
    );
    const day = fc.array(value, { minLength: 144, maxLength: 144 });
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [own, lead] = [series((hour) => a[Math.round(hour * 6)]), series((hour) => b[Math.round(hour * 6)])];
        const [there, back] = [compared(own, lead), compared(lead, own)];
        expect(back?.own).toEqual(there?.lead);
        expect(back?.largest?.difference ?? 0).toBeCloseTo(-(there?.largest?.difference ?? 0), 9);
      }),
    );
  });
});

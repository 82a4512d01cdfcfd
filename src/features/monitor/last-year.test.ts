import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { DAY_MS, HOUR_MS, seoulDate, seoulParts } from '#contract/time/time.ts';
import { askLastYear, dayOfLastYear, largestDayGap, lastYearSeries, shiftedByYear } from './last-year.ts';
import { spanOf } from './ranges.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const span = (begin: string, end: string) => ({ begin: at(begin), end: at(end) });

/** A point every hour; its value is the Seoul date as a number: 20261121. */
function hourly({ begin, end }: { begin: number; end: number }): Point[] {
  const points: Point[] = [];
  for (let time = begin; time < end; time += HOUR_MS) {
    const value = Number(seoulDate(time).replaceAll('-', ''));
    points.push([time, value, value, value]);
  }
  return points;
}

function series(index: number, points: Point[], type: Series['type'] = 'TEMPERATURE'): Series {
  return { index, type, name: '온도', areaName: '1동', unit: '℃', stepMs: HOUR_MS, points };
}

function record(...sensorGraph: Series[]): MonitorRecord {
  return { data: { sensorGraph, deviceGraph: [] }, resolution: '1h', begin: 0, end: 0 };
}

describe('the same days of last year', () => {
  it('have the same dates, and 29 February looks back at the 28th', () => {
    expect(dayOfLastYear('2026-11-21')).toBe('2025-11-21');
    expect(dayOfLastYear('2028-02-29')).toBe('2027-02-28');
    expect(dayOfLastYear('2029-02-28')).toBe('2028-02-28');
  });

  it('are asked for with the same Seoul clocks', () => {
    const asked = askLastYear({ begin: '2026-11-14T18:20:00+09:00', end: '2026-11-21T18:20:00+09:00' });
    expect(spanOf(asked)).toEqual(span('2025-11-14T18:20', '2025-11-21T18:20'));
    expect(spanOf(askLastYear({ begin: '2026-11-21', end: '2026-11-21' }))).toEqual(
      span('2025-11-21T00:00', '2025-11-22T00:00'),
    );
  });

  it('are asked for whole around 29 February', () => {
    const week = askLastYear({ begin: '2028-02-28T16:02:00+09:00', end: '2028-03-06T16:02:00+09:00' });
    expect(spanOf(week)).toEqual(span('2027-02-28T00:00', '2027-03-07T00:00'));
    const night = askLastYear({ begin: '2028-02-28T18:00:00+09:00', end: '2028-02-29T07:00:00+09:00' });
    expect(spanOf(night)).toEqual(span('2027-02-28T00:00', '2027-03-01T00:00'));
  });

  it('are a range of at least ten minutes for every such range, on the dates of last year', () => {
    const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2033, 0, 1) });
    fc.assert(
      fc.property(moment, fc.integer({ min: 600_000, max: 400 * DAY_MS }), (begin, lengthMs) => {
        const asked = { begin: new Date(begin).toISOString(), end: new Date(begin + lengthMs).toISOString() };
        const earlier = spanOf(askLastYear(asked));
        expect(earlier.end - earlier.begin).toBeGreaterThanOrEqual(600_000);
        expect(seoulDate(earlier.begin)).toBe(dayOfLastYear(seoulDate(begin)));
        expect(seoulDate(earlier.end - 1)).toBe(dayOfLastYear(seoulDate(begin + lengthMs - 1)));
      }),
    );
  });
});

describe('last year laid over this year', () => {
  it('stands at the same dates and clocks, also beyond a leap day of either year', () => {
    for (const year of [2026, 2028, 2029]) {
      const range = span(`${year}-02-20T06:00`, `${year}-03-10T18:00`);
      const asked = { begin: new Date(range.begin).toISOString(), end: new Date(range.end).toISOString() };
      const laid = shiftedByYear(hourly(spanOf(askLastYear(asked))), range, HOUR_MS);
      expect(laid.map(([time]) => time)).toEqual(hourly(range).map(([time]) => time));
      for (const [time, , mean] of laid) {
        expect(mean).toBe(Number(dayOfLastYear(seoulDate(time)).replaceAll('-', '')));
      }
    }
  });

  it('keeps its clock', () => {
    const [point] = shiftedByYear(
      [[at('2025-11-21T05:20'), 1, 2, 3]],
      span('2026-11-20T00:00', '2026-11-22T00:00'),
      HOUR_MS,
    );
    expect(point).toEqual([at('2026-11-21T05:20'), 1, 2, 3]);
    expect(seoulParts(point?.[0] ?? 0)).toMatchObject({ hour: 5, minute: 20 });
  });

  it('is drawn pale and dashed, on the axis and in the colour of this year', () => {
    const [drawn] = lastYearSeries(record(series(3, [])), (label) => `작년 ${label}`);
    expect(drawn).toMatchObject({ label: '작년 온도', unit: '℃', colour: 'temperature', kind: 'line', isPale: true });
    expect(drawn?.dash).not.toEqual([]);
    expect(drawn?.key).not.toBe('3');
  });
});

describe('the largest gap between the years', () => {
  const steady = (begin: string, hours: number, value: number): Point[] =>
    Array.from({ length: hours }, (_, hour) => [at(begin) + hour * HOUR_MS, value, value, value]);

  it('is the day whose means lie furthest apart, this year less last year', () => {
    const now = [...steady('2026-11-20T00:00', 24, 12), ...steady('2026-11-21T00:00', 24, 8)];
    const then = [...steady('2026-11-20T00:00', 24, 11), ...steady('2026-11-21T00:00', 24, 10.5)];
    expect(largestDayGap(record(series(1, now)), record(series(1, then)))).toMatchObject({
      day: at('2026-11-21T00:00'),
      difference: -2.5,
    });
  });

  it('speaks for the hours of both years alone, and not for a day of which there are too few', () => {
    const then = [...steady('2026-11-20T00:00', 12, 10), ...steady('2026-11-20T12:00', 12, 99)];
    const half = record(series(1, steady('2026-11-20T00:00', 12, 13)));
    expect(largestDayGap(half, record(series(1, then)))).toMatchObject({ difference: 3 });
    const less = record(series(1, steady('2026-11-20T00:00', 11, 13)));
    expect(largestDayGap(less, record(series(1, then)))).toBeNull();
  });

  it('is of the temperature where there is one', () => {
    const air = series(1, steady('2026-11-20T00:00', 24, 12));
    const damp = series(2, steady('2026-11-20T00:00', 24, 80), 'HUMIDITY');
    const past = record(
      { ...air, points: steady('2026-11-20T00:00', 24, 11) },
      { ...damp, points: steady('2026-11-20T00:00', 24, 20) },
    );
    expect(largestDayGap(record(damp, air), past)).toMatchObject({ difference: 1, series: { index: 1 } });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import { timeTicks } from './time-ticks.ts';

const seoul = (text: string) => Date.parse(`${text}+09:00`);
const labels = (begin: string, end: string, widthPx: number) =>
  timeTicks({ begin: seoul(begin), end: seoul(end) }, widthPx, 14).map(({ label }) => label);

/** The width of a label in Noto Sans at 14 px, rounded up. */
const labelPx = (label: string) =>
  [...label].reduce((sum, letter) => sum + (/[가-힣]/.test(letter) ? 13 : /\d/.test(letter) ? 7.9 : 4), 0);

describe('time ticks', () => {
  it('write the clock in hours and the date at midnight in Seoul', () => {
    expect(labels('2026-11-20T05:20', '2026-11-21T05:20', 280)).toEqual(['06:00', '12:00', '18:00', '11월 21일']);
  });

  it('begin every day at midnight in Seoul, whatever the width', () => {
    expect(labels('2026-11-20T00:00', '2026-11-20T06:00', 900)[0]).toBe('11월 20일');
    expect(labels('2026-11-20T00:00', '2026-11-20T01:00', 300)).toEqual([
      '11월 20일',
      '00:15',
      '00:30',
      '00:45',
      '01:00',
    ]);
  });

  it('write the month once and then the days', () => {
    expect(labels('2026-10-29T12:00', '2026-11-03T12:00', 400)).toEqual([
      '10월 30일',
      '31일',
      '11월 1일',
      '2일',
      '3일',
    ]);
  });

  it('put weeks on Mondays', () => {
    const ticks = timeTicks({ begin: seoul('2026-09-20T00:00'), end: seoul('2026-11-21T00:00') }, 600, 14);
    expect(ticks.map(({ at }) => seoulParts(at).weekday)).toEqual(ticks.map(() => 1));
    expect(ticks[0]?.label).toBe('9월 21일');
  });

  it('put parts of a month on the 1st, 11th and 21st', () => {
    expect(labels('2026-02-15T00:00', '2026-05-05T00:00', 500)).toEqual([
      '21일',
      '3월',
      '11일',
      '21일',
      '4월',
      '11일',
      '21일',
      '5월',
    ]);
  });

  it('mark the year among months', () => {
    expect(labels('2025-11-21T00:00', '2026-11-21T00:00', 900).slice(0, 3)).toEqual(['12월', '2026년', '2월']);
    expect(labels('2025-11-21T00:00', '2026-11-21T00:00', 250)).toEqual(['2026년', '4월', '7월', '10월']);
  });

  it('lie on round Seoul times within the range, ascending and with labels that do not touch', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: seoul('2020-01-01T00:00'), max: seoul('2030-01-01T00:00') }),
        fc.integer({ min: 10 * MINUTE_MS, max: 1_500 * DAY_MS }),
        fc.integer({ min: 180, max: 1_400 }),
        (begin, spanMs, widthPx) => {
          const ticks = timeTicks({ begin, end: begin + spanMs }, widthPx, 14);
          let previous = { at: Number.NEGATIVE_INFINITY, label: '' };
          for (const { at, label } of ticks) {
            expect(at).toBeGreaterThanOrEqual(begin);
            expect(at).toBeLessThanOrEqual(begin + spanMs);
            expect(at % MINUTE_MS).toBe(0);
            const apartPx = ((at - previous.at) / spanMs) * widthPx;
            expect(apartPx).toBeGreaterThan((labelPx(label) + labelPx(previous.label)) / 2);
            previous = { at, label };
          }
        },
      ),
    );
  });

  it('count days from a bud break where they are told so', () => {
    const begin = seoul('2026-03-01T00:00');
    const season = { begin, end: begin + 365 * DAY_MS, daysFrom: begin };
    expect(timeTicks(season, 400, 14).map(({ label }) => label)).toEqual([
      '0일',
      '50일',
      '100일',
      '150일',
      '200일',
      '250일',
      '300일',
      '350일',
    ]);
    expect(timeTicks({ ...season, begin: begin + 10 * DAY_MS + 1, end: begin + 13 * DAY_MS }, 400, 14)).toMatchObject([
      { at: begin + 11 * DAY_MS, label: '11일', major: false },
      { label: '12일' },
      { label: '13일' },
    ]);
  });

  it('are none on an axis without room or range', () => {
    expect(timeTicks({ begin: 0, end: 0 }, 500, 14)).toEqual([]);
    expect(timeTicks({ begin: 0, end: DAY_MS }, 0, 14)).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthPartOf } from '../growth-calendar/growth-calendar.ts';
import { DAY_MS, HOUR_MS, seoulDate, seoulMonth, seoulParts, startOfSeoulDate } from '../time/time.ts';
import { addSeoulMonths, monthPartSpans, seoulMonthText } from './statistics.ts';

const month = fc
  .tuple(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, at]) => `${year}-${String(at).padStart(2, '0')}`);

describe('the thirds of a month', () => {
  it('cover it from its first instant to the next month’s, without gap or overlap', () => {
    fc.assert(
      fc.property(month, (text) => {
        const spans = monthPartSpans(text);
        expect(spans.map(({ part }) => part)).toEqual(['early', 'mid', 'late']);
        expect(spans[0]?.begin).toBe(startOfSeoulDate(`${text}-01`));
        expect(spans[1]?.begin).toBe(spans[0]?.end);
        expect(spans[2]?.begin).toBe(spans[1]?.end);
        expect(spans[2]?.end).toBe(startOfSeoulDate(`${addSeoulMonths(text, 1)}-01`));
      }),
    );
  });

  it('have ten days, ten days and what is left of the month', () => {
    const days = (text: string) => monthPartSpans(text).map(({ begin, end }) => (end - begin) / DAY_MS);
    expect(days('2026-11')).toEqual([10, 10, 10]);
    expect(days('2026-12')).toEqual([10, 10, 11]);
    expect(days('2026-02')).toEqual([10, 10, 8]);
    expect(days('2028-02')).toEqual([10, 10, 9]);
    expect(days('2100-02')).toEqual([10, 10, 8]);
  });

  it('hold each instant in the third that its Seoul day belongs to, the first and the last day included', () => {
    fc.assert(
      fc.property(month, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const spans = monthPartSpans(text);
        const begin = spans[0]?.begin ?? 0;
        const end = spans[2]?.end ?? 0;
        const at = Math.min(Math.floor(begin + share * (end - begin)), end - 1);
        const holding = spans.filter((span) => at >= span.begin && at < span.end);
        expect(holding).toHaveLength(1);
        expect(holding[0]?.part).toBe(monthPartOf(seoulParts(at).day));
        expect(seoulMonth(at)).toBe(text);
      }),
    );
  });

  it('change at midnight of Seoul and not at that of Greenwich', () => {
    const [, mid] = monthPartSpans('2026-11');
    expect(seoulDate((mid?.begin ?? 0) - 1)).toBe('2026-11-10');
    expect(new Date(mid?.begin ?? 0).toISOString()).toBe('2026-11-10T15:00:00.000Z');
    expect(seoulDate((mid?.end ?? 0) - HOUR_MS)).toBe('2026-11-20');
  });
});

describe('months', () => {
  it('are counted over the turn of the year, there and back', () => {
    expect(addSeoulMonths('2026-12', 1)).toBe('2027-01');
    expect(addSeoulMonths('2026-01', -1)).toBe('2025-12');
    expect(addSeoulMonths('2026-11', -35)).toBe('2023-12');
    fc.assert(
      fc.property(month, fc.integer({ min: -200, max: 200 }), (text, by) => {
        expect(addSeoulMonths(addSeoulMonths(text, by), -by)).toBe(text);
      }),
    );
  });

  it('are refused where they do not exist', () => {
    const fits = (text: string) => seoulMonthText.safeParse(text).success;
    expect(['2026-11', '2028-02'].map(fits)).toEqual([true, true]);
    expect(['2026-13', '2026-00', '2026-1', '2026-11-01', '', '11-2026'].some(fits)).toBe(false);
  });
});

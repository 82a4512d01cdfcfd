import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '../time/time.ts';
import { problemsOf } from '../wire/problem-text.ts';
import { ownTargets } from './calendar-edit.ts';
import { aheadOfCalendar, monthPartOf, periodAt, periodIndexOf } from './growth-calendar.ts';

const on = (date: string) => startOfSeoulDate(date) + 12 * HOUR_MS;
const calendar = { budBreak: '03-01', periods: Array.from({ length: 36 }, (_, at) => at) };

describe('a period of the calendar', () => {
  it('is a third of a month on the Seoul calendar', () => {
    expect([1, 10, 11, 20, 21, 31].map(monthPartOf)).toEqual(['early', 'early', 'mid', 'mid', 'late', 'late']);
    expect(periodIndexOf(startOfSeoulDate('2026-01-01'))).toBe(0);
    expect(periodIndexOf(startOfSeoulDate('2026-01-11') - 1)).toBe(0);
    expect(periodIndexOf(startOfSeoulDate('2026-01-11'))).toBe(1);
    expect(periodIndexOf(on('2026-12-31'))).toBe(35);
  });

  it('goes by the month while no bud break is noted', () => {
    expect(periodAt(calendar, null, on('2026-11-21'))).toBe(10 * 3 + 2);
  });

  it('counts from the bud break of the trees: ten days earlier is ten days further on', () => {
    expect(aheadOfCalendar('03-01', '2026-02-19', on('2026-04-15'))).toBe(10 * DAY_MS);
    expect(periodAt(calendar, '2026-02-19', on('2026-02-19'))).toBe(periodIndexOf(on('2026-03-01')));
    expect(periodAt(calendar, '2026-02-19', on('2026-04-15'))).toBe(periodIndexOf(on('2026-04-25')));
    expect(periodAt(calendar, '2026-03-11', on('2026-04-15'))).toBe(periodIndexOf(on('2026-04-05')));
  });

  it('goes on over the new year', () => {
    expect(periodAt(calendar, '2026-02-19', on('2026-12-25'))).toBe(0);
    expect(periodAt(calendar, '2026-03-11', on('2027-01-05'))).toBe(35);
  });

  it('takes a forced bud break in December for that of the coming spring', () => {
    expect(aheadOfCalendar('02-25', '2026-12-28', on('2027-01-05'))).toBe(59 * DAY_MS);
  });

  it('goes by the month again when the bud break lies ahead, is long over, or is no day', () => {
    expect(aheadOfCalendar('03-01', '2027-02-01', on('2026-11-21'))).toBeNull();
    expect(aheadOfCalendar('03-01', '2025-02-01', on('2026-11-21'))).toBeNull();
    expect(aheadOfCalendar('03-01', '2026-02-30', on('2026-11-21'))).toBeNull();
    expect(periodAt(calendar, '2025-02-01', on('2026-11-21'))).toBe(periodIndexOf(on('2026-11-21')));
  });
});

it('tells of a target that is no figure how one is written', () => {
  const read = ownTargets.safeParse({ row: 'abc', high: { min: 5, max: 8 }, watering: '많이', wateringInterval: 7 });
  expect(problemsOf(read.error ?? new z.core.$ZodError([]))).toEqual({
    row: '숫자로 8이나 5~8처럼, 또는 ‘자연온도’라고 적어 주세요.',
    watering: '숫자로 8이나 5~8처럼, 또는 ‘절수 관리’라고 적어 주세요.',
  });
  expect(
    ownTargets.safeParse({ row: 'natural', high: null, watering: 'water-saving', wateringInterval: null }).success,
  ).toBe(true);
});

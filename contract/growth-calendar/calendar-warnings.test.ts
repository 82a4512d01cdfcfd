import { describe, expect, it } from 'vitest';
import { calendarWarnings } from './calendar-warnings.ts';
import type { CalendarPeriod } from './growth-calendar.ts';

const crop = { itemsName: '한라봉', isHeated: false, rowBefore: 'natural' as CalendarPeriod['row'] };
type Judged = Pick<CalendarPeriod, 'month' | 'stages' | 'row' | 'high'>;
const shoots: Judged = { month: 3, stages: ['shootGrowth'], row: 12, high: 22 };
const namesOf = (period: Judged, of = crop) => calendarWarnings(period, of).map(({ name }) => name);

describe('what guidance says against a target', () => {
  it('is that day and night are more than 10 ℃ apart before bloom, with its source', () => {
    expect(namesOf(shoots)).toEqual([]);
    const [warning, ...others] = calendarWarnings({ ...shoots, high: 22.1 }, crop);
    expect(warning).toMatchObject({ name: 'gap', field: 'high', message: expect.stringContaining('10 ℃') });
    expect(warning?.source).toBe('S7');
    expect(others).toEqual([]);
    expect(namesOf({ ...shoots, stages: ['fullBloom'], high: 23 })).toEqual([]);
  });

  it('takes the widest of ranges, and nothing of natural temperature', () => {
    expect(namesOf({ ...shoots, row: { min: 11, max: 14 }, high: { min: 20, max: 22 } })).toEqual(['gap']);
    expect(namesOf({ ...shoots, row: 'natural', high: 25 })).toEqual([]);
  });

  it('is about cold nights at bloom only where trees were woken by heating', () => {
    const bloom: Judged = { month: 4, stages: ['fullBloom'], row: 14, high: 24 };
    expect(namesOf(bloom)).toEqual([]);
    expect(namesOf(bloom, { ...crop, isHeated: true })).toEqual(['coldBloom', 'coldHeated']);
  });

  it.each([
    ['hotBeforeBloom', { ...shoots, row: 20, high: 30 }],
    ['hotBloom', { month: 4, stages: ['fullBloom'], row: 18, high: 28.5 }],
    ['hotDrop', { month: 5, stages: ['firstDrop'], row: 16, high: 28 }],
    ['hotSummer', { month: 7, stages: ['earlySwelling'], row: 'natural', high: 33 }],
    ['hotWinter', { month: 1, stages: ['harvest'], row: 3, high: 16 }],
    ['coldWinter', { month: 1, stages: ['harvest'], row: 1.9, high: 15 }],
  ] satisfies [string, Judged][])('is %s', (name, period) => {
    expect(namesOf(period)).toEqual([name]);
  });

  it('is that nights are cooled for colour faster than by 1 ℃ in two days, in three below 20 ℃', () => {
    const cooledTo = (
      row: CalendarPeriod['row'],
      rowBefore: CalendarPeriod['row'],
      stage: 'colouring' | 'lateSwelling' = 'colouring',
    ) => namesOf({ month: 7, stages: [stage], row, high: 30 }, { ...crop, rowBefore });
    // Six days to 20 ℃, and 1.33 ℃ in the remaining four.
    expect([cooledTo(18.6, 23), cooledTo(18.7, 23)]).toEqual([['fastCooling'], []]);
    expect([cooledTo(20.9, 26), cooledTo(21, 26)]).toEqual([['fastCooling'], []]);
    // At 17 ℃ the house is open, so lower values give no warning.
    expect([cooledTo(8, 20), cooledTo(8, 'natural'), cooledTo(8, 23, 'lateSwelling')]).toEqual([[], [], []]);
    // Natural temperature opens the house: too early while slow cooling would still be above 17 ℃.
    expect([cooledTo('natural', 22), cooledTo('natural', 20), cooledTo('natural', 'natural')]).toEqual([
      ['fastCooling'],
      [],
      [],
    ]);
  });

  it('asks warmer winters and cooler early summers of 레드향', () => {
    const kanpei = { ...crop, itemsName: '레드향' };
    const winter: Judged = { month: 2, stages: ['harvest'], row: 2.5, high: 15 };
    expect([namesOf(winter), namesOf(winter, kanpei)]).toEqual([[], ['coldWinter']]);
    const summer: Judged = { month: 6, stages: ['earlySwelling'], row: 'natural', high: 30 };
    expect([namesOf(summer), namesOf(summer, kanpei)]).toEqual([[], ['hotCracking']]);
  });
});

import { expect, test } from 'vitest';
import { calendarKeys, monthKeys, seasonKeys } from './season-prefetch.ts';

const crop = (cropId: string) => ({
  cropId,
  itemCode: 'CRO001',
  itemsName: '한라봉',
  variety: '',
  house: '',
  budBreakOn: null,
  isHeated: false,
  calendar: null,
});

test('asks for the season, the Seoul year and the one before of each crop that has a calendar', () => {
  const calendar = { cultivation: '무가온', budBreak: '03-01', fullBloom: '04-12', harvest: [1], periods: [] };
  const newYear = Date.parse('2027-01-01T00:30:00+09:00');
  expect(seasonKeys({ crops: [{ ...crop('a'), calendar }, crop('b')] }, newYear)).toEqual([
    '/api/crops/a/season',
    '/api/crops/a/growth-year?year=2027',
    '/api/crops/a/growth-year?year=2026',
  ]);
});

test('asks for the running and the last month of each farm, with what other farms had', () => {
  expect(monthKeys(4, Date.parse('2027-01-01T00:30:00+09:00'))).toEqual([
    '/api/statistics/inner-sensor?baseDate=2027-01&farmIndex=4',
    '/api/statistics/flow-rate?baseDate=2027-01&farmIndex=4',
    '/api/statistics/inner-sensor?baseDate=2026-12&farmIndex=4',
    '/api/statistics/flow-rate?baseDate=2026-12&farmIndex=4',
  ]);
});

test('asks for the calendars of the kinds of crops that have one', () => {
  const codes = [
    { code: 'CRO001', hasCalendar: true },
    { code: 'CRO005', hasCalendar: false },
  ];
  expect(calendarKeys(codes)).toEqual(['/api/growth-calendar/CRO001']);
});

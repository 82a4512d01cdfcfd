import { expect, test } from 'vitest';
import { seasonKeys } from './season-prefetch.ts';

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

test('asks for the season and the Seoul year of each crop that has a calendar', () => {
  const calendar = { cultivation: '무가온', budBreak: '03-01', fullBloom: '04-12', harvest: [1], periods: [] };
  const newYear = Date.parse('2027-01-01T00:30:00+09:00');
  expect(seasonKeys({ crops: [{ ...crop('a'), calendar }, crop('b')] }, newYear)).toEqual([
    '/api/crops/a/season',
    '/api/crops/a/growth-year?year=2027',
  ]);
});

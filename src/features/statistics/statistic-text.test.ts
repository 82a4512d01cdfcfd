import { expect, it } from 'vitest';
import { statisticText } from './statistic-text.ts';

it('has one decimal, is 0 where it is nothing and - where it is missing', () => {
  expect([12.34, -3, 1234.56].map(statisticText)).toEqual(['12.3', '-3.0', '1,234.6']);
  expect([0, -0, 0.04, -0.04].map(statisticText)).toEqual(['0', '0', '0', '0']);
  expect([null, undefined, Number.NaN].map(statisticText)).toEqual(['-', '-', '-']);
});

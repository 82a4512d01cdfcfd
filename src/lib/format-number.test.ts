import { describe, expect, it } from 'vitest';
import { formatNumber, formatPlain, formatStatistic, formatWithUnit } from './format-number.ts';

describe('formatNumber', () => {
  it('groups thousands and keeps the decimals asked for', () => {
    expect(formatNumber(1234567.891, 1)).toBe('1,234,567.9');
    expect(formatNumber(1000, 0)).toBe('1,000');
    expect(formatNumber(-1234.5, 2)).toBe('-1,234.50');
  });

  it('does not group decimals', () => {
    expect(formatNumber(0.12345, 5)).toBe('0.12345');
  });

  it('shows a missing figure as a dash', () => {
    expect(formatNumber(null, 1)).toBe('-');
    expect(formatNumber(undefined, 1)).toBe('-');
    expect(formatNumber(Number.NaN, 1)).toBe('-');
  });

  it('never shows minus zero', () => {
    expect(formatNumber(-0.04, 1)).toBe('0.0');
    expect(formatNumber(-0.4, 0)).toBe('0');
  });
});

describe('formatWithUnit', () => {
  it('puts a space between figure and unit', () => {
    expect(formatWithUnit(12.34, '℃', 1)).toBe('12.3 ℃');
    expect(formatWithUnit(68, '%', 0)).toBe('68 %');
  });

  it('drops the unit of a missing figure', () => {
    expect(formatWithUnit(null, '℃', 1)).toBe('-');
  });
});

describe('formatPlain', () => {
  it('has the decimals of the figure, four at the most', () => {
    expect([63, 21.45, -0.5, 1234.123456].map(formatPlain)).toEqual(['63', '21.45', '-0.5', '1,234.1235']);
  });
});

describe('formatStatistic', () => {
  it('has one decimal, is 0 where it is nothing and - where it is missing', () => {
    expect([12.34, -3, 1234.56].map(formatStatistic)).toEqual(['12.3', '-3.0', '1,234.6']);
    expect([0, -0, 0.04, -0.04].map(formatStatistic)).toEqual(['0', '0', '0', '0']);
    expect([null, undefined, Number.NaN].map(formatStatistic)).toEqual(['-', '-', '-']);
  });
});

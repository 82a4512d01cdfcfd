import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText, parseNumber } from './parse-number.ts';

describe('parseNumber', () => {
  it('reads figures as people type them', () => {
    expect(parseNumber('1,234.5')).toBe(1234.5);
    expect(parseNumber(' 1 234 ')).toBe(1234);
    expect(parseNumber('１２．５')).toBe(12.5);
    expect(parseNumber('−3')).toBe(-3);
    expect(parseNumber('.5')).toBe(0.5);
    expect(parseNumber('5.')).toBe(5);
    expect(parseNumber('+7')).toBe(7);
    expect(parseNumber('007')).toBe(7);
  });

  it('takes an empty field as no value', () => {
    expect(parseNumber('')).toBeNull();
    expect(parseNumber(' \u00A0')).toBeNull();
  });

  it('does not guess', () => {
    for (const text of ['12,5', '1,2345', '1 2', '1,234,5', '-', '.', '1e5', 'Infinity', '12℃', '1.2.3', '--1', 'abc'])
      expect(parseNumber(text), text).toBeNaN();
  });
});

describe('numberText', () => {
  it('writes no exponent and no groups', () => {
    expect(numberText(1234567.25)).toBe('1234567.25');
    expect(numberText(0.0000001)).toBe('0.0000001');
    expect(numberText(null)).toBe('');
    expect(numberText(Number.NaN)).toBe('');
  });

  it('is read back as the same number', () => {
    const number = fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(6)) + 0);
    fc.assert(
      fc.property(number, (value) => {
        expect(parseNumber(numberText(value))).toBe(value);
      }),
    );
  });
});

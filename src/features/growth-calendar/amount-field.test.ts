import { expect, it } from 'vitest';
import { amountText, parseAmount } from './amount-field.tsx';

it('reads a figure, a range, the word for none, or nothing, as people type them', () => {
  expect(['8', ' 8.5 ', '-2', '5~8', '5 – 8', '자연 온도', ''].map((text) => parseAmount(text, 'natural'))).toEqual([
    8,
    8.5,
    -2,
    { min: 5, max: 8 },
    { min: 5, max: 8 },
    'natural',
    null,
  ]);
  expect(parseAmount('절수 관리', 'water-saving')).toBe('water-saving');
});

it('takes anything else for no figure', () => {
  for (const text of ['팔', '8 ℃', '5~', '절수 관리', '1,5']) expect(parseAmount(text, 'natural')).toBeNaN();
});

it('writes what it reads', () => {
  for (const value of [8, 8.5, { min: 5, max: 8 }, 'natural', null] as const) {
    expect(parseAmount(amountText(value), 'natural')).toEqual(value);
  }
});

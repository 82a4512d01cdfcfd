import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/vectors/kma_amounts.json' with { type: 'json' };
import { readAmount, readNumber } from './amount.ts';

const amounts = vectors.cases.filter(({ category }) => ['PCP', 'RN1', 'SNO'].includes(category));

describe('amounts', () => {
  it.each(amounts)('$raw of $category is $value', ({ raw, min, max, value }) => {
    expect(readAmount(raw)).toEqual(value === null ? null : { min, max, value });
  });

  it.each(vectors.cases.filter(({ kind }) => kind === 'MISSING'))('$raw is no value', ({ raw }) => {
    expect(readNumber(raw)).toBeNull();
  });

  it('takes numbers as the services write them and nothing else', () => {
    expect([readNumber('27.4'), readNumber(-1.9), readNumber('+3'), readNumber(' 0 ')]).toEqual([27.4, -1.9, 3, 0]);
    expect([readNumber(''), readNumber('강함'), readNumber(undefined), readNumber('1e3')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

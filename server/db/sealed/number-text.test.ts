import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenNumbers } from './number-text.ts';

const read = (values: readonly number[]): number[] => JSON.parse(`[${Buffer.from(writtenNumbers(values))}]`);

describe('numbers written as JSON', () => {
  it('are read back as they were, decimals and instants of any size', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -1e14, max: 1e14 }), fc.nat({ max: 6 }))
      .map(([whole, digits]) => whole / 10 ** digits)
      // Longer ones are shortened to fifteen digits.
      .filter((value) => Number(value.toPrecision(15)) === value);
    fc.assert(
      fc.property(fc.array(decimal), (values) => {
        expect(read(values)).toEqual(values);
      }),
    );
  });

  it('take no digit more than they need', () => {
    const values = [16.3, 16.37, 20, -0.05, 0, 1_795_000_060_000, 1_000_000_000, 1 / 3, 1e21];
    expect(`${Buffer.from(writtenNumbers(values))}`).toBe(
      '16.3,16.37,20,-0.05,0,1795000060000,1000000000,0.333333333333333,1e+21',
    );
  });
});

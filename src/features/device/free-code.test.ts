import { expect, it } from 'vitest';
import { freeCode } from './free-code.ts';

it('takes the first number that no device has', () => {
  expect(freeCode([])).toBe('n01');
  expect(freeCode(['n01', 'ctl', 'n03'])).toBe('n02');
  expect(freeCode(Array.from({ length: 99 }, (_, i) => `n${String(i + 1).padStart(2, '0')}`))).toBe('n100');
});

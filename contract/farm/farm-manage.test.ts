import { expect, it } from 'vitest';
import { isSwapped } from './farm-manage.ts';

it('knows a pair of Korean coordinates that stand in each other’s place, and no other', () => {
  expect(isSwapped(126.7, 33.2)).toBe(true);
  expect(isSwapped(33.2, 126.7)).toBe(false);
  expect(isSwapped(-74, 40.7)).toBe(false);
  expect(isSwapped(126.7, null)).toBe(false);
});

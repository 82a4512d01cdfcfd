import { expect, it } from 'vitest';
import { stepValue } from './step-value.ts';

const bounds = { least: 0, most: 30 };

it('goes to the next half degree in either direction, also from in between', () => {
  expect(stepValue(8, 1, 0.5, bounds)).toBe(8.5);
  expect(stepValue(8, -1, 0.5, bounds)).toBe(7.5);
  expect(stepValue(8.3, 1, 0.5, bounds)).toBe(8.5);
  expect(stepValue(8.3, -1, 0.5, bounds)).toBe(8);
});

it('does not drift over many small steps', () => {
  let value = 0.2;
  for (let i = 0; i < 30; i += 1) value = stepValue(value, 1, 0.1, bounds);
  expect(value).toBe(3.2);
});

it('stays within bounds, and starts at the lower one from what is no number', () => {
  expect(stepValue(29.8, 1, 0.5, bounds)).toBe(30);
  expect(stepValue(30, 1, 0.5, bounds)).toBe(30);
  expect(stepValue(0.2, -1, 0.5, { least: 0.2, most: 5 })).toBe(0.2);
  expect(stepValue(Number.NaN, -1, 0.5, bounds)).toBe(0);
});

import { expect, it } from 'vitest';
import { chooseFarm } from './choose-farm.ts';

const farms = [
  { index: 3, farmName: '남원 한라봉' },
  { index: 8, farmName: '성산 레드향' },
];

it('chooses the farm with the initial index', () => {
  expect(chooseFarm(farms, 8)).toBe(farms[1]);
});

it('chooses the first farm when the initial one is unknown or not given', () => {
  expect(chooseFarm(farms, 99)).toBe(farms[0]);
  expect(chooseFarm(farms, null)).toBe(farms[0]);
  expect(chooseFarm(farms, undefined)).toBe(farms[0]);
});

it('chooses nothing without farms', () => {
  expect(chooseFarm([], 3)).toBeNull();
});

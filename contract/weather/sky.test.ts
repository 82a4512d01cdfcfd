import { expect, it } from 'vitest';
import { weatherIconOf } from './sky.ts';

it('has the icon of the specification for each value, and none for others', () => {
  const icons = [0, 1, 2, 3, 4, 5, 6, 7].map(weatherIconOf);
  expect(icons).toEqual(['sunny', 'rain', 'rain', 'snow', 'rain', 'rain', 'snow', 'snow']);
  expect([weatherIconOf(8), weatherIconOf(-1), weatherIconOf(0.5)]).toEqual([undefined, undefined, undefined]);
});

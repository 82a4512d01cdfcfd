import { expect, it } from 'vitest';
import { sizeWithin } from './shrink-picture.ts';

it.each([
  [
    { width: 4_000, height: 3_000 },
    { width: 1_600, height: 1_200 },
  ],
  [
    { width: 3_000, height: 4_000 },
    { width: 1_200, height: 1_600 },
  ],
  [
    { width: 1_600, height: 900 },
    { width: 1_600, height: 900 },
  ],
  [
    { width: 20_000, height: 3 },
    { width: 1_600, height: 1 },
  ],
])('a picture of %o is drawn at %o', (size, expected) => {
  expect(sizeWithin(size, 1_600)).toEqual(expected);
});

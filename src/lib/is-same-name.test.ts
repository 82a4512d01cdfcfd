import { expect, it } from 'vitest';
import { isSameName } from './is-same-name.ts';

it('does not mind how a keyboard writes syllables and spaces', () => {
  expect(isSameName('서귀포 1농장'.normalize('NFD'), '서귀포 1농장')).toBe(true);
  expect(isSameName(' 서귀포  1농장 ', '서귀포 1농장')).toBe(true);
});

it('minds every letter', () => {
  expect(isSameName('서귀포 2농장', '서귀포 1농장')).toBe(false);
  expect(isSameName('', '서귀포 1농장')).toBe(false);
  expect(isSameName('farm a', 'Farm A')).toBe(false);
});

import { expect, it } from 'vitest';
import { directionName, moonName } from './moon-words.tsx';

it('names the moon by its phase', () => {
  const names = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99].map(moonName);
  expect(names.map((name) => name.split(' ')[0])).toEqual([
    '삭',
    '초승달',
    '상현달',
    '차오르는',
    '보름달',
    '기우는',
    '하현달',
    '그믐달',
    '삭',
  ]);
});

it('names directions, north from both sides', () => {
  expect([0, 22, 23, 90, 180, 270, 337, 338, 360].map(directionName)).toEqual([
    '북',
    '북',
    '북동',
    '동',
    '남',
    '서',
    '북서',
    '북',
    '북',
  ]);
});

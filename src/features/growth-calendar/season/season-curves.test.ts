import { expect, it } from 'vitest';
import { meanOf, summedRuns, warmthWords } from './season-curves.tsx';

it('sums warmth day by day, where days without readings add nothing and are no part of a line or of a mean', () => {
  expect(summedRuns([null, 1, 2, null, 2.5])).toEqual([
    [
      { day: 1, sum: 1 },
      { day: 2, sum: 3 },
    ],
    [{ day: 4, sum: 5.5 }],
  ]);
  expect(meanOf([10, null, 20])).toBe(15);
  expect(meanOf([null])).toBeNull();
});

it('tells no sum of what nobody measured, and how many days a sum lacks', () => {
  expect(warmthWords([])).toBe('온도 센서 없음');
  expect(warmthWords([null, null])).toBe('온도 기록 없음');
  expect(warmthWords([1000, 12.4])).toBe('1,012 ℃·일');
  expect(warmthWords([null, 1000, null])).toBe('1,000 ℃·일 (기록이 모자란 2일 빠짐)');
});

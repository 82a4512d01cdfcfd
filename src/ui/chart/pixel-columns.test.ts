import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { perColumn } from './pixel-columns.ts';

const raw = (at: number, value: number): Point => [at, value, value, value];

describe('points in pixel columns', () => {
  it('keep the extremes and the mean of each column', () => {
    expect(perColumn([raw(0, 10), raw(4, 14), raw(8, 6), raw(10, 7), raw(12, 9)], 10)).toEqual([
      [0, 6, 10, 14],
      [10, 7, 8, 9],
    ]);
  });

  it('stay as they are where each has a column of its own', () => {
    const points: Point[] = [raw(0, 1), [10, 2, 3, 4], raw(20, 5)];
    expect(perColumn(points, 10)).toEqual(points);
  });

  it('fall into the same columns wherever the view begins', () => {
    const points = Array.from({ length: 50 }, (_, index) => raw(index, index % 7));
    const whole = perColumn(points, 10);
    expect(perColumn(points.slice(20), 10)).toEqual(whole.slice(2));
  });

  it('are none when there are none', () => {
    expect(perColumn([], 10)).toEqual([]);
  });
});

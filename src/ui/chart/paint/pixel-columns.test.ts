import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { drawablePoints, perColumn } from './pixel-columns.ts';

const raw = (at: number, value: number): Point => [at, value, value, value];

describe('points in pixel columns', () => {
  it('keep the extremes and the mean of each column', () => {
    expect(perColumn([raw(0, 10), raw(4, 14), raw(8, 6), raw(10, 7), raw(12, 9)], 10)).toEqual([
      [4, 6, 10, 14],
      [11, 7, 8, 9],
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

describe('what an eye can follow', () => {
  /** A day of minute readings of moist air: a slow wave, plus or minus one percent on alternate readings. */
  const day = Array.from({ length: 1_440 }, (_, minute) => {
    return raw(minute * MINUTE_MS, 70 + 20 * Math.sin(minute / 200) + (minute % 2 === 0 ? 1 : -1));
  });
  const drawn = (hours: number, widthPx: number) =>
    drawablePoints(day.slice(0, hours * 60), (hours * HOUR_MS) / widthPx);
  /** The largest change of the line within a minute. */
  const restlessness = (line: readonly Point[]) =>
    Math.max(
      ...line
        .slice(1)
        .map(([at, , mean], i) => Math.abs(mean - (line[i]?.[2] ?? 0)) / ((at - (line[i]?.[0] ?? 0)) / MINUTE_MS)),
    );

  it.each([1_200, 800, 300])('of noisy readings is a calm line within their band, on %d px', (widthPx) => {
    const line = drawn(24, widthPx);
    // The wave changes by 0.1 a minute at most, the readings by 2.
    expect(restlessness(day)).toBeGreaterThan(1.9);
    expect(restlessness(line)).toBeLessThan(0.2);
    expect(line.every(([, min, mean, max]) => min < mean && mean < max)).toBe(true);
    expect(Math.max(...line.map(([, , , max]) => max))).toBe(Math.max(...day.map(([, , , max]) => max)));
    expect(Math.min(...line.map(([, min]) => min))).toBe(Math.min(...day.map(([, min]) => min)));
  });

  it('is never the mean of more than twenty minutes', () => {
    expect(drawn(24, 300).length).toBeGreaterThanOrEqual(72);
  });

  it('is every single reading as soon as there is room', () => {
    expect(drawn(2, 800)).toEqual(day.slice(0, 120));
  });

  it('is every bucket as it came, where each has its pixel', () => {
    const buckets = day.slice(0, 720).map(([at, , mean]): Point => [at, mean - 2, mean, mean + 2]);
    expect(drawablePoints(buckets, (720 * MINUTE_MS) / 800)).toEqual(buckets);
    expect(drawablePoints(buckets, (720 * MINUTE_MS) / 300).length).toBeLessThanOrEqual(301);
  });
});

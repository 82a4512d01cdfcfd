import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Point, points } from './points.ts';

const buckets: Point[] = [
  [0, 1, 2.25, 3],
  [600_000, -4.5, -4.5, -4.5],
];
const raw: Point[] = [
  [0, 21.4, 21.4, 21.4],
  [60_000, 0, 0, 0],
];

describe('points on the wire', () => {
  it('are a list of each figure, and come back as they were', () => {
    const lists = { at: [0, 600_000], mean: [2.25, -4.5], min: [1, -4.5], max: [3, -4.5] };
    expect(z.encode(points, buckets)).toEqual(lists);
    expect(z.decode(points, lists)).toEqual(buckets);
  });

  it('are instants and means alone where each is one reading', () => {
    const lists = { at: [0, 60_000], mean: [21.4, 0] };
    expect(z.encode(points, raw)).toEqual(lists);
    expect(z.decode(points, lists)).toEqual(raw);
    expect(z.decode(points, z.encode(points, []))).toEqual([]);
  });

  it.each([
    ['rows, as they were once', [[0, 1, 2, 3]]],
    ['a list too short', { at: [0, 1], mean: [2] }],
    ['extremes too short', { at: [0, 1], mean: [2, 3], min: [1], max: [3, 4] }],
    ['a minimum without its maximum', { at: [0], mean: [2], min: [1] }],
    ['text', { at: [0], mean: ['2'] }],
    ['nothing', undefined],
  ])('refuse %s', (_, given) => {
    expect(points.safeParse(given).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { sparkPaths } from './sparkline.tsx';

const raw = (at: number, value: number): Point => [at, value, value, value];
const box = { width: 106, height: 26, gapMs: 15 };

describe('a sparkline', () => {
  it('runs from edge to edge, the highest on top', () => {
    expect(sparkPaths([raw(0, 0), raw(10, 10)], box)).toEqual({
      lines: 'M3 23L103 3',
      dots: '',
      last: { x: 103, y: 3 },
    });
  });

  it('breaks at a silence and shows a reading on its own as a dot', () => {
    const { lines, dots } = sparkPaths([raw(0, 0), raw(10, 0), raw(50, 10), raw(90, 0), raw(100, 0)], box);
    expect(lines.match(/M/g)).toHaveLength(2);
    expect(dots).toBe('M53 3h0');
  });

  it('keeps to the range it is given', () => {
    expect(sparkPaths([raw(0, 1), raw(10, 1)], { ...box, range: { begin: 0, end: 20 } }).lines).toBe('M3 13L53 13');
  });

  it('is empty without readings', () => {
    expect(sparkPaths([], box)).toEqual({ lines: '', dots: '', last: null });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { extremesWithin, gapMsOf, lowerBound, nearestPoint, pointHolding, splitRuns } from './runs.ts';

const raw = (at: number, value = at): Point => [at, value, value, value];
const at = (...times: number[]) => times.map((time) => raw(time));
const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 10_000 }), { maxLength: 60 })
  .map((list) => list.sort((a, b) => a - b));

describe('runs', () => {
  it('end where neighbours are further apart than the gap', () => {
    expect(splitRuns(at(0, 10, 20, 36, 46), 15)).toEqual([at(0, 10, 20), at(36, 46)]);
  });

  it('keep neighbours together that are exactly a gap apart', () => {
    expect(splitRuns(at(0, 15), 15)).toHaveLength(1);
  });

  it('make a run of a point on its own', () => {
    expect(splitRuns(at(0, 100, 200), 15)).toEqual([at(0), at(100), at(200)]);
  });

  it('hold every point once and in order, and never bridge a gap', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 500 }), (list, gapMs) => {
        const runs = splitRuns(at(...list), gapMs);
        expect(runs.flat()).toEqual(at(...list));
        for (const run of runs) {
          run.slice(1).forEach(([time], index) => {
            expect(time - (run[index]?.[0] ?? 0)).toBeLessThanOrEqual(gapMs);
          });
        }
        runs.slice(1).forEach((run, index) => {
          expect((run[0]?.[0] ?? 0) - (runs[index]?.at(-1)?.[0] ?? 0)).toBeGreaterThan(gapMs);
        });
      }),
    );
  });

  it('are none without points', () => {
    expect(splitRuns([], 15)).toEqual([]);
  });
});

describe('gaps', () => {
  it('are one and a half steps where the series does not say', () => {
    expect(gapMsOf({ stepMs: 600 })).toBe(900);
    expect(gapMsOf({ stepMs: 600, gapMs: 1 })).toBe(1);
  });
});

describe('looking points up', () => {
  it('finds what a walk from the beginning finds', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -10, max: 10_010 }), (list, time) => {
        const points = at(...list);
        const walked = points.findIndex(([each]) => each >= time);
        expect(lowerBound(points, time)).toBe(walked < 0 ? points.length : walked);
        const distance = Math.min(...list.map((each) => Math.abs(each - time)));
        const nearest = nearestPoint(points, time, Number.POSITIVE_INFINITY);
        expect(nearest === null ? Number.POSITIVE_INFINITY : Math.abs(nearest[0] - time)).toBe(distance);
      }),
    );
  });

  it('finds nothing in a silence', () => {
    expect(nearestPoint(at(0, 100), 50, 49)).toBeNull();
    expect(nearestPoint(at(0, 100), 60, 49)).toEqual(raw(100));
    expect(nearestPoint([], 0, 10)).toBeNull();
  });

  it('holds a state until its time is over, never before it began', () => {
    const points = at(0, 100);
    expect(pointHolding(points, 99, 100)).toEqual(raw(0));
    expect(pointHolding(points, 100, 100)).toEqual(raw(100));
    expect(pointHolding(points, 200, 100)).toBeNull();
    expect(pointHolding(points, -1, 100)).toBeNull();
  });
});

describe('extremes', () => {
  it('are the lowest minimum and the highest maximum of the range, both ends included', () => {
    const points: Point[] = [raw(0, -50), [10, 1, 2, 3], [20, 0, 4, 9], raw(30, 99)];
    expect(extremesWithin(points, 10, 20)).toEqual({ min: 0, mean: 3, max: 9 });
  });

  it('are null in a range without points', () => {
    expect(extremesWithin(at(0, 100), 1, 99)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { hasSpread, rowGroups, tableRows, tableTimes } from './table-rows.ts';

const raw = (at: number, value: number): Point => [at, value, value, value];
const inside = { points: [raw(10, 1), raw(30, 3)] };
const outside = { points: [raw(20, 7), raw(30, 8)] };

describe('table rows', () => {
  it('are every instant of any series, once and in order', () => {
    expect(tableTimes([inside, outside])).toEqual([10, 20, 30]);
  });

  it('hold each series in its column and nothing where it was not read', () => {
    expect(tableRows([inside, outside], [20, 30])).toEqual([
      { at: 20, points: [undefined, raw(20, 7)] },
      { at: 30, points: [raw(30, 3), raw(30, 8)] },
    ]);
  });

  it('stand in groups with their neighbours, and again where others came between', () => {
    const groups = rowGroups([11, 12, 21, 13], (row) => String(Math.floor(row / 10)));
    expect(groups).toEqual([
      { label: '1', rows: [11, 12] },
      { label: '2', rows: [21] },
      { label: '1', rows: [13] },
    ]);
  });

  it('have a spread only where a point is more than one reading', () => {
    expect(hasSpread(inside)).toBe(false);
    expect(hasSpread({ points: [raw(0, 1), [1, 1, 2, 3]] })).toBe(true);
  });
});

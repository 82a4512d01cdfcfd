import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, resolutions, startOfSeoulDate } from '../time/time.ts';
import type { Point } from './points.ts';
import { isSealed, pointsWithin, tileAt, tileBegin, tileSpan, tilesOf } from './tile.ts';

const NOON = startOfSeoulDate('2026-11-21') + 12 * HOUR_MS;

describe.each(resolutions)('tiles of %s', (level) => {
  it('follow each other without a gap, and begin with a Seoul day', () => {
    const tile = tileAt(NOON, level);
    expect(tileBegin(tile, level)).toBeLessThanOrEqual(NOON);
    expect(tileBegin(tile + 1, level)).toBe(tileBegin(tile, level) + tileSpan(level));
    expect(tileBegin(tile + 1, level)).toBeGreaterThan(NOON);
    expect((tileBegin(tile, level) - startOfSeoulDate('2020-01-01')) % DAY_MS).toBe(0);
  });

  it('cover a range, its last instant included and its end not', () => {
    const begin = tileBegin(tileAt(NOON, level), level);
    expect(tilesOf(begin, begin + tileSpan(level), level)).toEqual([tileAt(begin, level)]);
    expect(tilesOf(begin - 1, begin + tileSpan(level) + 1, level)).toHaveLength(3);
  });

  it('are sealed two days after their end, once late data would be told', () => {
    const tile = tileAt(NOON, level);
    const end = tileBegin(tile + 1, level);
    expect(isSealed(tile, level, end + 2 * 86_400_000 - 1)).toBe(false);
    expect(isSealed(tile, level, end + 2 * 86_400_000)).toBe(true);
  });
});

describe('the points of a range', () => {
  const at = (hours: number): Point => [NOON + hours * HOUR_MS, 1, 1, 1];

  it('are its readings', () => {
    const points = [at(0), at(1), at(2)];
    expect(pointsWithin(points, NOON, NOON + 2 * HOUR_MS, 'raw')).toEqual([at(0), at(1)]);
  });

  it('are the buckets that overlap it', () => {
    const points = [at(-1), at(0), at(1), at(2)];
    expect(pointsWithin(points, NOON + 1, NOON + HOUR_MS + 1, '1h')).toEqual([at(0), at(1)]);
  });
});

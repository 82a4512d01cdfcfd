import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { packPoints, unpackPoints } from '#contract/series/tile-columns.ts';
import { bytesOf, columnsOf } from './tile-bytes.ts';

/** A small seeded random generator: the same points in every run. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const BEGIN = Date.UTC(2026, 10, 20, 15);

function somePoints(seed: number): Point[] {
  const next = random(seed);
  const isRaw = next() < 0.3;
  const digits = Math.floor(next() * 5);
  // Adding 0 turns -0 into 0: a decimal figure is never -0.
  const round = (value: number) => Math.round(value * 10 ** digits) / 10 ** digits + 0;
  const step = [600_000, 3_600_000, 60_000, 61_337][Math.floor(next() * 4)] ?? 60_000;
  let at = BEGIN + Math.floor(next() * 3) * step;
  return Array.from({ length: Math.floor(next() * 200) }, (): Point => {
    at += next() < 0.1 ? step * (1 + Math.floor(next() * 50)) : step;
    const mean = round(next() * 80 - 25);
    if (isRaw) return [at, mean, mean, mean];
    return [at, round(mean - next() * 3), mean, round(mean + next() * 3)];
  });
}

describe('points packed into columns and bytes', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('come back as they were (%i)', (seed) => {
    const points = somePoints(seed);
    const packed = packPoints(points, BEGIN);
    expect(unpackPoints(packed, BEGIN)).toEqual(points);
    expect(unpackPoints(columnsOf(bytesOf(packed)), BEGIN)).toEqual(points);
  });

  it('keep values that are no short decimals to nine places', () => {
    const points: Point[] = [[BEGIN, 1 / 3, 1 / 3, 1 / 3]];
    const [point] = unpackPoints(columnsOf(bytesOf(packPoints(points, BEGIN))), BEGIN);
    expect(point?.[1]).toBeCloseTo(1 / 3, 9);
  });

  it('take few bytes when a sensor is regular', () => {
    const points = Array.from({ length: 768 }, (_, hour): Point => {
      const mean = Math.round((12 + 6 * Math.sin((hour / 24) * 2 * Math.PI)) * 100) / 100;
      return [BEGIN + hour * 3_600_000, Math.round(mean * 10 - 4) / 10, mean, Math.round(mean * 10 + 5) / 10];
    });
    expect(bytesOf(packPoints(points, BEGIN)).byteLength / points.length).toBeLessThan(6);
  });

  it('that were cut short are refused', () => {
    const bytes = bytesOf(packPoints(somePoints(3), BEGIN));
    expect(() => columnsOf(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  });
});

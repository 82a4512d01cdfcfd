import { expect, it } from 'vitest';
import { roomForTiles } from './tile-evict.ts';

const MB = 1024 * 1024;

/** Tiles of a megabyte each, the first the longest unused. */
const tiles = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `t${at}`, lastUsed: at, isPinned: 0 as const, size: MB }));

it('keeps tiles below 50 MB where there is room, and gives up those unused for longest', () => {
  expect(roomForTiles(tiles(50), 1, 1_000 * MB)).toEqual([]);
  expect(roomForTiles(tiles(50), 1)).toEqual([]);
  expect(roomForTiles(tiles(51), 1, 1_000 * MB)).toEqual(Array.from({ length: 11 }, (_, at) => `t${at}`));
});

it('keeps them below a fifth of what a small device gives', () => {
  expect(roomForTiles(tiles(20), 1, 100 * MB)).toEqual([]);
  expect(roomForTiles(tiles(21), 1, 100 * MB)).toEqual(['t0', 't1', 't2', 't3', 't4']);
});

it('gives up a share of them where the device is full before', () => {
  expect(roomForTiles(tiles(10), 0.5)).toEqual(['t0', 't1', 't2', 't3', 't4']);
});

import { expect, it } from 'vitest';
import { isOld, judgedAt } from './data-age.ts';

const NOON = Date.parse('2026-11-21T12:00:00+09:00');

it('needs no word while the server answers', () => {
  expect(isOld({ fetchedAt: NOON }, NOON + 299_999)).toBe(false);
  expect(isOld({ fetchedAt: NOON }, NOON + 300_000)).toBe(true);
});

it('is told at once when the server did not answer', () => {
  expect(isOld({ fetchedAt: NOON, isFallback: true }, NOON)).toBe(true);
});

it('judges old answers of their own time', () => {
  expect(judgedAt({ fetchedAt: NOON }, NOON + 60_000)).toBe(NOON + 60_000);
  expect(judgedAt({ fetchedAt: NOON }, NOON + 86_400_000)).toBe(NOON);
  expect(judgedAt({ fetchedAt: NOON, isFallback: true }, NOON + 60_000)).toBe(NOON);
});

import { expect, it } from 'vitest';
import { areFresh } from './control-query.ts';

it('states are acted on only while they are the present ones', () => {
  const now = Date.UTC(2026, 10, 23);
  expect(areFresh({ fetchedAt: now - 4_000 }, now)).toBe(true);
  expect(areFresh({ fetchedAt: now - 6_000 }, now)).toBe(false);
  // An app that was in the background for a minute, a copy from the device, and nothing yet.
  expect(areFresh({ fetchedAt: now - 60_000 }, now)).toBe(false);
  expect(areFresh({ fetchedAt: now, isFallback: true }, now)).toBe(false);
  expect(areFresh(undefined, now)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { waitOf } from './fetch-bytes.ts';
import { pauseUntil } from './pause.ts';

const NOW = Date.parse('2026-11-22T21:30:00+09:00');
const leftUntil = (kind: Parameters<typeof pauseUntil>[0], failures = 1, chance = 0.999_999) =>
  pauseUntil(kind, { failures, now: NOW, chance });

describe('after a failure a service is left alone', () => {
  it('longer each time, up to half an hour, and never for all at the same time', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((failures) => {
      const until = leftUntil('retry', failures);
      return until === null ? null : Math.round((until - NOW) / MINUTE_MS);
    });
    expect(pauses).toEqual([null, null, 1, 2, 4, 8, 16, 30, 30]);
    expect(leftUntil('rate', 5, 0)).toBe(NOW + 2 * MINUTE_MS);
  });

  it('until the next Seoul midnight when the day’s calls are used up', () => {
    expect(leftUntil('quota', 1, 0)).toBe(Date.parse('2026-11-23T00:00:00+09:00'));
  });

  it('for an hour when it refuses the key or the call', () => {
    expect([leftUntil('auth'), leftUntil('config')]).toEqual([NOW + HOUR_MS, NOW + HOUR_MS]);
  });

  it('as long as it asks for itself, and no longer than a day', () => {
    const asked = (kind: Parameters<typeof pauseUntil>[0], failures: number, retryAfterMs: number) =>
      pauseUntil(kind, { failures, now: NOW, chance: 0, retryAfterMs });
    expect(asked('rate', 1, 90_000)).toBe(NOW + 90_000);
    // Retry-After never shortens a pause.
    expect(asked('rate', 8, 90_000)).toBe(NOW + 900_000);
    expect(asked('rate', 1, 31_536_000_000)).toBe(NOW + 86_400_000);
  });

  it.each([
    ['90', 90_000],
    ['0', 0],
    ['Sun, 22 Nov 2026 12:31:30 GMT', 90_000],
    ['Sun, 22 Nov 2026 12:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('which it says as %s', (header, waitMs) => {
    expect(waitOf(header, NOW)).toBe(waitMs);
  });

  it('not at all where it only has nothing yet', () => {
    expect([leftUntil('no-data'), leftUntil('bad-request')]).toEqual([null, null]);
  });
});

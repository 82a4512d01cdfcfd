import { describe, expect, it } from 'vitest';
import { parseMoment } from './parse-instant.ts';
import { startOfSeoulDate } from './time.ts';

describe('a moment of a query', () => {
  it('is a Seoul day from its beginning to its end', () => {
    expect(parseMoment('2026-11-21', 'begin')).toBe(startOfSeoulDate('2026-11-21'));
    expect(parseMoment('2026-11-21', 'end')).toBe(startOfSeoulDate('2026-11-22'));
  });

  it('or an instant with its offset, and nothing that leaves the zone open', () => {
    expect(parseMoment('2026-11-21T05:20:00+09:00', 'end')).toBe(Date.UTC(2026, 10, 20, 20, 20));
    expect(parseMoment('2026-11-20T20:20:00.000Z', 'begin')).toBe(Date.UTC(2026, 10, 20, 20, 20));
    for (const text of [
      '2026-11-21T05:20:00',
      '2026-02-30',
      '2026-02-30T05:20:00Z',
      '2026-13-01T00:00:00Z',
      'today',
      '',
      '1763672400000',
    ]) {
      expect(parseMoment(text, 'begin')).toBeNaN();
    }
  });
});

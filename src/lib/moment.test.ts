import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import { instantOf, momentOf } from './moment.ts';

describe('a day and a time in a field', () => {
  it('stand on Seoul’s clock, whatever the device’s', () => {
    expect(momentOf(Date.UTC(2026, 10, 20, 15, 5))).toBe('2026-11-21T00:05');
    expect(instantOf('2026-11-21T00:05')).toBe(Date.UTC(2026, 10, 20, 15, 5));
  });

  it('come back as they went, to the minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3e7 }), (minute) => {
        expect(instantOf(momentOf(minute * MINUTE_MS))).toBe(minute * MINUTE_MS);
      }),
    );
  });

  it('are no instant while half typed', () => {
    for (const text of ['', '2026-11-21', '2026-02-30T10:00', '2026-11-21T25:00']) {
      expect(instantOf(text)).toBeNaN();
    }
  });
});

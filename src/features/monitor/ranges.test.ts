import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { rangeNames } from './range-names.ts';
import { askFor, freeDays, freeRange, spanOf } from './ranges.ts';
import { listOf, numbersOf } from './record-search.ts';

const NOW = Date.parse('2026-11-21T05:23:41+09:00');

describe('a range', () => {
  it('of today is the Seoul day, whatever the zone of the device', () => {
    expect(askFor('today', NOW)).toMatchObject({ begin: '2026-11-21', end: '2026-11-21' });
    const { begin, end } = spanOf(askFor('today', NOW));
    expect(new Date(begin).toISOString()).toBe('2026-11-20T15:00:00.000Z');
    expect(end - begin).toBe(DAY_MS);
  });

  it('that is free falls back to yesterday and today when the address makes no sense', () => {
    const usual = askFor('free', NOW);
    expect(usual).toMatchObject({ begin: '2026-11-20', end: '2026-11-21' });
    const senseless = [
      ['yesterday', '2026-11-21'],
      ['2026-11-21', '2026-02-31'],
      ['2026-11-21', '2026-11-19'],
    ];
    for (const [begin = '', end = ''] of senseless) expect(askFor('free', NOW, { begin, end })).toEqual(usual);
  });

  it('that rolls asks the same for some minutes, so that an answer can serve again', () => {
    expect(askFor('24h', NOW)).toEqual(askFor('24h', NOW + MINUTE_MS));
    expect(askFor('24h', NOW).begin).not.toBe(askFor('24h', NOW + 5 * MINUTE_MS).begin);
  });

  it('always holds now, unless it is a free one or a night', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...rangeNames.filter((name) => name !== 'free' && name !== 'night')),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
        (name, now) => {
          const { begin, end } = spanOf(askFor(name, now));
          expect(begin).toBeLessThan(now);
          // The page's clock is rounded down to the minute; readings later in that minute belong to the range, too.
          const { end: shown } = spanOf(askFor(name, Math.floor(now / MINUTE_MS) * MINUTE_MS));
          expect(shown).toBeGreaterThan(now);
          expect(end).toBeGreaterThan(now);
        },
      ),
    );
  });

  it('of last night goes by day from the sunset of yesterday to the sunrise of today, on Jeju', () => {
    const { begin, end } = spanOf(askFor('night', Date.parse('2026-11-21T14:00:00+09:00')));
    // Jeju, 20/21 November 2026: sunset 17:28, sunrise 07:10.
    expect(new Date(begin).toISOString()).toBe('2026-11-20T08:28:00.000Z');
    expect(Math.abs(end - Date.parse('2026-11-21T07:10:00+09:00'))).toBeLessThanOrEqual(MINUTE_MS);
    expect(askFor('night', end)).toEqual(askFor('night', Date.parse('2026-11-21T17:20:00+09:00')));
  });

  it('of last night ends now while it is night, before midnight and after', () => {
    const early = spanOf(askFor('night', Date.parse('2026-11-21T05:23:41+09:00')));
    expect(new Date(early.begin).toISOString()).toBe('2026-11-20T08:28:00.000Z');
    expect(new Date(early.end).toISOString()).toBe('2026-11-20T20:25:00.000Z');
    const late = spanOf(askFor('night', Date.parse('2026-11-20T22:00:00+09:00')));
    expect(new Date(late.begin).toISOString()).toBe('2026-11-20T08:28:00.000Z');
    expect(new Date(late.end).toISOString()).toBe('2026-11-20T13:05:00.000Z');
  });

  it('of last night is one night, begun in the past and never empty, at any instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }), (now) => {
        const { begin, end } = spanOf(askFor('night', now));
        expect(begin).toBeLessThanOrEqual(now);
        expect(now - begin).toBeLessThan(DAY_MS + HOUR_MS);
        expect(end - begin).toBeGreaterThanOrEqual(10 * MINUTE_MS);
        expect(end - begin).toBeLessThan(15 * HOUR_MS);
        expect(end - now).toBeLessThanOrEqual(10 * MINUTE_MS);
      }),
    );
  });

  it('of free days is refused when they are none or stand the wrong way round', () => {
    expect(freeDays('2026-11-01', '2026-11-01')).toEqual({ begin: '2026-11-01', end: '2026-11-01' });
    expect(freeDays('2026-11-02', '2026-11-01')).toBeUndefined();
    expect(freeDays('2026-02-30', '2026-03-01')).toBeUndefined();
    expect(freeDays('', '2026-03-01')).toBeUndefined();
  });

  it('that was zoomed into stands in the URL in Seoul time, is read from there, and at least ten minutes wide', () => {
    const free = freeRange(NOW, NOW + 1_000);
    expect(free).toEqual({ begin: '2026-11-21T0524', end: '2026-11-21T0534' });
    const { begin, end } = spanOf(askFor('free', NOW, free));
    expect(new Date(begin).toISOString()).toBe('2026-11-20T20:24:00.000Z');
    expect(end - begin).toBe(10 * MINUTE_MS);
    const senseless = { begin: '2026-11-21T2460', end: '2026-11-22T0000' };
    expect(askFor('free', NOW, senseless)).toEqual(askFor('free', NOW));
  });

  it('of an old link is read, too: instants in UTC, lists with commas', () => {
    const old = { begin: '2026-11-20T20:24:00.000Z', end: '2026-11-20T21:24:00.000Z' };
    expect(spanOf(askFor('free', NOW, old)).end - Date.parse(old.begin)).toBe(HOUR_MS);
    expect(numbersOf('3,5,x')).toEqual([3, 5]);
    expect(numbersOf(listOf([3, 5]))).toEqual([3, 5]);
    expect(numbersOf(listOf([3]))).toEqual([3]);
    expect(numbersOf(listOf([]))).toEqual([]);
    expect(numbersOf(undefined)).toBeUndefined();
  });
});

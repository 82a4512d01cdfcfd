import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sunTimes } from '../../time/sun.ts';
import { DAY_MS, MINUTE_MS, seoulClock, startOfSeoulDate } from '../../time/time.ts';
import { dayTimeParts, instantOf, spanAt, spanOf, spansOf } from './day-time.ts';

const june = startOfSeoulDate('2026-06-21');
const december = startOfSeoulDate('2026-12-22');
const clockAt = (text: string, day: number) => seoulClock(instantOf(text, day, sunTimes));
const clocksOf = (window: { from: string; to: string }, day: number) => {
  const span = spanOf(window, day, sunTimes);
  return span && [seoulClock(span.from), seoulClock(span.to), (span.to - span.from) / MINUTE_MS];
};

describe('a time of day', () => {
  it('goes by the clock or by the sun over Jeju', () => {
    expect(clockAt('06:30', june)).toBe('06:30');
    expect([clockAt('sunrise', june), clockAt('sunset', june)]).toEqual(['05:24', '19:47']);
    expect([clockAt('sunrise', december), clockAt('sunrise+30', december)]).toEqual(['07:34', '08:04']);
    expect(clockAt('sunset-15', december)).toBe('17:15');
  });

  it('lies at most 240 minutes from the sun, and so within its own day all year', () => {
    expect(dayTimeParts('sunset+240')).toEqual({ edge: 'sunset', minutes: 240 });
    for (const text of ['sunset+241', 'sunrise-241', '24:00', '6:30', '06:60', 'noon', 'sunrise+', '']) {
      expect(dayTimeParts(text)).toBeNull();
    }
    for (let day = startOfSeoulDate('2026-01-01'); day < startOfSeoulDate('2027-01-01'); day += DAY_MS) {
      expect(instantOf('sunrise-240', day, sunTimes)).toBeGreaterThan(day);
      expect(instantOf('sunset+240', day, sunTimes)).toBeLessThan(day + DAY_MS);
    }
  });
});

describe('a window', () => {
  it('crosses midnight when the clock says so', () => {
    expect(clocksOf({ from: '22:00', to: '02:00' }, june)).toEqual(['22:00', '02:00', 240]);
    expect(clocksOf({ from: '06:00', to: '06:00' }, june)).toBeNull();
  });

  it('from a fixed time to sunrise is empty in June, not 23 hours long', () => {
    expect(clocksOf({ from: '06:30', to: 'sunrise' }, june)).toBeNull();
    expect(clocksOf({ from: '06:30', to: 'sunrise' }, december)).toEqual(['06:30', '07:34', 64]);
  });

  it('by the sun crosses midnight only from after noon to before noon', () => {
    expect(clocksOf({ from: 'sunset', to: 'sunrise' }, december)?.slice(0, 2)).toEqual(['17:30', '07:34']);
    expect(clocksOf({ from: '23:00', to: 'sunrise-60' }, june)?.slice(0, 2)).toEqual(['23:00', '04:24']);
    expect(clocksOf({ from: 'sunset', to: '13:00' }, june)).toBeNull();
  });

  it('belongs to the day on which it began', () => {
    const night = [{ from: '22:00', to: '02:00' }];
    const at = june + 90 * MINUTE_MS;
    expect(spanAt(night, at, june, sunTimes)?.day).toBe(june - DAY_MS);
    expect(spanAt(night, june + 2 * 60 * MINUTE_MS, june, sunTimes)).toBeNull();
  });

  it('holds each instant that its spans hold, and no other (any two times, any day of a year)', () => {
    const time = fc.oneof(
      fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([hour, minute]) => {
        return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      }),
      fc.tuple(fc.constantFrom('sunrise', 'sunset'), fc.integer({ min: -240, max: 240 })).map(([edge, off]) => {
        return off < 0 ? `${edge}${off}` : `${edge}+${off}`;
      }),
    );
    fc.assert(
      fc.property(
        time,
        time,
        fc.integer({ min: 0, max: 365 }),
        fc.integer({ min: 0, max: 1_439 }),
        (from, to, off, minute) => {
          const day = startOfSeoulDate('2026-01-01') + off * DAY_MS;
          const at = day + minute * MINUTE_MS;
          const spans = [day - DAY_MS, day].flatMap((begin) => spansOf([{ from, to }], begin, sunTimes));
          const isIn = spans.some((span) => at >= span.from && at < span.to);
          expect(spanAt([{ from, to }], at, day, sunTimes) !== null).toBe(isIn);
          for (const span of spans) expect(span.to - span.from).toBeLessThanOrEqual(DAY_MS);
        },
      ),
    );
  });
});

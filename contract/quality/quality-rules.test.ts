import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../series/points.ts';
import type { ChannelTypeName } from '../series/sensor-types.ts';
import { bucketLevels, bucketStart, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '../time/time.ts';
import { findingsOf, suspectedJumps, unbackedExtremes } from './quality-rules.ts';

// On Jeju the sun rises on this day at about 07:10 and sets at 17:27.
const DAY = startOfSeoulDate('2026-11-20');
const clock = (text: string) => DAY + Number(text.slice(0, 2)) * HOUR_MS + Number(text.slice(3)) * MINUTE_MS;

/** Readings by the minute in [from, to); `value` gets the minute since `from`. */
function minutes(from: string, to: string, value: (minute: number) => number): Point[] {
  const begin = clock(from);
  return Array.from({ length: (clock(to) - begin) / MINUTE_MS }, (_, minute): Point => {
    const one = value(minute);
    return [begin + minute * MINUTE_MS, one, one, one];
  });
}

const found = (type: ChannelTypeName, points: readonly Point[], watered: { from: number; to: number }[] = []) =>
  findingsOf({ channel: 7, type, points, stepMs: MINUTE_MS, watered }).map(({ channel, ...finding }) => {
    expect(channel).toBe(7);
    return finding;
  });

describe('a thermometer', () => {
  it('jumps with more than 5 ℃ within a minute, up and down again being one finding', () => {
    const spike = (height: number) => minutes('09:00', '09:30', (minute) => (minute === 10 ? 12 + height : 12));
    expect(found('TEMPERATURE', spike(5))).toEqual([]);
    expect(found('TEMPERATURE', spike(5.1))).toEqual([{ rule: 'jump', from: clock('09:10'), to: clock('09:12') }]);
    expect(found('TEMPERATURE', spike(-5.1))).toHaveLength(1);
  });

  it('may change by as much over a silence', () => {
    const points = [...minutes('09:00', '09:05', () => 12), ...minutes('09:10', '09:15', () => 25)];
    expect(found('TEMPERATURE', points)).toEqual([]);
  });

  it('is stuck after two hours of daylight, not after less, and not for standing still at night', () => {
    const flat = (from: string, to: string) =>
      found(
        'TEMPERATURE',
        minutes(from, to, () => 14.2),
      );
    expect(flat('10:00', '11:59')).toEqual([]);
    expect(flat('10:00', '12:00')).toEqual([{ rule: 'flat', from: clock('10:00'), to: clock('12:00') }]);
    expect(flat('18:00', '23:59')).toEqual([]);
    expect(flat('00:00', '08:30')).toEqual([]);
  });

  it('stays stuck through the night that follows', () => {
    expect(
      found(
        'TEMPERATURE',
        minutes('15:00', '23:00', () => 14.2),
      ),
    ).toEqual([{ rule: 'flat', from: clock('15:00'), to: clock('23:00') }]);
  });

  it('is not stuck when it moves by the least', () => {
    expect(
      found(
        'TEMPERATURE',
        minutes('09:00', '16:00', (minute) => (minute % 100 === 0 ? 14.3 : 14.2)),
      ),
    ).toEqual([]);
  });

  it('is not stuck over a silence', () => {
    const points = [...minutes('10:00', '11:30', () => 14.2), ...minutes('12:30', '14:00', () => 14.2)];
    expect(found('TEMPERATURE', points)).toEqual([]);
  });
});

describe('a hygrometer', () => {
  it('is wet when it says 100 % for more than a day, and may say so for a night', () => {
    const points = Array.from({ length: 48 * 6 }, (_, step): Point => {
      const value = step < 40 * 6 ? 100 : 88;
      return [DAY + step * 10 * MINUTE_MS, value, value, value];
    });
    const judge = (some: Point[]) => findingsOf({ channel: 1, type: 'HUMIDITY', points: some, stepMs: 10 * MINUTE_MS });
    expect(judge(points)).toEqual([{ channel: 1, rule: 'flat', from: DAY, to: DAY + 40 * HOUR_MS }]);
    expect(judge(points.slice(0, 20 * 6))).toEqual([]);
  });

  it('is stuck after six hours of daylight below saturation', () => {
    const flat = (value: number, to: string) =>
      found(
        'HUMIDITY',
        minutes('09:00', to, () => value),
      );
    expect(flat(63, '14:59')).toEqual([]);
    expect(flat(63, '15:00')).toHaveLength(1);
    expect(flat(97, '17:00')).toEqual([]);
  });
});

describe('a carbon dioxide sensor', () => {
  it('is wrong below 200 ppm at night, when trees give it off; by day a closed house may fall there', () => {
    const low = (from: string, to: string) =>
      found(
        'CO2',
        minutes(from, to, (minute) => 150 + (minute % 9)),
      );
    expect(low('11:00', '15:00')).toEqual([]);
    expect(low('00:00', '02:00')).toEqual([{ rule: 'low', from: clock('00:00'), to: clock('02:00') }]);
    expect(low('00:00', '00:59')).toEqual([]);
  });

  it('is stuck after six hours of the same, at night, too', () => {
    expect(
      found(
        'CO2',
        minutes('00:00', '05:59', () => 520),
      ),
    ).toEqual([]);
    expect(
      found(
        'CO2',
        minutes('00:00', '06:00', () => 520),
      ),
    ).toMatchObject([{ rule: 'flat' }]);
  });
});

describe('a sunlight sensor', () => {
  it('is wrong above 20 W/m² for ten minutes of the night, twilight aside', () => {
    const bright = (from: string, to: string, value = 21) =>
      found(
        'SOLAR',
        minutes(from, to, () => value),
      );
    expect(bright('22:00', '22:10')).toMatchObject([{ rule: 'high', from: clock('22:00') }]);
    expect(bright('22:00', '22:09')).toEqual([]);
    expect(bright('22:00', '23:00', 20)).toEqual([]);
    expect(bright('17:30', '17:55')).toEqual([]);
  });

  it('may say 0 all night, and not all day', () => {
    expect(
      found(
        'SOLAR',
        minutes('18:00', '23:59', () => 0),
      ),
    ).toEqual([]);
    expect(
      found(
        'SOLAR',
        minutes('09:00', '12:00', () => 0),
      ),
    ).toMatchObject([{ rule: 'flat' }]);
  });
});

describe('sensors in the soil', () => {
  it('jump with more than 2 ℃ in ten minutes', () => {
    const rise = (perMinute: number) => minutes('09:00', '09:30', (minute) => 15 + Math.min(minute, 10) * perMinute);
    expect(found('SOIL_TEMPERATURE', rise(0.2))).toEqual([]);
    expect(found('SOIL_TEMPERATURE', rise(0.21))).toMatchObject([{ rule: 'jump', from: clock('09:10') }]);
  });

  it('jump with more than 15 points of moisture, unless water ran', () => {
    const points = minutes('09:00', '09:30', (minute) => (minute < 10 ? 30 : 46));
    expect(found('SOIL_MOISTURE', points)).toMatchObject([{ rule: 'jump', from: clock('09:10') }]);
    expect(found('SOIL_MOISTURE', points, [{ from: clock('08:30'), to: clock('08:50') }])).toEqual([]);
    expect(found('SOIL_MOISTURE', points, [{ from: clock('07:30'), to: clock('07:50') }])).toHaveLength(1);
    expect(found('SOIL_MOISTURE', points, [{ from: clock('09:20'), to: clock('09:30') }])).toHaveLength(1);
  });
});

describe('a type without rules', () => {
  it('is never accused', () => {
    expect(
      found(
        'FLOW_RATE',
        minutes('00:00', '23:59', (minute) => (minute % 2) * 400),
      ),
    ).toEqual([]);
    expect(found('TEMPERATURE', [])).toEqual([]);
  });
});

describe('suspicion from buckets', () => {
  it('falls on every jump that the readings hold', () => {
    const reading = fc.record({ gap: fc.integer({ min: 1, max: 15 }), value: fc.integer({ min: 0, max: 12 }) });
    fc.assert(
      fc.property(
        fc.constantFrom('TEMPERATURE' as const, 'SOIL_TEMPERATURE' as const),
        fc.array(reading),
        (type, all) => {
          let at = DAY;
          const readings = all.map(({ gap, value }): Point => {
            at += gap * MINUTE_MS;
            return [at, value, value, value];
          });
          const width = bucketLevels['10m'];
          const suspected = suspectedJumps(type, bucketsOf(readings, width), width);
          for (const { from } of findingsOf({ channel: 1, type, points: readings, stepMs: MINUTE_MS })) {
            expect(suspected.some((span) => span.from <= from && from < span.to)).toBe(true);
          }
          for (const [index, { from }] of suspected.entries()) {
            expect(from).toBeGreaterThan(suspected[index - 1]?.to ?? 0);
          }
        },
      ),
    );
  });

  it('falls on nobody whose buckets are calm', () => {
    const calm: Point[] = [
      [DAY, 10, 11, 12],
      [DAY + 10 * MINUTE_MS, 11, 12, 15],
    ];
    expect(suspectedJumps('TEMPERATURE', calm, 10 * MINUTE_MS)).toEqual([]);
  });
});

function bucketsOf(readings: readonly Point[], width: number): Point[] {
  const buckets = new Map<number, Point>();
  for (const [at, value] of readings) {
    const start = bucketStart(at, width);
    const [, min, , max] = buckets.get(start) ?? [start, value, value, value];
    buckets.set(start, [start, Math.min(min, value), value, Math.max(max, value)]);
  }
  return [...buckets.values()];
}

describe('what nothing backs', () => {
  const tens = (...values: number[]) =>
    values.map((value, at): Point => [DAY + at * 10 * MINUTE_MS, value, value, value]);

  it('is a value when those before and after are more than 5 ℃ away to one side', () => {
    expect([...unbackedExtremes('TEMPERATURE', tens(9, -12, 9.1)).low]).toEqual([DAY + 10 * MINUTE_MS]);
    expect([...unbackedExtremes('TEMPERATURE', tens(9, 31, 9.1)).high]).toEqual([DAY + 10 * MINUTE_MS]);
    expect(unbackedExtremes('TEMPERATURE', tens(9, 4, 9)).low.size).toBe(0);
    // No value reverses this fall, so nobody knows which side is wrong.
    expect(unbackedExtremes('TEMPERATURE', tens(20, 14, 8)).low.size).toBe(0);
  });

  it('is a run of them shorter than half an hour', () => {
    const minute = (at: number) => DAY + at * MINUTE_MS;
    expect([...unbackedExtremes('TEMPERATURE', tens(9, -12, 1, 9)).low]).toEqual([minute(10), minute(20)]);
    expect(unbackedExtremes('TEMPERATURE', tens(9, -12, -11, -12, 9)).low.size).toBe(3);
    expect(unbackedExtremes('TEMPERATURE', tens(9, 33, 34, 9)).high.size).toBe(2);
    // A fall of half an hour was real, and so was one in steps of a few degrees.
    expect(unbackedExtremes('TEMPERATURE', tens(9, -12, -11, -12, -12, 9)).low.size).toBe(0);
    expect(unbackedExtremes('TEMPERATURE', tens(9, -12, -7, -2, 3, 8)).low.size).toBe(0);
    const lasting = (forMinutes: number) =>
      minutes('02:00', '04:00', (at) => (at >= 30 && at < 30 + forMinutes ? -12 : 9));
    expect(unbackedExtremes('TEMPERATURE', lasting(29)).low.size).toBe(29);
    expect(unbackedExtremes('TEMPERATURE', lasting(31)).low.size).toBe(0);
  });

  it('counts where another sensor of the same air went at least half of the way with it', () => {
    const lowsBeside = (...beside: number[]) =>
      unbackedExtremes('TEMPERATURE', tens(9, -1, -1, 9), [tens(...beside)]).low.size;
    expect(lowsBeside(9, 9, 8, 9)).toBe(2);
    expect(lowsBeside(9, 9, 4.1, 9)).toBe(2);
    expect(lowsBeside(9, 9, 4, 9)).toBe(0);
    expect(lowsBeside(9, 20, 20, 9)).toBe(2);
  });

  it('is believed where nothing was measured beside it', () => {
    const hourly = [9, -12, 9].map((value, at): Point => [DAY + at * HOUR_MS, value, value, value]);
    expect(unbackedExtremes('TEMPERATURE', hourly).low.size).toBe(0);
    expect(unbackedExtremes('SOLAR', tens(0, 900, 0)).high.size).toBe(0);
  });
});

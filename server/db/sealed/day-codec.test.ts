import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { decodeBuckets, decodeTimedBuckets, encodeBuckets } from './bucket-codec.ts';
import { type DayReadings, decodeReadings, encodeReadings } from './day-codec.ts';

const BEGIN = startOfSeoulDate('2026-11-20');

/** A day with a reading each minute: the value of each minute, and by how many ms it is late. */
function aDay(value: (minute: number) => number, late: (minute: number) => number = () => 0): DayReadings {
  const minutes = Array.from({ length: 1_440 }, (_, minute) => minute);
  return {
    at: minutes.map((minute) => BEGIN + minute * MINUTE_MS + late(minute)),
    value: minutes.map(value),
    flag: minutes.map(() => 0),
  };
}

/** Compares bits, because === does not tell -0 from 0 and one NaN from another. */
const bitsOf = ({ at, value, flag }: DayReadings) => ({
  at,
  flag,
  value: [...new BigUint64Array(Float64Array.from(value).buffer)],
});

const decimal = fc
  .tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), fc.nat({ max: 9 }))
  .map(([whole, digits]) => whole / 10 ** digits);
const anyDouble = fc.double({ noNaN: true });
const single = fc.float({ noNaN: true, noDefaultInfinity: true });

const instants = fc.oneof(
  fc.uniqueArray(fc.nat({ max: DAY_MS - 1 }), { maxLength: 60 }).map((found) => found.sort((a, b) => a - b)),
  // A minute apart, each up to fifteen seconds late, some missing.
  fc
    .array(fc.option(fc.nat({ max: 15_000 }), { freq: 6 }), { maxLength: 90 })
    .map((found) => found.flatMap((late, minute) => (late === null ? [] : [minute * MINUTE_MS + late]))),
);

const days = (values: fc.Arbitrary<number>): fc.Arbitrary<DayReadings> =>
  instants.chain((found) =>
    fc.record({
      at: fc.constant(found.map((instant) => BEGIN + instant)),
      value: fc.array(values, { minLength: found.length, maxLength: found.length }),
      flag: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: found.length, maxLength: found.length }),
    }),
  );

describe('buckets of a sealed day', () => {
  const bucket = (value: fc.Arbitrary<number>) =>
    fc.record({
      place: fc.nat({ max: 5 }),
      count: fc.integer({ min: 1, max: 90_000 }),
      sumMicro: fc.oneof(
        fc.maxSafeInteger(),
        fc.integer({ min: -900, max: 900 }).map((tenths) => tenths * 100_000),
      ),
      min: value,
      max: value,
      minAt: fc.nat({ max: 600_000 }),
      maxAt: fc.nat({ max: 600_000 }),
    });

  it.each([
    ['decimal figures', decimal],
    ['any doubles', anyDouble],
  ])('come back bit for bit: %s', (_, value) => {
    const grid = { begin: BEGIN, width: 600_000 };
    fc.assert(
      fc.property(fc.array(bucket(value), { maxLength: 144 }), (found) => {
        let start = BEGIN;
        const buckets = found.map(({ place, minAt, maxAt, ...rest }) => {
          start += (place + 1) * grid.width;
          return { start, ...rest, minAt: start + minAt, maxAt: start + maxAt };
        });
        const body = encodeBuckets(buckets, grid, { withTimes: true });
        expect(decodeTimedBuckets(body, grid)).toEqual(buckets);
        expect(decodeBuckets(encodeBuckets(buckets, grid, { withTimes: false }), grid)).toEqual(
          buckets.map(({ minAt: _, maxAt: __, ...plain }) => plain),
        );
      }),
      { numRuns: 150 },
    );
  });
});

it('buckets that an earlier release sealed are read', () => {
  const body = Buffer.from('AbdgZP3bGek75/uA5TuqDszcap0kLi9Vek9P9jOY/h1oAAA=', 'base64');
  const hours = [0, 1, 3].map((hour) => {
    const start = BEGIN + hour * HOUR_MS;
    const extremes = { min: 21 + hour / 10, max: 22.5 - hour / 10, minAt: start + 10 * MINUTE_MS, maxAt: start };
    return { start, count: 6, sumMicro: (215 + hour) * 600_000, ...extremes };
  });
  expect(decodeTimedBuckets(body, { begin: BEGIN, width: HOUR_MS })).toEqual(hours);
});

describe('a sealed day', () => {
  it.each([
    ['decimal figures', decimal],
    ['any doubles', anyDouble],
    ['doubles of single precision', single],
    [
      'all of them',
      fc.oneof(decimal, anyDouble, single, fc.constantFrom(-0, 0, Number.MAX_SAFE_INTEGER, 5e-324, 1e15)),
    ],
  ])('comes back bit for bit: %s', (_, values) => {
    fc.assert(
      fc.property(days(values), (day) => {
        expect(bitsOf(decodeReadings(encodeReadings(day)))).toEqual(bitsOf(day));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['that stands still', aDay(() => 21.5), 50],
    ['that changes slowly', aDay((minute) => Math.round(200 + 60 * Math.sin(minute / 230)) / 10), 250],
    ['with noise', aDay((minute) => (2_000 + ((minute * 7_919) % 5)) / 100), 600],
    // The random delay takes thirteen bits per reading, which no codec can compress.
    [
      'that comes up to 15 s late',
      aDay(
        () => 21.5,
        (minute) => (minute * 7_919) % 15_000,
      ),
      3_100,
    ],
  ])('of a minute each takes few bytes: one %s', (_, day, most) => {
    expect(encodeReadings(day).length).toBeLessThan(most);
  });

  it('keeps the bytes of its values when a flag is set and taken back', () => {
    const day = aDay((minute) => minute / 10);
    const flagged = { ...day, flag: day.flag.map((_, minute) => (minute > 100 && minute < 200 ? 2 : 0)) };
    expect(encodeReadings(flagged)).not.toEqual(encodeReadings(day));
    expect(encodeReadings({ ...decodeReadings(encodeReadings(flagged)), flag: day.flag })).toEqual(encodeReadings(day));
  });

  it('is refused when a byte of it has changed', () => {
    const body = encodeReadings(aDay((minute) => Math.sin(minute)));
    for (const at of [0, 3, 100, body.length - 1]) {
      const damaged = Uint8Array.from(body);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      expect(() => decodeReadings(damaged)).toThrow('damaged');
    }
  });
});

import { crc32 } from 'node:zlib';
import { newModel, RangeDecoder, RangeEncoder } from './range-coder.ts';
import { planColumn, putColumn, takeColumn } from './whole-column.ts';

/**
 * The readings of a channel on one Seoul day, sorted by time: instants (epoch ms), raw values and flags, each in a list
 * of its own.
 */
export type DayReadings = { at: number[]; value: number[]; flag: number[] };

/** The first byte of a body; another format gets another number. */
const VERSION = 1;
/** Bytes before the columns: the version, and the checksum of the rest. */
const HEAD = 5;

const MAX_DIGITS = 9;
/** A smaller whole number divided by a power of ten has at most 15 digits, so a double represents it exactly. */
const MAX_WHOLE = 1e15;

/** The encoding of the values: `digits` decimals as whole numbers, or BY_BITS when that is not exact. */
const BY_BITS = MAX_DIGITS + 1;

/**
 * Encodes readings losslessly: every instant, every bit of a value, every flag. Values with up to nine decimals become
 * whole numbers. Instants near a regular grid become grid positions and offsets.
 */
export function encodeReadings({ at, value, flag }: DayReadings): Uint8Array {
  const encoder = new RangeEncoder();
  const head = newModel();
  encoder.put(at.length, head);
  putTimes(encoder, at);
  const digits = digitsOf(value);
  encoder.put(digits, newModel());
  if (digits === BY_BITS) {
    for (const half of halvesOf(value)) putColumn(encoder, planColumn(half));
  } else putColumn(encoder, planColumn(wholesOf(value, digits)));
  putColumn(encoder, planColumn(flag));
  const columns = encoder.end();
  const body = new Uint8Array(HEAD + columns.length);
  body[0] = VERSION;
  new DataView(body.buffer).setUint32(1, crc32(columns));
  body.set(columns, HEAD);
  return body;
}

/** Decodes readings. Throws RangeError for damaged bytes or an unknown version. */
export function decodeReadings(body: Uint8Array): DayReadings {
  const columns = body.subarray(HEAD);
  const checksum = new DataView(body.buffer, body.byteOffset, body.length).getUint32(1);
  if (body[0] !== VERSION || checksum !== crc32(columns)) throw new RangeError('a sealed day is damaged');
  const decoder = new RangeDecoder(columns);
  const count = decoder.take(newModel());
  const at = takeTimes(decoder, count);
  const digits = decoder.take(newModel());
  const value =
    digits === BY_BITS
      ? joinHalves(takeColumn(decoder, count), takeColumn(decoder, count))
      : takeColumn(decoder, count).map((whole) => whole / 10 ** digits);
  return { at, value, flag: takeColumn(decoder, count) };
}

/** Intervals that users configure, ms. */
const usualSteps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_200, 1_800, 3_600].map((s) => s * 1_000);

/**
 * Writes the instants of a device that sends at regular intervals with small deviations: grid position and offset of
 * each. A step of 0 marks instants without a grid.
 */
function putTimes(encoder: RangeEncoder, at: readonly number[]): void {
  const plain = planColumn(at);
  const step = nearestStep(at);
  const { places, beside } = onGrid(at, step);
  const [where, off] = [planColumn(places), planColumn(beside)];
  const isOnGrid = where.bits + off.bits < plain.bits;
  encoder.put(isOnGrid ? step : 0, newModel());
  for (const plan of isOnGrid ? [where, off] : [plain]) putColumn(encoder, plan);
}

function takeTimes(decoder: RangeDecoder, count: number): number[] {
  const step = decoder.take(newModel());
  if (step === 0) return takeColumn(decoder, count);
  const places = takeColumn(decoder, count);
  return takeColumn(decoder, count).map((beside, index) => (places[index] ?? 0) * step + beside);
}

/** The usual interval that is closest to the median interval. */
function nearestStep(at: readonly number[]): number {
  const steps = at.slice(1).map((instant, index) => instant - (at[index] ?? 0));
  const middle = steps.sort((a, b) => a - b)[steps.length >> 1] ?? 1;
  return usualSteps.reduce((best, step) =>
    Math.abs(Math.log(step / middle)) < Math.abs(Math.log(best / middle)) ? step : best,
  );
}

function onGrid(at: readonly number[], step: number): { places: number[]; beside: number[] } {
  // The grid cells are centred on the first reading, because the others are early as often as late.
  const phase = (at[0] ?? 0) - Math.floor(step / 2);
  const places = at.map((instant) => Math.floor((instant - phase) / step));
  return { places, beside: at.map((instant, index) => instant - (places[index] ?? 0) * step) };
}

/** The fewest decimals with which every value is restored bit for bit; BY_BITS when no number of decimals is enough. */
function digitsOf(values: readonly number[]): number {
  let digits = 0;
  for (const value of values) {
    while (digits <= MAX_DIGITS && !comesBack(value, 10 ** digits)) digits += 1;
  }
  // A large value that was exact with fewer decimals may not be with more.
  return values.every((value) => comesBack(value, 10 ** digits)) ? digits : BY_BITS;
}

function comesBack(value: number, scale: number): boolean {
  // Adding 0 turns -0 into 0, so that Object.is finds -0 not restored.
  const whole = Math.round(value * scale) + 0;
  return Math.abs(whole) < MAX_WHOLE && Object.is(whole / scale, value);
}

const wholesOf = (values: readonly number[], digits: number) => values.map((value) => Math.round(value * 10 ** digits));

/** The bits of doubles as columns of upper and lower halves, each XORed with the previous one. */
function halvesOf(values: readonly number[]): [number[], number[]] {
  const words = new Uint32Array(Float64Array.from(values).buffer);
  const half = (from: 0 | 1) =>
    values.map((_, index) => ((words[2 * index + from] ?? 0) ^ (words[2 * index + from - 2] ?? 0)) >>> 0);
  return [half(1), half(0)];
}

function joinHalves(upper: readonly number[], lower: readonly number[]): number[] {
  const words = new Uint32Array(upper.length * 2);
  upper.forEach((high, index) => {
    words[2 * index + 1] = (high ^ (words[2 * index - 1] ?? 0)) >>> 0;
    words[2 * index] = ((lower[index] ?? 0) ^ (words[2 * index - 2] ?? 0)) >>> 0;
  });
  return [...new Float64Array(words.buffer)];
}

import type { ColumnReader, ColumnWriter } from './columns.ts';

/*
 * A column of doubles, restored bit for bit: whole numbers of 10^-digits where that is exact, else the bits themselves.
 */

const MAX_DIGITS = 9;
/** A smaller whole number divided by a power of ten has at most 15 digits, so a double represents it exactly. */
const MAX_WHOLE = 1e15;

/** Stands in place of the number of decimals when no number of them is exact. */
const BY_BITS = MAX_DIGITS + 1;

export function putNumbers(writer: ColumnWriter, values: readonly number[]): void {
  const digits = digitsOf(values);
  writer.put(digits);
  const columns = digits === BY_BITS ? halvesOf(values) : [values.map((value) => Math.round(value * 10 ** digits))];
  for (const column of columns) writer.putColumn(column);
}

export function takeNumbers(reader: ColumnReader, count: number): number[] {
  const digits = reader.take();
  if (digits === BY_BITS) return joinHalves(reader.takeColumn(count), reader.takeColumn(count));
  const unit = 10 ** digits;
  return reader.takeColumn(count).map((whole) => whole / unit);
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

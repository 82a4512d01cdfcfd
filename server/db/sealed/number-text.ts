/*
 * Numbers as JSON, written as bytes: a sealed range has tens of thousands, and making a string of each takes longer than
 * decoding them.
 */

const [ZERO, COMMA, POINT, MINUS] = [48, 44, 46, 45];

/** Powers of ten, by the number of decimals. Numbers with more are rare, and written by way of a string. */
const units = [1, 10, 100, 1_000, 10_000];
/** A smaller whole number divided by a power of ten has at most 15 digits, so it is what its decimals say. */
const MAX_WHOLE = 1e15;

/** The most bytes that a number takes, with its comma. */
const LONGEST = 32;

/** The numbers with commas between them. */
export function writtenNumbers(values: readonly number[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(values.length * LONGEST);
  let end = 0;
  let places = 0;
  for (const value of values) {
    if (end > 0) {
      bytes[end] = COMMA;
      end += 1;
    }
    // Neighbours mostly have as many decimals.
    if (!isWhole(value, places)) places = placesOf(value);
    end += places < 0 ? bytes.write(textOf(value), end, 'latin1') : writeDecimal(bytes, end, value, places);
    if (places < 0) places = 0;
  }
  return bytes.subarray(0, end);
}

/** The fewest decimals with which a number is exact; -1 when that takes more than there are units. */
const placesOf = (value: number) => units.findIndex((_, places) => isWhole(value, places));

function isWhole(value: number, places: number): boolean {
  const unit = units[places] ?? 1;
  const whole = Math.round(value * unit);
  return whole / unit === value && Math.abs(whole) < MAX_WHOLE;
}

/** Writes a number that is exact with so many decimals, but none that is 0 at its end; returns how many bytes. */
function writeDecimal(bytes: Uint8Array, begin: number, value: number, places: number): number {
  let whole = Math.abs(Math.round(value * (units[places] ?? 1)));
  let decimals = places;
  while (decimals > 0 && whole % 10 === 0) {
    whole /= 10;
    decimals -= 1;
  }
  const sign = value < 0 ? 1 : 0;
  if (sign === 1) bytes[begin] = MINUS;
  const length = sign + Math.max(lengthOf(whole), decimals + 1) + (decimals > 0 ? 1 : 0);
  // Nine digits at a time, because dividing large numbers takes several times as long.
  let [high, low] = [Math.floor(whole / 1e9), (whole % 1e9) | 0];
  let digits = 0;
  for (let at = begin + length - 1; at >= begin + sign; at -= 1) {
    if (digits === decimals && decimals > 0) {
      bytes[at] = POINT;
      at -= 1;
    }
    const rest = (low / 10) | 0;
    bytes[at] = ZERO + low - rest * 10;
    low = rest;
    digits += 1;
    if (digits === 9) [high, low] = [0, high];
  }
  return length;
}

function lengthOf(whole: number): number {
  let length = 1;
  for (let limit = 10; whole >= limit; limit *= 10) length += 1;
  return length;
}

/** Fifteen digits represent a decimal number exactly; rows are written with as many. */
const EXACT = 15;

function textOf(value: number): string {
  const text = String(value);
  return text.length <= EXACT + 1 ? text : String(Number(value.toPrecision(EXACT)));
}

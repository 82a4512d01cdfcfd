/**
 * An amount of rain (mm) or snow (cm) in an hour. The services give some in words for a range; `value` is its middle,
 * or its lower end where it has no upper one (`max` null).
 */
export type Amount = { min: number; max: number | null; value: number };

/** The services' words for no rain or snow. */
const nothing = ['강수없음', '적설없음', '-', ''];

/** From this value on, numbers mean that there is no value. */
const MISSING_FROM = 900;

/** Reads a number of the services; null when it is missing or invalid. */
export function readNumber(raw: unknown): number | null {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const value = typeof raw === 'number' ? raw : /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) && Math.abs(value) < MISSING_FROM ? value : null;
}

/** Reads an amount; null when it is missing or in unknown words. */
export function readAmount(raw: unknown): Amount | null {
  if (raw === null || (typeof raw === 'string' && nothing.includes(raw.trim()))) return { min: 0, max: 0, value: 0 };
  const plain = readNumber(raw);
  if (plain !== null) return { min: plain, max: plain, value: plain };
  if (typeof raw !== 'string') return null;
  const [, from, to, word] = /^(\d+(?:\.\d+)?)(?:~(\d+(?:\.\d+)?))?(?:mm|cm)\s*(미만|이상)?$/.exec(raw.trim()) ?? [];
  if (from === undefined) return null;
  const first = Number(from);
  if (to !== undefined) return { min: first, max: Number(to), value: (first + Number(to)) / 2 };
  if (word === '미만') return { min: 0, max: first, value: first / 2 };
  if (word === '이상') return { min: first, max: null, value: first };
  return { min: first, max: first, value: first };
}

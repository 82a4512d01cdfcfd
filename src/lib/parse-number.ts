/** Digits, plain or grouped in threes by commas or spaces: 1234, 1,234, 1 234.5, .5, -3. */
const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d*)(\.\d*)?$/;

/**
 * Parses a typed number: null for empty text, NaN for an invalid one (schemas refuse NaN). '12,5' is invalid: it could
 * mean 12.5 or 125.
 */
export function parseNumber(text: string): number | null {
  // NFKC converts full-width digits and no-break spaces.
  const plain = text
    .normalize('NFKC')
    .replace(/\u2212/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return null;
  const match = NUMBER.exec(plain);
  if (!match || !/\d/.test(plain)) return Number.NaN;
  const [, sign = '', whole = '', fraction = ''] = match;
  return Number(`${sign}${whole.replace(/[, ]/g, '') || '0'}${fraction === '.' ? '' : fraction}`);
}

/** A number as the text of a field: no grouping, no exponent; '' for null and NaN. */
export function numberText(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '';
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** Digits in one piece or in groups of three, set apart by commas or spaces: 1234, 1,234, 1 234.5, .5, -3. */
const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d*)(\.\d*)?$/;

/**
 * What somebody meant by the figures they typed: null for nothing, NaN for what is no number (a schema refuses NaN
 * as it refuses letters). '12,5' is none: it could mean 12.5 or 125.
 */
export function parseNumber(text: string): number | null {
  // NFKC turns full-width digits and the no-break space into plain ones.
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

/** A number as it stands in a field: no groups, no exponent; null and NaN stand empty. */
export function numberText(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '';
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

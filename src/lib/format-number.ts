/** Digits with thousands separators and a fixed number of decimals: '1,234.5'. '-' if missing; never '-0'. */
export function formatNumber(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '-';
  const fixed = value.toFixed(decimals);
  const text = Number(fixed) === 0 ? fixed.replace('-', '') : fixed;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** With its own decimals, at most four: '63', '21.45'. */
export function formatPlain(value: number): string {
  return formatNumber(value, Math.min(4, String(Math.abs(value)).split('.')[1]?.length ?? 0));
}

/** A value with its unit, if it has one: '12.3 ℃', '68 %'. '-' without a unit if missing. */
export function formatWithUnit(value: number | null | undefined, unit: string, decimals: number): string {
  const text = formatNumber(value, decimals);
  return text === '-' || unit === '' ? text : `${text} ${unit}`;
}

/** A name with the unit of its values, if they have one: '온도 (℃)'. */
export function nameWithUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} (${unit})`;
}

/** A statistic: one decimal, '0' if it rounds to zero, '-' if missing. */
export function formatStatistic(value: number | null | undefined): string {
  const text = formatNumber(value, 1);
  return text === '0.0' ? '0' : text;
}

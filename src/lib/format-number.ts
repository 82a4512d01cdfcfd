/** Digits with thousands separators and a fixed number of decimals: '1,234.5'. Missing is '-', and there is no '-0'. */
export function formatNumber(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '-';
  const fixed = value.toFixed(decimals);
  const text = Number(fixed) === 0 ? fixed.replace('-', '') : fixed;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** With as many decimals as it has, at most four: '63', '21.45'. */
export function formatPlain(value: number): string {
  return formatNumber(value, Math.min(4, String(Math.abs(value)).split('.')[1]?.length ?? 0));
}

/** A figure as it stands in a sentence: '12.3 ℃', '68 %'. Missing is '-' without a unit. */
export function formatWithUnit(value: number | null | undefined, unit: string, decimals: number): string {
  const text = formatNumber(value, decimals);
  return text === '-' ? text : `${text} ${unit}`;
}

/** A statistic as it is shown: one decimal, what rounds to nothing as '0', missing as '-'. */
export function formatStatistic(value: number | null | undefined): string {
  const text = formatNumber(value, 1);
  return text === '0.0' ? '0' : text;
}

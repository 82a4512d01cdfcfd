import { MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import type { CsvValue } from '#src/lib/csv/csv.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { dayCountLabel } from '../axis/time-label.ts';
import type { ChartRange, ChartSeries } from '../chart-series.ts';
import { hasSpread, tableRows, tableTimes } from '../table/table-rows.ts';

/** Column headings. */
type CsvWords = { time: string; min: string; mean: string; max: string };

type Written = Pick<ChartSeries, 'label' | 'unit' | 'decimals' | 'points'>;

/**
 * The visible data of a chart for a spreadsheet: a heading and one row per instant, ascending, in Seoul time. A series
 * of buckets has three columns, one of readings has one; gaps are empty cells.
 */
export function chartCsvRows(
  series: readonly Written[],
  { begin, end, daysFrom }: ChartRange,
  words: CsvWords,
): CsvValue[][] {
  const shown = series.map((each) => ({
    ...each,
    points: each.points.filter(([at]) => at >= begin && at < end),
  }));
  const spreads = shown.map(hasSpread);
  const times = tableTimes(shown);
  const dated = hasSeconds(times) ? withSeconds : withoutSeconds;
  const timeOf = daysFrom === undefined ? dated : (at: number) => dayCountLabel(at, daysFrom);
  const heads = shown.flatMap(({ label, unit }, index) =>
    spreads[index]
      ? [words.min, words.mean, words.max].map((word) => `${label} ${word} (${unit})`)
      : [`${label} (${unit})`],
  );
  const rows = tableRows(shown, times).map(({ at, points }) => [
    timeOf(at),
    ...points.flatMap((point, index) => {
      const [, min, mean, max] = point ?? [];
      const figures = spreads[index] ? [min, mean, max] : [mean];
      return figures.map((figure) => rounded(figure, shown[index]?.decimals ?? 0));
    }),
  ]);
  return [[words.time, ...heads], ...rows];
}

/** A valid file name on every system: the given name, and the first and last day. */
export function chartFileName(name: string, { begin, end }: ChartRange): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows refuses them in names.
  const safe = name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-').trim();
  const [first, last] = [seoulDate(begin), seoulDate(end - 1)];
  return [safe, first, ...(last === first ? [] : [last])].join('_');
}

const withoutSeconds = (at: number) => `${seoulDate(at)} ${formatClock(at)}`;
const withSeconds = (at: number) => `${withoutSeconds(at)}:${String(Math.floor(at / SECOND_MS) % 60).padStart(2, '0')}`;

/** Seconds are written only if a minute has several rows: most spreadsheets display times without them. */
function hasSeconds(times: readonly number[]): boolean {
  return times.some((at, index) => Math.floor(at / MINUTE_MS) === Math.floor((times[index - 1] ?? -1) / MINUTE_MS));
}

/** One digit more than the screen shows; more would exceed the precision of the sensors. */
function rounded(value: number | undefined, decimals: number): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(decimals + 1));
}

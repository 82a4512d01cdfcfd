import type { Point } from '#contract/series/points.ts';
import type { ChartSeries } from '../chart-series.ts';

/** One instant and the point of each series at it, in the order of the series. */
export type TableRow = { at: number; points: readonly (Point | undefined)[] };

/** All instants of all series, ascending. */
export function tableTimes(series: readonly Pick<ChartSeries, 'points'>[]): number[] {
  const times = new Set<number>();
  for (const { points } of series) for (const [at] of points) times.add(at);
  return [...times].sort((a, b) => a - b);
}

/** Groups consecutive rows with equal labels. */
export function rowGroups<Row>(rows: readonly Row[], labelOf: (row: Row) => string): { label: string; rows: Row[] }[] {
  const groups: { label: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const label = labelOf(row);
    const last = groups.at(-1);
    if (last?.label === label) last.rows.push(row);
    else groups.push({ label, rows: [row] });
  }
  return groups;
}

/** The rows of these instants. */
export function tableRows(series: readonly Pick<ChartSeries, 'points'>[], times: readonly number[]): TableRow[] {
  const wanted = new Set(times);
  const columns = series.map(
    ({ points }) => new Map(points.filter(([at]) => wanted.has(at)).map((point) => [point[0], point])),
  );
  return times.map((at) => ({ at, points: columns.map((column) => column.get(at)) }));
}

/** Whether any point aggregates several readings, so that minimum and maximum differ from the mean. */
export function hasSpread({ points }: Pick<ChartSeries, 'points'>): boolean {
  return points.some(([, min, , max]) => min !== max);
}

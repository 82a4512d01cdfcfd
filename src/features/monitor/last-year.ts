import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { byTypeOrder } from '#contract/series/sensor-types.ts';
import {
  bucketLevels,
  bucketStart,
  DAY_MS,
  isSeoulDate,
  seoulDate,
  startOfSeoulDate,
  startOfSeoulDay,
} from '#contract/time/time.ts';
import type { ChartRange, ChartSeries } from '#src/ui/chart/chart-series.ts';
import { lowerBound } from '#src/ui/chart/paint/runs.ts';
import { chartSeriesOf } from './chart-series-of.ts';
import { type AskedRange, spanOf } from './ranges.ts';

/** The same Seoul day one year earlier; 28 February for 29 February. */
export function dayOfLastYear(date: string): string {
  const earlier = `${String(Number(date.slice(0, 4)) - 1).padStart(4, '0')}${date.slice(4)}`;
  return isSeoulDate(earlier) ? earlier : earlier.replace(/29$/, '28');
}

/** The request for last year's data of a range: the same Seoul dates and times, one year earlier. */
export function askLastYear(asked: Pick<AskedRange, 'begin' | 'end'>): AskedRange {
  const { begin, end } = spanOf(asked);
  const [first, last] = [seoulDate(begin), seoulDate(end - 1)];
  // 28 and 29 February map to the same day: hours of one may be outside the times requested for the other.
  const mayHaveLeapDay = [first, last].some((date) => /-02-2[89]$/.test(date));
  if (mayHaveLeapDay) return { begin: dayOfLastYear(first), end: dayOfLastYear(last), refreshMs: false };
  const earlier = (at: number) => at - startOfSeoulDay(at) + startOfSeoulDate(dayOfLastYear(seoulDate(at)));
  return {
    begin: new Date(earlier(begin)).toISOString(),
    // The range is half-open: the date is that of the instant before its end.
    end: new Date(earlier(end - 1) + 1).toISOString(),
    refreshMs: false,
  };
}

/** Last year's points shifted to this year, day by day, so that a leap day does not move the others. */
export function shiftedByYear(points: readonly Point[], { begin, end }: ChartRange, stepMs: number): Point[] {
  const laid: Point[] = [];
  for (let day = startOfSeoulDay(begin); day < end; day += DAY_MS) {
    const source = startOfSeoulDate(dayOfLastYear(seoulDate(day)));
    const stop = lowerBound(points, source + DAY_MS);
    for (const [at, min, mean, max] of points.slice(lowerBound(points, source), stop)) {
      const moved = at - source + day;
      if (moved > begin - stepMs && moved < end) laid.push([moved, min, mean, max]);
    }
  }
  return laid;
}

/** A record of last year with its sensors shifted to this year's range. */
export function shiftedRecord(record: MonitorRecord, range: ChartRange): MonitorRecord {
  const sensorGraph = record.data.sensorGraph.map((series) => ({
    ...series,
    points: shiftedByYear(series.points, range, series.stepMs),
  }));
  return { ...record, data: { sensorGraph, deviceGraph: [] } };
}

const LAST_YEAR_DASH = [5, 4];

/** Last year's series: on this year's axes, in the same colours, dashed and pale. */
export function lastYearSeries(laid: MonitorRecord, nameOf: (label: string) => string): ChartSeries[] {
  return chartSeriesOf(laid).map((series) => ({
    ...series,
    key: `${series.key} last year`,
    label: nameOf(series.label),
    dash: LAST_YEAR_DASH,
    // Bars of two years would cover each other.
    kind: 'line',
    isPale: true,
  }));
}

/** The day with the largest difference between the means of both years. */
type DayGap = { day: number; difference: number; series: Series };

/** A day needs readings of at least this share in both years. */
const ENOUGH = 0.5;

/** For the first type on the chart; null if no day has enough readings in both years. */
export function largestDayGap(record: MonitorRecord, laid: MonitorRecord): DayGap | null {
  const [first] = [...record.data.sensorGraph].sort((a, b) => byTypeOrder(a.type, b.type));
  let largest: DayGap | null = null;
  for (const series of record.data.sensorGraph) {
    const past = laid.data.sensorGraph.find(({ index }) => index === series.index);
    if (!past || series.type !== first?.type) continue;
    for (const [day, difference] of dayGaps(series, past)) {
      if (!largest || Math.abs(difference) > Math.abs(largest.difference)) largest = { day, difference, series };
    }
  }
  return largest;
}

/** This year's mean minus last year's for every day, over the time with readings of both. */
function dayGaps(series: Series, past: Series): Map<number, number> {
  const widthMs = Math.max(bucketLevels['10m'], series.stepMs, past.stepMs);
  const means = slotMeans(past.points, widthMs);
  const days = new Map<number, { sum: number; count: number }>();
  for (const [at, mean] of slotMeans(series.points, widthMs)) {
    const then = means.get(at);
    if (then === undefined) continue;
    const day = startOfSeoulDay(at);
    const { sum, count } = days.get(day) ?? { sum: 0, count: 0 };
    days.set(day, { sum: sum + mean - then, count: count + 1 });
  }
  return new Map(
    [...days].flatMap(([day, { sum, count }]) => (count * widthMs >= ENOUGH * DAY_MS ? [[day, sum / count]] : [])),
  );
}

function slotMeans(points: readonly Point[], widthMs: number): Map<number, number> {
  const slots = new Map<number, { sum: number; count: number }>();
  for (const [at, , mean] of points) {
    const slot = bucketStart(at, widthMs);
    const { sum, count } = slots.get(slot) ?? { sum: 0, count: 0 };
    slots.set(slot, { sum: sum + mean, count: count + 1 });
  }
  return new Map([...slots].map(([at, { sum, count }]) => [at, sum / count]));
}

import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import { addSeoulMonths } from '#contract/monitor/statistics.ts';
import type { Point } from '#contract/series/points.ts';
import { byTypeOrder } from '#contract/series/sensor-types.ts';
import {
  addSeoulDays,
  DAY_MS,
  isSeoulDate,
  seoulDate,
  seoulMonth,
  startOfSeoulDate,
  startOfSeoulDay,
} from '#contract/time/time.ts';
import type { AskedRange } from '../ranges.ts';

/** The month in the URL; the current one if it is invalid or in the future. */
export function monthOrNow(text: string | undefined, now: number): string {
  const running = seoulMonth(now);
  const isMonth = text !== undefined && /^20\d{2}-\d{2}$/.test(text) && isSeoulDate(`${text}-01`);
  return isMonth && text < running ? text : running;
}

/** The days of a month as the record call takes them; of the current month, those until today. */
export function askMonth(month: string, now: number): AskedRange {
  const last = addSeoulDays(`${addSeoulMonths(month, 1)}-01`, -1);
  const today = seoulDate(now);
  return { begin: `${month}-01`, end: today < last ? today : last, refreshMs: false };
}

/** More columns do not fit on a portrait page. */
const SENSORS_A_SHEET = 4;

/** Splits a record into records of a few sensors of one type, in the order of the specification's charts. */
export function sheetsOf(record: MonitorRecord): MonitorRecord[] {
  const types = [...new Set(record.data.sensorGraph.map(({ type }) => type))];
  types.sort(byTypeOrder);
  return types.flatMap((type) => {
    const alike = record.data.sensorGraph.filter((series) => series.type === type);
    const sheets = Array.from({ length: Math.ceil(alike.length / SENSORS_A_SHEET) }, (_, sheet) =>
      alike.slice(sheet * SENSORS_A_SHEET, (sheet + 1) * SENSORS_A_SHEET),
    );
    return sheets.map((sensorGraph) => ({ ...record, data: { sensorGraph, deviceGraph: [] } }));
  });
}

export type DayFigures = { min: number; mean: number; max: number };

/** A day of a month with the values of each series, in their order; null without a reading. */
export type PrintedDay = { day: number; figures: (DayFigures | null)[] };

/** All days of [begin, end), ascending. */
export function printedDays(all: readonly Series[], { begin, end }: { begin: string; end: string }): PrintedDay[] {
  const columns = all.map(({ points }) => figuresByDay(points));
  const days: PrintedDay[] = [];
  for (let day = startOfSeoulDate(begin); day <= startOfSeoulDate(end); day += DAY_MS) {
    days.push({ day, figures: columns.map((column) => column.get(day) ?? null) });
  }
  return days;
}

/** Over all days: the minimum, the mean of the daily means, the maximum. */
export function monthFigures(days: readonly PrintedDay[], column: number): DayFigures | null {
  const known = days.flatMap(({ figures }) => figures[column] ?? []);
  if (known.length === 0) return null;
  return {
    min: Math.min(...known.map(({ min }) => min)),
    mean: known.reduce((sum, { mean }) => sum + mean, 0) / known.length,
    max: Math.max(...known.map(({ max }) => max)),
  };
}

function figuresByDay(points: readonly Point[]): Map<number, DayFigures> {
  const days = new Map<number, DayFigures & { count: number }>();
  for (const [at, min, mean, max] of points) {
    const day = startOfSeoulDay(at);
    const known = days.get(day);
    if (!known) {
      days.set(day, { min, mean, max, count: 1 });
      continue;
    }
    known.min = Math.min(known.min, min);
    known.max = Math.max(known.max, max);
    known.mean += (mean - known.mean) / (known.count + 1);
    known.count += 1;
  }
  return days;
}

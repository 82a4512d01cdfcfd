import { dateWords } from '#contract/time/korean-text.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, seoulParts } from '#contract/time/time.ts';
import { formatClock, formatDate, formatSpokenTime } from '#src/lib/format-date.ts';
import type { ChartRange } from '../chart-series.ts';

const yearOf = (at: number) => `${seoulParts(at).year}${dateWords.year}`;

export const tickLabels = {
  clock: formatClock,
  year: yearOf,
  month: (at: number) => `${seoulParts(at).month}${dateWords.month}`,
  day: (at: number) => `${seoulParts(at).day}${dateWords.day}`,
  date: (at: number) => `${seoulParts(at).month}${dateWords.month} ${seoulParts(at).day}${dateWords.day}`,
};

const secondsOf = (at: number) => `:${String(Math.floor(at / SECOND_MS) % 60).padStart(2, '0')}`;

/** How many whole days after `daysFrom` an instant is: '120일째'. */
export function dayCountLabel(at: number, daysFrom: number): string {
  return `${Math.floor((at - daysFrom) / DAY_MS)}${dateWords.dayCount}`;
}

/**
 * The time of a reading: with seconds if several fall within a minute, without a time for daily values; with the year
 * if the range can contain two years.
 */
export function momentLabel(
  at: number,
  stepMs: number,
  range: ChartRange,
  style: 'shown' | 'spoken' = 'shown',
): string {
  if (range.daysFrom !== undefined) return `${dayCountLabel(at, range.daysFrom)} (${tickLabels.date(at)})`;
  const date = range.end - range.begin > 180 * DAY_MS ? `${yearOf(at)} ${formatDate(at)}` : formatDate(at);
  if (stepMs >= DAY_MS) return date;
  if (style === 'spoken') return `${date} ${formatSpokenTime(at)}`;
  return `${date} ${formatClock(at)}${stepMs < MINUTE_MS ? secondsOf(at) : ''}`;
}

/** The time in a table whose rows are grouped by day; for daily values the day, grouped by month. */
export function rowLabel(at: number, stepMs: number): string {
  if (stepMs < DAY_MS) return `${formatClock(at)}${stepMs < MINUTE_MS ? secondsOf(at) : ''}`;
  return formatDate(at).replace(`${tickLabels.month(at)} `, '');
}

/** The group heading of rows: the day, with the year if the range can contain two years; for daily values the month. */
export function rowGroupLabel(at: number, stepMs: number, range: ChartRange): string {
  return stepMs < DAY_MS ? momentLabel(at, DAY_MS, range) : `${yearOf(at)} ${tickLabels.month(at)}`;
}

/** The range in view; whole days are written without times, and the end is the last day included. */
export function rangeLabel({ begin, end, daysFrom }: ChartRange): string {
  if (daysFrom !== undefined) return `${dayCountLabel(begin, daysFrom)} – ${dayCountLabel(end - 1, daysFrom)}`;
  const isWholeDays = formatClock(begin) === '00:00' && formatClock(end) === '00:00';
  const stepMs = isWholeDays || end - begin > 14 * DAY_MS ? DAY_MS : MINUTE_MS;
  const first = momentLabel(begin, stepMs, { begin, end });
  const last = momentLabel(isWholeDays ? end - 1 : end, stepMs, { begin, end });
  if (first === last) return first;
  const isSameDay = stepMs < DAY_MS && formatDate(begin) === formatDate(end);
  return `${first} – ${isSameDay ? formatClock(end) : last}`;
}

import { dateText, dateTimeText, dayText } from '#contract/time/date-text.ts';
import { ageWords, dateWords, durationWords, nightWords } from '#contract/time/korean-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, seoulClock, seoulDate, seoulParts } from '#contract/time/time.ts';

// Written by hand instead of Intl: 'ko-KR' gives '오전' or 'AM' depending on the browser's ICU data.

const two = (value: number) => String(value).padStart(2, '0');

/** The Seoul day of an instant: '11월 21일 (토)'. */
export function formatDate(at: number): string {
  return dateText(at);
}

/** The Seoul day without weekday and year: '11월 2일'. */
export function formatDayOfYear(at: number): string {
  return dayText(at);
}

/** A Seoul month, yyyy-MM: '2026년 11월'. */
export function formatMonth(month: string): string {
  return `${Number(month.slice(0, 4))}${dateWords.year} ${Number(month.slice(5))}${dateWords.month}`;
}

/** The Seoul time on axes and in tables: '05:20'. */
export function formatClock(at: number): string {
  return seoulClock(at);
}

/** Date and time: '11월 21일 (토) 14:30'. */
export function formatDateTime(at: number): string {
  return dateTimeText(at);
}

/** Date and time in a sortable form: '2026-11-21 14:30'; '' for null. Takes an ISO instant or epoch ms. */
export function formatInstant(at: string | number | null | undefined): string {
  if (at === null || at === undefined) return '';
  const instant = new Date(at).getTime();
  return `${seoulDate(instant)} ${formatClock(instant)}`;
}

/** The Seoul time in a sentence: '오전 5:20', '오후 12:05'. */
export function formatSpokenTime(at: number): string {
  const { hour, minute } = seoulParts(at);
  const half = hour < 12 ? dateWords.morning : dateWords.afternoon;
  return `${half} ${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)}`;
}

/**
 * The name of the night that ends with a sunrise, as said at `now`: until sunrise '오늘 밤 지금까지', for the rest of that
 * day '지난밤', later '11월 20일 (금) 밤'. Without a sunrise it is the last night.
 */
export function formatNight(sunriseAt: number | null, now: number): string {
  if (sunriseAt === null) return nightWords.last;
  if (now < sunriseAt) return nightWords.running;
  return seoulDate(sunriseAt) === seoulDate(now)
    ? nightWords.last
    : `${formatDate(sunriseAt - DAY_MS)} ${nightWords.of}`;
}

/** A duration in at most two units: '2시간 10분', '3일 4시간', '12분'. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return durationWords.lessThanMinute;
  const parts = [
    [Math.floor(ms / DAY_MS), durationWords.days],
    [Math.floor((ms % DAY_MS) / HOUR_MS), durationWords.hours],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), durationWords.minutes],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count}${word}`)
    .join(' ');
}

/** How long ago, in one unit: '방금', '12분 전', '3시간 전', '2일 전'. */
export function formatAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return ageWords.justNow;
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}${durationWords.minutes} ${ageWords.ago}`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}${durationWords.hours} ${ageWords.ago}`;
  return `${Math.floor(ageMs / DAY_MS)}${durationWords.days} ${ageWords.ago}`;
}

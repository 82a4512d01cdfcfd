import { DAY_MS, HOUR_MS, MINUTE_MS, SEOUL_OFFSET_MS, startOfSeoulDay } from '#contract/time/time.ts';

/** The operations of the short-term forecast service. */
export const forecastServices = ['getUltraSrtNcst', 'getUltraSrtFcst', 'getVilageFcst'] as const;
export type ForecastService = (typeof forecastServices)[number];

/** Minutes of a Seoul day at which a service issues, and how long after that the issue is available, ms. */
type Timetable = { minutes: readonly number[]; readyAfterMs: number };

const hourly = (minute: number) => Array.from({ length: 24 }, (_, hour) => hour * 60 + minute);

/**
 * From the service's guide (document of dataset 15084084): observation at :10, six-hour forecast at :45, village
 * forecast at :10.
 */
const timetables: { readonly [Service in ForecastService]: Timetable } = {
  getUltraSrtNcst: { minutes: hourly(0), readyAfterMs: 10 * MINUTE_MS },
  getUltraSrtFcst: { minutes: hourly(30), readyAfterMs: 15 * MINUTE_MS },
  getVilageFcst: { minutes: [2, 5, 8, 11, 14, 17, 20, 23].map((hour) => hour * 60), readyAfterMs: 10 * MINUTE_MS },
};

/** The newest issue that is available at `now`, epoch ms. */
export function newestIssue(service: ForecastService, now: number): number {
  const { minutes, readyAfterMs } = timetables[service];
  return issueUntil(minutes, now - readyAfterMs);
}

/** The previous issue, which is used when the newest one is late. */
export function issueBefore(service: ForecastService, issue: number): number {
  return issueUntil(timetables[service].minutes, issue - MINUTE_MS);
}

/** `base_date` and `base_time` in the service's format, Seoul time. */
export function baseOf(issue: number): { baseDate: string; baseTime: string } {
  const [date = '', time = ''] = new Date(issue + SEOUL_OFFSET_MS).toISOString().split('T');
  return { baseDate: date.replaceAll('-', ''), baseTime: time.slice(0, 5).replace(':', '') };
}

/** Reads a Seoul date and time in the services' format (`20260701`, `1400`), epoch ms; null when invalid. */
export function readSeoulTime(date: string, time: string): number | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  const [, hour, minute] = /^(\d{2})(\d{2})$/.exec(time) ?? [];
  if (year === undefined || hour === undefined) return null;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day)) - SEOUL_OFFSET_MS;
  return at + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
}

function issueUntil(minutes: readonly number[], until: number): number {
  const today = startOfSeoulDay(until);
  const issues = [today - DAY_MS, today].flatMap((day) => minutes.map((minute) => day + minute * MINUTE_MS));
  return issues.findLast((issue) => issue <= until) ?? today - DAY_MS;
}

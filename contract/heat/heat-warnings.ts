import { calendarWarnings, REDUCTION_DAYS, type StageWarning } from '../growth-calendar/calendar-warnings.ts';
import { type CalendarPeriod, periodAt } from '../growth-calendar/growth-calendar.ts';
import type { FarmCalendars } from '../growth-calendar/growth-calendar-calls.ts';
import { nightsBetween } from '../time/sun.ts';
import { DAY_MS, startOfSeoulDay } from '../time/time.ts';
import type { HeatCalendar, HeatSettings } from './heat.ts';
import { type HeatStretch, heatDay, isAimed } from './heat-target.ts';

type JudgedCrop = Pick<FarmCalendars['crops'][number], 'itemsName' | 'isHeated' | 'budBreakOn' | 'calendar'>;

type HeatWarningsContext = {
  /** Settings in force, from which nights are cooled. */
  stored: HeatSettings;
  /** The calendar that the settings can follow. */
  calendar: HeatCalendar | null;
  /** Growing crops of the farm. */
  crops: readonly JudgedCrop[];
  /** Epoch ms. */
  at: number;
};

/**
 * Published recommendations that heat settings violate in the present stages of the crops, by the same rules as targets
 * of the growth calendar. A house is at least as warm as it is heated, so only what heating itself violates is judged.
 * Each recommendation is listed once, for the first crop that it concerns.
 */
export function heatWarnings(
  settings: HeatSettings,
  { stored, calendar, crops, at }: HeatWarningsContext,
): StageWarning[] {
  const typed = temperaturesOf(settings, calendar, at);
  const { row: rowBefore } = temperaturesOf(stored, calendar, at);
  const warnings = crops.flatMap(({ itemsName, isHeated, budBreakOn, calendar: own }) => {
    const period = own && periodAt(own, budBreakOn, at);
    if (!period) return [];
    // New settings are in force at once: they are compared with one step of the guidance.
    const crop = { itemsName, isHeated, rowBefore, coolingDays: REDUCTION_DAYS };
    return calendarWarnings({ ...period, ...typed }, crop).map((warning) => ({
      ...warning,
      itemsName,
      season: period.season,
    }));
  });
  return warnings.filter(({ name }, index) => warnings.findIndex((other) => other.name === name) === index);
}

/** The lowest target of the day's nights and the highest between them; 'natural' without a target. */
function temperaturesOf(
  settings: HeatSettings,
  calendar: HeatCalendar | null,
  at: number,
): Pick<CalendarPeriod, 'row' | 'high'> {
  const begin = startOfSeoulDay(at);
  const nights = nightsBetween(begin, begin + DAY_MS);
  const [morning, evening] = nights;
  const stretches = heatDay(settings, calendar, at);
  const byNight = stretches.filter((one) => nights.some((night) => isWithin(one, night)));
  const byDay = stretches.filter((one) => isWithin(one, { from: morning?.to ?? begin, to: evening?.from ?? begin }));
  const low = byNight.every(isAimed) ? Math.min(...byNight.map(({ targetC }) => targetC)) : null;
  const top = Math.max(...byDay.filter(isAimed).map(({ targetC }) => targetC));
  return { row: low ?? 'natural', high: Number.isFinite(top) ? top : 'natural' };
}

function isWithin(one: HeatStretch, part: { from: number; to: number }): boolean {
  return one.from < part.to && part.from < one.to;
}

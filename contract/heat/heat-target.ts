import { lowestC, periodAt } from '../growth-calendar/growth-calendar.ts';
import { sunTimes } from '../time/sun.ts';
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '../time/time.ts';
import { type HeatBand, type HeatCalendar, type HeatSettings, isInBand } from './heat.ts';

/**
 * The source of a target. off and natural mean no target, so only the frost guard heats; natural is the growth
 * calendar's word for months in which houses are not heated.
 */
type HeatReason = 'off' | 'natural' | 'band' | 'day' | 'night' | 'calendar';

export type HeatTarget = {
  /** ℃; never below the frost guard. */
  targetC: number;
  by: HeatReason;
  /** The band in force. */
  band?: HeatBand;
  /** The growth stage in force. */
  season?: string;
};

/** Whether there is a target; otherwise only the frost guard heats. */
export function isAimed({ by }: Pick<HeatTarget, 'by'>): boolean {
  return by !== 'off' && by !== 'natural';
}

/**
 * The temperature that the heater holds at an instant. Frost guard has priority; then off; then the growth calendar or
 * the first band that contains the minute; then day and night by the sun, not by the clock: trees need warmth together
 * with light, and on Jeju the sun rises between 5:25 and 7:38, so a fixed hour would be wrong by up to two hours. When
 * the mode is calendar but no crop has one, the farm's own targets apply.
 */
export function heatTargetAt(settings: HeatSettings, calendar: HeatCalendar | null, at: number): HeatTarget {
  const wanted = wantedAt(settings, calendar, at);
  return wanted.targetC >= settings.frostGuardC ? wanted : { ...wanted, targetC: settings.frostGuardC };
}

function wantedAt(settings: HeatSettings, calendar: HeatCalendar | null, at: number): HeatTarget {
  if (!settings.enabled) return { targetC: settings.frostGuardC, by: 'off' };
  if (settings.mode === 'calendar' && calendar) return byCalendar(calendar, settings.frostGuardC, at);
  if (settings.bands.length > 0) {
    const minute = Math.floor((at - startOfSeoulDay(at)) / MINUTE_MS);
    const band = settings.bands.find((one) => isInBand(one, minute));
    if (band) return { targetC: band.targetC, by: 'band', band };
  }
  return isDay(at) ? { targetC: settings.dayTargetC, by: 'day' } : { targetC: settings.nightTargetC, by: 'night' };
}

/** The calendar's highest temperature is for ventilation, not heating, so its lowest applies day and night. */
function byCalendar(calendar: HeatCalendar, frostGuardC: number, at: number): HeatTarget {
  const period = periodAt(calendar, calendar.budBreakOn, at);
  const targetC = period ? lowestC(period.row) : null;
  if (!period || targetC === null) {
    return { targetC: frostGuardC, by: 'natural', ...(period && { season: period.season }) };
  }
  return { targetC, by: 'calendar', season: period.season };
}

let known = { day: Number.NaN, sunrise: 0, sunset: 0 };

/**
 * Whether it is between sunrise and sunset. Caches the sun times of the last day, since a year by the minute calls it
 * half a million times.
 */
function isDay(at: number): boolean {
  const day = startOfSeoulDay(at);
  if (day !== known.day) known = { day, ...sunTimes(at) };
  return at >= known.sunrise && at < known.sunset;
}

export type HeatStretch = HeatTarget & {
  /** Epoch ms, half open. */
  from: number;
  to: number;
};

/** The Seoul day that contains `at`, as stretches with one target and one reason each, to the minute. */
export function heatDay(settings: HeatSettings, calendar: HeatCalendar | null, at: number): HeatStretch[] {
  const begin = startOfSeoulDay(at);
  const stretches: HeatStretch[] = [];
  for (let minute = begin; minute < begin + DAY_MS; minute += MINUTE_MS) {
    const target = heatTargetAt(settings, calendar, minute);
    const last = stretches.at(-1);
    if (last && last.targetC === target.targetC && last.by === target.by && last.band === target.band) {
      last.to = minute + MINUTE_MS;
    } else stretches.push({ ...target, from: minute, to: minute + MINUTE_MS });
  }
  return stretches;
}

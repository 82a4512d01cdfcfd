import { lowestC, periodAt } from '../growth-calendar/growth-calendar.ts';
import { sunTimes } from '../time/sun.ts';
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '../time/time.ts';
import { type HeatBand, type HeatCalendar, type HeatSettings, isInBand } from './heat.ts';

/**
 * Why a target is what it is. off and natural: nothing is aimed at, so the frost guard alone is left; natural is the
 * growth calendar's word for months in which houses stay as warm as the weather makes them.
 */
type HeatReason = 'off' | 'natural' | 'band' | 'day' | 'night' | 'calendar';

export type HeatTarget = {
  /** ℃; never below the frost guard. */
  targetC: number;
  by: HeatReason;
  /** The band that decides. */
  band?: HeatBand;
  /** The growth stage that decides. */
  season?: string;
};

/** Whether a temperature is aimed at: otherwise the frost guard alone is left, which is a safeguard and no target. */
export function isAimed({ by }: Pick<HeatTarget, 'by'>): boolean {
  return by !== 'off' && by !== 'natural';
}

/**
 * What the heater holds at an instant. Frost guard above all; then off; then the growth calendar or the first band
 * that holds the minute; then day and night by the sun and not by the clock: trees need the warmth with the light,
 * and on Jeju the sun rises between 5:25 and 7:38, so a fixed hour would be wrong by up to two hours.
 * With a calendar to follow but no crop that has one, the farm's own targets count: better than none.
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

/** The calendar's highest by day is where growers air, not what they heat to: its lowest counts day and night. */
function byCalendar(calendar: HeatCalendar, frostGuardC: number, at: number): HeatTarget {
  const period = periodAt(calendar, calendar.budBreakOn, at);
  const targetC = period ? lowestC(period.row) : null;
  if (!period || targetC === null) {
    return { targetC: frostGuardC, by: 'natural', ...(period && { season: period.season }) };
  }
  return { targetC, by: 'calendar', season: period.season };
}

let known = { day: Number.NaN, sunrise: 0, sunset: 0 };

/** Between sunrise and sunset. The sun of the last asked day is remembered: a year by the minute asks half a million times. */
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

/** The Seoul day that holds `at` as stretches with one target and one reason each, by the minute. */
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

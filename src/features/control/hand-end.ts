import type { ActuatorSettings } from '#contract/control/actuator.ts';
import { HAND_MIN } from '#contract/control/control-calls.ts';
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';

/** How manual control ends: after a time, at a time of day (HH:mm, '' while incomplete), or after an amount of water. */
export type HandEnd = { minutes: number } | { until: string } | { litres: number | null };

/** Selectable durations, min. */
const LENGTHS = [5, 10, 20, 30, 60, 120, 240] as const;

/** The durations to choose from, min: those within the longest, which is one of them unless it is that of all. */
export function lengthsWithin(longestMin: number): number[] {
  const within = LENGTHS.filter((one) => one <= longestMin);
  return longestMin >= HAND_MIN.most || within.some((one) => one === longestMin) ? within : [...within, longestMin];
}

/** Watering by an amount may take half as much longer than at the nominal flow, as rules may. */
const AMOUNT_SLACK = 1.5;
const AMOUNT_LEAST_MIN = 2;

/**
 * Minutes that manual control may last at most, from `now` (epoch ms); null while the end is incomplete, or further away
 * than `longestMin`.
 */
export function minutesOf(
  end: HandEnd,
  { nominalLpm }: Pick<ActuatorSettings, 'nominalLpm'>,
  longestMin: number,
  now: number,
): number | null {
  if ('minutes' in end) return Math.min(end.minutes, longestMin);
  if ('litres' in end) {
    const { litres } = end;
    if (litres === null || !(litres > 0) || nominalLpm === null) return null;
    return Math.min(longestMin, Math.max(AMOUNT_LEAST_MIN, (AMOUNT_SLACK * litres) / nominalLpm));
  }
  const [hours, minutes] = end.until.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return null;
  const today = startOfSeoulDay(now) + (hours * 60 + minutes) * MINUTE_MS;
  const left = ((today > now ? today : today + DAY_MS) - now) / MINUTE_MS;
  return left <= longestMin ? Math.max(1, left) : null;
}

/** The most that the valve gives in its longest run, L; null without a nominal flow. */
export function mostLitres({ nominalLpm }: Pick<ActuatorSettings, 'nominalLpm'>, longestMin: number): number | null {
  return nominalLpm === null ? null : nominalLpm * longestMin;
}

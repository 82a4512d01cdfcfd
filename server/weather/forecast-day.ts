import { HOUR_MS, seoulClock } from '#contract/time/time.ts';
import type { HourForecast } from './kma/forecast.ts';
import type { ForecastService } from './kma/issue-time.ts';

/** An hour as one issue has it. */
export type IssuedHour = HourForecast & { service: ForecastService; issuedAt: number };

/** The ultra-short forecast knows the next hours best; what it does not tell comes from the village forecast. */
const precedence: readonly ForecastService[] = ['getUltraSrtFcst', 'getVilageFcst'];

/**
 * One forecast of many issues: each field of an hour from the newest issue of the best service that tells it. Hours
 * that have passed are as they were last forecast. In order of time; observations are left out.
 */
export function mergeHours(issued: readonly IssuedHour[]): HourForecast[] {
  const best = issued
    .filter(({ service }) => precedence.includes(service))
    .sort((a, b) => precedence.indexOf(a.service) - precedence.indexOf(b.service) || b.issuedAt - a.issuedAt);
  const merged = new Map<number, HourForecast>();
  for (const { service: _, issuedAt: __, ...hour } of best) {
    const known = merged.get(hour.at);
    merged.set(hour.at, known ? { ...hour, ...told(known) } : hour);
  }
  return [...merged.values()].sort((a, b) => a.at - b.at);
}

const told = (hour: HourForecast): Partial<HourForecast> =>
  Object.fromEntries(Object.entries(hour).filter(([, value]) => value !== null));

type Timed = { value: number; at: number };
type Extremes = { min: Timed; max: Timed };

/** A day as far as it was measured, and as it is forecast. */
type DayGiven = {
  now: number;
  /** Where the Seoul day begins, epoch ms. */
  day: number;
  measured: Extremes | undefined;
  /** Rain of the hours of the day that were measured, by where they begin; the running one as far as it has passed. */
  rainMm: ReadonlyMap<number, number>;
  hours: readonly HourForecast[];
};

type DayExtreme = { value: number | null; time: string | null; isForecast: boolean };
type DayFigures = {
  max: DayExtreme;
  min: DayExtreme;
  precipitations: { time: string; value: number | null; isForecast: boolean }[];
};

const BLOCK_HOURS = 3;

/** The extremes and the rain of a day: measured as far as it has passed, forecast from then on. */
export function figuresOf({ now, day, measured, rainMm, hours }: DayGiven): DayFigures {
  // Without a station nothing is known of what has passed but what was forecast for it.
  const ahead = measured ? hours.filter(({ at }) => at > now) : hours;
  const extreme = (side: 'min' | 'max'): DayExtreme => {
    const sign = side === 'min' ? 1 : -1;
    const coming = forecastExtreme(ahead, side, !measured);
    const been = measured?.[side];
    if (been && (!coming || sign * been.value <= sign * coming.value)) return shown(been, false);
    return coming ? shown(coming, true) : { value: null, time: null, isForecast: true };
  };
  const blocks = Array.from({ length: 24 / BLOCK_HOURS }, (_, at) => day + at * BLOCK_HOURS * HOUR_MS);
  return {
    max: extreme('max'),
    min: extreme('min'),
    precipitations: blocks.map((begin) => {
      const ofBlock = Array.from({ length: BLOCK_HOURS }, (_, at) => begin + at * HOUR_MS);
      const known = ofBlock.map(rainOf).filter((mm) => mm !== null);
      // Where the gauge was silent, what was forecast stands in.
      const isStoodIn = ofBlock.some((hour) => !rainMm.has(hour) && rainOf(hour) !== null);
      const value = known.length === 0 ? null : Number(known.reduce((sum, mm) => sum + mm, 0).toFixed(1));
      return { time: seoulClock(begin), value, isForecast: isStoodIn || begin + BLOCK_HOURS * HOUR_MS > now };
    }),
  };

  function rainOf(hour: number): number | null {
    const fell = rainMm.get(hour) ?? null;
    if (hour + HOUR_MS <= now && fell !== null) return fell;
    const coming = hours.find(({ at }) => at === hour)?.rainMm?.value ?? null;
    if (fell === null || coming === null) return fell ?? coming;
    // Of the running hour the rest is still to come.
    return fell + (coming * (hour + HOUR_MS - now)) / HOUR_MS;
  }
}

/**
 * The lowest or highest of the hours; the day's own figure, where a service tells one and the whole day lies ahead, is
 * finer than that of its hours.
 */
function forecastExtreme(hours: readonly HourForecast[], side: 'min' | 'max', isWholeDay: boolean): Timed | undefined {
  const sign = side === 'min' ? 1 : -1;
  const [hour] = hours
    .flatMap(({ at, temperatureC: value }) => (value === null ? [] : [{ at, value }]))
    .sort((a, b) => sign * (a.value - b.value) || a.at - b.at);
  const ofDay = hours.find((one) => (side === 'min' ? one.dayMinC : one.dayMaxC) !== null);
  const value = ofDay && (side === 'min' ? ofDay.dayMinC : ofDay.dayMaxC);
  if (!isWholeDay || !ofDay || value === null || value === undefined) return hour;
  return { at: hour?.at ?? ofDay.at, value };
}

const shown = ({ value, at }: Timed, isForecast: boolean): DayExtreme => ({ value, time: seoulClock(at), isForecast });

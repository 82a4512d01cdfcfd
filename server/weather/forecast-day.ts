import { HOUR_MS, seoulClock } from '#contract/time/time.ts';
import type { HourForecast } from './kma/forecast.ts';
import type { ForecastService } from './kma/issue-time.ts';

/** A forecast hour of one issue. */
export type IssuedHour = HourForecast & { service: ForecastService; issuedAt: number };

/** The ultra-short forecast is the best for the next hours; the village forecast fills its gaps. */
const precedence: readonly ForecastService[] = ['getUltraSrtFcst', 'getVilageFcst'];

/**
 * Merges issues into one forecast: each field comes from the newest issue of the best service that has it. Past hours
 * keep their last forecast. Sorted by time, without observations.
 */
export function mergeHours(issued: readonly IssuedHour[]): HourForecast[] {
  const best = issued
    .filter(({ service }) => precedence.includes(service))
    .sort((a, b) => precedence.indexOf(a.service) - precedence.indexOf(b.service) || b.issuedAt - a.issuedAt);
  const merged = new Map<number, HourForecast>();
  for (const { service: _, issuedAt: __, ...hour } of best) {
    const known = merged.get(hour.at);
    merged.set(hour.at, known ? { ...hour, ...measuredIn(known) } : hour);
  }
  return [...merged.values()].sort((a, b) => a.at - b.at);
}

const measuredIn = (hour: HourForecast): Partial<HourForecast> =>
  Object.fromEntries(Object.entries(hour).filter(([, value]) => value !== null));

type Timed = { value: number; at: number };
type Extremes = { min: Timed; max: Timed };

/** The measured part of a day and its forecast. */
type DayGiven = {
  now: number;
  /** Beginning of the Seoul day, epoch ms. */
  day: number;
  measured: Extremes | undefined;
  /** Measured rain by the start of the hour; of the current hour only the past part. */
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

/** The extremes and rain of a day: measured for the past part, forecast for the rest. */
export function figuresOf({ now, day, measured, rainMm, hours }: DayGiven): DayFigures {
  // Without a station only the forecast is known for the past part, too.
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
      // The forecast replaces missing measurements of the rain gauge.
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
    // Adds the forecast for the rest of the current hour.
    return fell + (coming * (hour + HOUR_MS - now)) / HOUR_MS;
  }
}

/**
 * The forecast minimum or maximum of the hours. For a whole day the day's own forecast is used where there is one,
 * because it is more precise than the hours.
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

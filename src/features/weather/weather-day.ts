import { addSeoulDays, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { SimpleWeather } from '#contract/weather/weather.ts';

const BLOCK_MS = 3 * HOUR_MS;

/** The specification: the next day cannot be reached from a day after tomorrow. Days are Seoul days, yyyy-MM-dd. */
export function isLastDay(date: string, today: string): boolean {
  return date > addSeoulDays(today, 1);
}

/**
 * measured: observed. coming: forecast. passed: it was a forecast in this response and its time has passed since, so
 * the real value is unknown.
 */
type RainSource = 'measured' | 'coming' | 'passed';

const sourceAt = (isForecast: boolean, until: number, now: number): RainSource =>
  isForecast ? (until <= now ? 'passed' : 'coming') : 'measured';

/** A day's extreme, classified at `now`; undefined if unknown. */
export function extremeKind(
  { time, isForecast }: SimpleWeather['maxTemperature'],
  date: string,
  now: number,
): RainSource | undefined {
  return time === null ? undefined : sourceAt(isForecast, instantOf(date, time) + HOUR_MS, now);
}

type RainBlock = {
  /** Epoch ms, half-open. */
  from: number;
  to: number;
  /** Sum of the three hours; null if unknown. */
  mm: number | null;
  source: RainSource;
};

/** The rain of a day in blocks of three hours, in order, classified at `now`. */
export function rainBlocks({ precipitations }: Pick<SimpleWeather, 'precipitations'>, date: string, now: number) {
  return precipitations.map(({ time, value, isForecast }): RainBlock => {
    const from = instantOf(date, time);
    const to = from + BLOCK_MS;
    return { from, to, mm: value, source: sourceAt(isForecast, to, now) };
  });
}

type DayRain = {
  sumMm: number;
  /** The block with the most rain. */
  wettest: RainBlock;
  /** Whether every block is known: otherwise the sum is not that of the day. */
  isWhole: boolean;
};

/** The day's known rain; undefined if no block is known. */
export function rainOfDay(blocks: readonly RainBlock[]): DayRain | undefined {
  const known = blocks.flatMap((block) => (block.mm === null ? [] : [{ ...block, mm: block.mm }]));
  const [first, ...others] = known;
  if (!first) return undefined;
  return {
    sumMm: known.reduce((sum, { mm }) => sum + mm, 0),
    wettest: others.reduce((most, block) => (block.mm > most.mm ? block : most), first),
    isWhole: known.length === blocks.length,
  };
}

/** The instant of a Seoul time of day, HH:mm, on a Seoul day. */
export function instantOf(date: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return startOfSeoulDate(date) + hours * HOUR_MS + minutes * MINUTE_MS;
}

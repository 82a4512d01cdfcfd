import { addSeoulDays, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { SimpleWeather } from '#contract/weather/weather.ts';

const BLOCK_MS = 3 * HOUR_MS;

/** The specification: the next day cannot be reached from a day after tomorrow. Days are Seoul days, yyyy-MM-dd. */
export function isLastDay(date: string, today: string): boolean {
  return date > addSeoulDays(today, 1);
}

/**
 * measured: it has been. coming: it is forecast. passed: it was forecast when the answer was given and has been since,
 * so that nobody knows whether it came so.
 */
type Told = 'measured' | 'coming' | 'passed';

const toldOf = (isForecast: boolean, until: number, now: number): Told =>
  isForecast ? (until <= now ? 'passed' : 'coming') : 'measured';

/** An extreme of the day as it is to be told at `now`; undefined where nothing is known. */
export function extremeTold(
  { time, isForecast }: SimpleWeather['maxTemperature'],
  date: string,
  now: number,
): Told | undefined {
  return time === null ? undefined : toldOf(isForecast, instantOf(date, time) + HOUR_MS, now);
}

type RainBlock = {
  /** Epoch ms, half open. */
  from: number;
  to: number;
  /** Sum of the three hours; null: not known. */
  mm: number | null;
  told: Told;
};

/** The rain of a day in blocks of three hours, in order, as it is to be told at `now`. */
export function rainBlocks({ precipitations }: Pick<SimpleWeather, 'precipitations'>, date: string, now: number) {
  return precipitations.map(({ time, value, isForecast }): RainBlock => {
    const from = instantOf(date, time);
    const to = from + BLOCK_MS;
    return { from, to, mm: value, told: toldOf(isForecast, to, now) };
  });
}

type DayRain = {
  sumMm: number;
  /** The block with the most of it. */
  wettest: RainBlock;
  /** Whether every block is known: a sum over some of them is not that of the day. */
  isWhole: boolean;
};

/** The day's rain as far as it is known; undefined while nothing is known of any block. */
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
function instantOf(date: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return startOfSeoulDate(date) + hours * HOUR_MS + minutes * MINUTE_MS;
}

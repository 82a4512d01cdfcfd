import { isCondensing, vapourPressureDeficit, WET_HUMIDITY, WET_LEAF } from '#contract/monitor/agronomic-formulas.ts';
import type { AirPeriod, HumidityAnswer } from '#contract/monitor/humidity.ts';
import type { Point } from '#contract/series/points.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { roundTo } from '../kernel/round-to.ts';

/** Mean air of a step; temperature and leaf wetness (%) are null where their sensors sent nothing. */
export type AirStep = {
  at: number;
  humidity: number;
  min: number;
  max: number;
  temperature: number | null;
  leafWetness: number | null;
};

/** The temperatures at which grey mould grows best, ℃ (agronomy notes). */
const MILD = { from: 15, to: 25 } as const;

const isWet = ({ humidity, leafWetness }: AirStep) =>
  humidity >= WET_HUMIDITY || (leafWetness !== null && leafWetness >= WET_LEAF);
const isDripping = (step: AirStep) => step.temperature !== null && isCondensing(step.temperature, step.humidity);
const isMild = ({ temperature }: AirStep) => temperature !== null && temperature >= MILD.from && temperature <= MILD.to;

/**
 * The totals of the steps that begin in [begin, end). `stepMs` is the duration of a step: ten minutes, or the interval
 * of a sensor that reports less often.
 */
export function airPeriodOf(
  steps: readonly AirStep[],
  { begin, end }: { begin: number; end: number },
  stepMs: number,
): AirPeriod {
  const within = steps.filter(({ at }) => at >= begin && at < end);
  const hours = (count: number) => roundTo(1, Math.min(count * stepMs, end - begin) / HOUR_MS);
  const wet = within.filter(isWet);
  const known = within.filter(({ temperature }) => temperature !== null);
  const warmth = wet.flatMap(({ temperature }) => temperature ?? []);
  const dripping = known.filter(isDripping);
  const deficits = known.flatMap(({ temperature, humidity }) =>
    temperature === null ? [] : [vapourPressureDeficit(temperature, humidity)],
  );
  const lastDrop = dripping.at(-1);
  return {
    begin,
    end,
    coveredHours: hours(within.length),
    wetHours: hours(wet.length),
    longestWetHours: hours(longestRun(within, stepMs)),
    wetMildHours: known.length > 0 ? hours(wet.filter(isMild).length) : null,
    wetMeanC: warmth.length > 0 ? roundTo(1, warmth.reduce((sum, one) => sum + one, 0) / warmth.length) : null,
    condensingHours: known.length > 0 ? hours(dripping.length) : null,
    condensingUntil: lastDrop ? Math.min(lastDrop.at + stepMs, end) : null,
    deficit:
      deficits.length > 0 ? { min: roundTo(3, Math.min(...deficits)), max: roundTo(3, Math.max(...deficits)) } : null,
  };
}

/** How many wet steps follow each other without a dry step or a gap between them. */
function longestRun(steps: readonly AirStep[], stepMs: number): number {
  let longest = 0;
  let run = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    if (!isWet(step)) run = 0;
    else run = step.at - before <= stepMs ? run + 1 : 1;
    before = step.at;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Steps in the form that a chart draws. */
export function graphOf(steps: readonly AirStep[]): Pick<HumidityAnswer['graph'], 'humidity' | 'deficit'> {
  const humidity = steps.map(({ at, min, humidity: mean, max }): Point => [at, min, mean, max]);
  const deficit = steps.flatMap(({ at, humidity: mean, temperature }): Point[] => {
    if (temperature === null) return [];
    const value = roundTo(3, vapourPressureDeficit(temperature, mean));
    return [[at, value, value, value]];
  });
  return { humidity, deficit };
}

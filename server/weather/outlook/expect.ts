import { MAX_PAST_NIGHTS, MIN_PAST_NIGHTS } from '#contract/weather/outlook.ts';
import { meanOf, type StretchForecast } from './stretch.ts';

/** A night or a day ahead: its forecast, and the temperature the heater keeps at least, ℃ (null without one). */
export type Ahead = StretchForecast & { heatC: number | null };

/** A past one, with its measured extreme and the expected one, ℃. */
export type Past = Ahead & { actualC: number; expectedC: number | null; daysAgo: number };

/** The scale of each quantity within which two nights count as similar: our choice, a third of its usual range. */
const ALIKE = { extremeC: 3, windMps: 2.5, sky: 1.2, daysAgo: 20 } as const;
/** Ridge regularisation of the slope, in nights: a few similar nights must not give a steep slope. */
const RIDGE = 1.5;
/** Within this of the heater's target, ℃, the heater determined the temperature: our choice, its usual swing. */
const HELD_C = 1;

/**
 * The expected extreme at a place (a house, or a station), ℃: a weighted linear regression over past forecasts and
 * measurements, in which similar nights count more. It thus learns the bias of the forecast at this farm, how much
 * warmer the house is, and where its heater keeps it. Null with too few past nights or days.
 */
export function expectExtreme(ahead: Ahead, past: readonly Past[]): number | null {
  const known = past.flatMap((one) => {
    const actualC = actualUnder(ahead.heatC, one);
    return actualC === null || one.daysAgo > MAX_PAST_NIGHTS ? [] : [{ ...one, actualC, weight: weightOf(ahead, one) }];
  });
  if (known.length < MIN_PAST_NIGHTS) return null;
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = (of: (one: Past) => number) => known.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
  const forecast = weighted(({ extremeC }) => extremeC);
  const actual = weighted(({ actualC }) => actualC);
  const spread = weighted(({ extremeC }) => (extremeC - forecast) ** 2);
  const together = weighted((one) => (one.extremeC - forecast) * (one.actualC - actual));
  // A house follows the outside air at most fully, and never inversely.
  const slope = Math.min(1, Math.max(0, together / (spread + RIDGE / known.length)));
  return actual + slope * (ahead.extremeC - forecast);
}

/**
 * The minimum of a past night if the heater had kept tonight's target; null when that is unknown. A higher target
 * raises the nights that the heater determined, and milder ones up to the target. With a lower target it is unknown how
 * far the nights that the heater determined would have cooled. Nights in which the heater was too weak stay the same.
 */
function actualUnder(heatC: number | null, { actualC, heatC: heldC }: Past): number | null {
  if (heatC === null || heldC === null || heatC === heldC || actualC < heldC - HELD_C) return actualC;
  if (actualC > heldC + HELD_C) return Math.max(actualC, heatC);
  return heatC > heldC ? actualC + heatC - heldC : null;
}

/** Gaussian weight in each quantity, plus a small constant, so that an unusual night still has a mean. */
function weightOf(ahead: Ahead, past: Past): number {
  const square = (difference: number, alike: number) => (difference / alike) ** 2;
  const distance =
    square(ahead.extremeC - past.extremeC, ALIKE.extremeC) +
    square(ahead.windMps - past.windMps, ALIKE.windMps) +
    square(ahead.sky - past.sky, ALIKE.sky) +
    square(past.daysAgo, ALIKE.daysAgo);
  return Math.exp(-distance / 2) + 1e-3;
}

/** The mean absolute error of the last outlooks, ℃; null with too few. */
export function errorOf(past: readonly Past[]): number | null {
  const errors = past.flatMap(({ expectedC, actualC, daysAgo }) =>
    expectedC === null || daysAgo > MAX_PAST_NIGHTS ? [] : [Math.abs(expectedC - actualC)],
  );
  return errors.length < MIN_PAST_NIGHTS ? null : (meanOf(errors) ?? null);
}

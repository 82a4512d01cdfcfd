import { LEAST_PAST, MOST_PAST } from '#contract/weather/outlook.ts';
import { meanOf, type StretchForecast } from './stretch.ts';

/** What is known of a night or a day ahead: the forecast, and what the heater holds at least, ℃ (null without one). */
export type Ahead = StretchForecast & { heatC: number | null };

/** The same of one that has passed, with the extreme (℃) that came of it and what was told of it. */
export type Past = Ahead & { actualC: number; expectedC: number | null; daysAgo: number };

/** How much two may differ in a quantity and still speak for each other: ours, a third of its usual range. */
const ALIKE = { extremeC: 3, windMps: 2.5, sky: 1.2, daysAgo: 20 } as const;
/** Counts as so many nights that say: as the mean. Few similar nights then tell no steep slope. */
const RIDGE = 1.5;
/** As near to what the heater held, ℃, it was the heater that held it: ours, its usual swing. */
const HELD_C = 1;

/**
 * The extreme to expect at a place (a house, or a station), ℃: what it was when alike was forecast, the more alike the
 * more it counts, followed along the forecast. So the bias of the forecast at this farm, the lift of the house and where
 * its heater holds it all come out of what was measured. Null with too few behind it.
 */
export function expectExtreme(ahead: Ahead, past: readonly Past[]): number | null {
  const known = past.flatMap((one) => {
    const actualC = actualUnder(ahead.heatC, one);
    return actualC === null || one.daysAgo > MOST_PAST ? [] : [{ ...one, actualC, weight: weightOf(ahead, one) }];
  });
  if (known.length < LEAST_PAST) return null;
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = (of: (one: Past) => number) => known.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
  const forecast = weighted(({ extremeC }) => extremeC);
  const actual = weighted(({ actualC }) => actualC);
  const spread = weighted(({ extremeC }) => (extremeC - forecast) ** 2);
  const together = weighted((one) => (one.extremeC - forecast) * (one.actualC - actual));
  // A house follows the air outside at most as it is, and never the other way.
  const slope = Math.min(1, Math.max(0, together / (spread + RIDGE / known.length)));
  return actual + slope * (ahead.extremeC - forecast);
}

/**
 * What would have come of a past night had the heater held what it holds tonight; null where that night does not tell.
 * A heater that holds more lifts the nights it held, and the milder ones to what it holds; one that holds less leaves
 * open how far the nights it held would have fallen. Where it was too weak to hold anything nothing changes.
 */
function actualUnder(heatC: number | null, { actualC, heatC: heldC }: Past): number | null {
  if (heatC === null || heldC === null || heatC === heldC || actualC < heldC - HELD_C) return actualC;
  if (actualC > heldC + HELD_C) return Math.max(actualC, heatC);
  return heatC > heldC ? actualC + heatC - heldC : null;
}

/** Gaussian in each quantity; never quite nothing, so that a night like no other still has a mean. */
function weightOf(ahead: Ahead, past: Past): number {
  const square = (difference: number, alike: number) => (difference / alike) ** 2;
  const distance =
    square(ahead.extremeC - past.extremeC, ALIKE.extremeC) +
    square(ahead.windMps - past.windMps, ALIKE.windMps) +
    square(ahead.sky - past.sky, ALIKE.sky) +
    square(past.daysAgo, ALIKE.daysAgo);
  return Math.exp(-distance / 2) + 1e-3;
}

/** How far what was told of the last ones was off, ℃ (mean absolute error); null with too few. */
export function errorOf(past: readonly Past[]): number | null {
  const errors = past.flatMap(({ expectedC, actualC, daysAgo }) =>
    expectedC === null || daysAgo > MOST_PAST ? [] : [Math.abs(expectedC - actualC)],
  );
  return errors.length < LEAST_PAST ? null : (meanOf(errors) ?? null);
}

import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { countUntil } from '../decide/readings.ts';
import type { PastPoints } from './past-series.ts';

/** With fewer past doses the response is unknown. */
const LEAST_SOIL_RUNS = 3;
/** Moisture peaks within this time after a dose, ms; its fall is measured this long after the peak. */
const PEAK_WITHIN_MS = 4 * HOUR_MS;
const FALLS_FOR_MS = 12 * HOUR_MS;
/** A value is valid for this long, ms. */
const HOLDS_MS = 60 * MINUTE_MS;
/** Time constant of water reaching the probe, ms: soil reacts after tens of minutes. */
const SINKS_MS = 25 * MINUTE_MS;

/** A past dose: when it ran, and its amount, L. */
export type PastDose = { from: number; to: number; litres: number };

/** Response of soil to water: rise in points per litre, and drying afterwards in points per hour. */
export type SoilAnswer = { risePerL: number; fallPerH: number; highestPct: number };

/** The median response of one probe to past doses; null with too few of them. */
export function learnSoil(points: PastPoints, doses: readonly PastDose[]): SoilAnswer | null {
  const seen = doses.flatMap((dose, place) => {
    const before = valueAt(points, dose.from);
    const until = Math.min(dose.to + PEAK_WITHIN_MS, doses[place + 1]?.from ?? Number.POSITIVE_INFINITY);
    const after = points.slice(countUntil(points, dose.from), countUntil(points, until));
    const peak = after.reduce<PastPoints[number] | undefined>(
      (top, one) => (top && top[1] >= one[1] ? top : one),
      undefined,
    );
    if (before === undefined || !peak || dose.litres <= 0) return [];
    const later = valueAt(points, peak[0] + FALLS_FOR_MS);
    return [{ rise: Math.max(0, peak[1] - before) / dose.litres, fall: later === undefined ? 0 : peak[1] - later }];
  });
  if (seen.length < LEAST_SOIL_RUNS) return null;
  return {
    risePerL: median(seen.map(({ rise }) => rise)),
    fallPerH: Math.max(0, median(seen.map(({ fall }) => fall))) / (FALLS_FOR_MS / HOUR_MS),
    highestPct: points.reduce((most, [, value]) => Math.max(most, value), 0),
  };
}

function valueAt(points: PastPoints, at: number): number | undefined {
  const newest = points[countUntil(points, at) - 1];
  return newest && at - newest[0] <= HOLDS_MS ? newest[1] : undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** The moisture that simulated doses add at one probe. */
export function createWetting({ risePerL, fallPerH, highestPct }: SoilAnswer) {
  let sinking = 0;
  let added = 0;
  return {
    pass(ms: number, litres: number): void {
      sinking += litres * risePerL;
      const sunk = sinking * (1 - Math.exp(-ms / SINKS_MS));
      sinking -= sunk;
      added = Math.max(0, added + sunk - (fallPerH * ms) / HOUR_MS);
    },
    /** Limited to the highest moisture ever measured, except by the measured value itself. */
    shown: (measured: number): number => Math.max(measured, Math.min(measured + added, highestPct)),
  };
}

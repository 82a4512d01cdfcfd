import { DAY_MS } from '#contract/time/time.ts';
import type { Queries } from '../../db/open.ts';
import { listPoints } from '../../db/points.ts';
import type { Series } from '../decide/world.ts';
import { BACK_MS } from '../engine/load-world.ts';
import type { Pace } from './pace.ts';

export type PastPoints = readonly (readonly [at: number, value: number])[];
export type PastSeries = Omit<Series, 'silentMs' | 'isDoubted'> & { points: PastPoints };

/** Readings are loaded in portions, so that no query blocks others for long, ms. */
const PORTION_MS = 2 * DAY_MS;

type Channel = { farmId: number; index: number; type: Series['type']; isCalibrated: 0 | 1 };

/** Good readings of a channel in [begin, end), calibrated, in order of time. */
export async function loadPast(
  store: Queries,
  channel: Channel,
  { begin, end }: { begin: number; end: number },
  pace: Pace,
): Promise<PastPoints> {
  const points: (readonly [number, number])[] = [];
  for (let from = begin; from < end; from += PORTION_MS) {
    const to = Math.min(end, from + PORTION_MS);
    const portion = await listPoints(store, { channel, resolution: 'raw', begin: from, end: to });
    for (const [at, value] of portion) points.push([at, value]);
    await pace.goOn();
  }
  return points;
}

/** A series that is read step by step, as it was known at each instant. */
type Unrolled = {
  /** With the points of the last hours until the last call. */
  series: PastSeries;
  /** Goes on to `at`, which may not go back. */
  pass(at: number): void;
};

/** `shown` transforms a value; by default the measured one is used. */
export function unroll(series: PastSeries, shown?: (at: number, value: number) => number): Unrolled {
  const { points } = series;
  const window: (readonly [number, number])[] = [];
  let next = 0;
  return {
    series: { ...series, points: window },
    pass(at) {
      for (let point = points[next]; point && point[0] <= at; point = points[next]) {
        window.push(shown ? [point[0], shown(point[0], point[1])] : point);
        next += 1;
      }
      const [first] = window;
      // Old points are dropped rarely and in bulk, since this runs for thousands of minutes.
      if (first && first[0] < at - 2 * BACK_MS) {
        const kept = window.findIndex(([measured]) => measured >= at - BACK_MS);
        window.splice(0, kept < 0 ? window.length : kept);
      }
    },
  };
}

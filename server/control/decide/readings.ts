import type { Grouping } from '#contract/control/rule/condition.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Series } from './world.ts';

/** Age limit by type, ms, however rarely a sensor reports. */
const OLDEST_MS: { readonly [Type in ChannelTypeName]?: number } = {
  TEMPERATURE: 10 * MINUTE_MS,
  HUMIDITY: 10 * MINUTE_MS,
  CO2: 10 * MINUTE_MS,
  WIND_SPEED: 10 * MINUTE_MS,
  WIND_DIRECTION: 10 * MINUTE_MS,
  SOLAR: 10 * MINUTE_MS,
  RAINFALL: 20 * MINUTE_MS,
};
/** Age limit of soil sensors and others that change slowly, ms. */
const OLDEST_OTHER_MS = 60 * MINUTE_MS;
/** Smallest age limit, however often a sensor reports: one missed minute must not stop anything, ms. */
const YOUNGEST_MS = 3 * MINUTE_MS;

/** The age at which a value of the sensor may no longer move equipment, ms. */
export function staleAfterMs({ type, intervalMs }: Aging): number {
  const silent = silentAfterMs(intervalMs);
  if (type === 'FLOW_RATE') return silent;
  return Math.min(Math.max(silent, YOUNGEST_MS), OLDEST_MS[type] ?? OLDEST_OTHER_MS);
}

type Reading = { value: number; at: number };
/** What the age of a value depends on. */
type Aging = Pick<Series, 'type' | 'intervalMs'>;

/** Number of points at or before an instant. */
export function countUntil(points: Series['points'], at: number): number {
  // Nearly always asked about now: all of them.
  const newest = points.at(-1);
  if (newest === undefined || newest[0] <= at) return points.length;
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value that is valid at an instant; null without a fresh one. */
export function readingAt(series: Aging & Pick<Series, 'points'>, at: number): Reading | null {
  return readingOf(series, countUntil(series.points, at) - 1, at);
}

/** The reading at a place of its series, if it is still valid at an instant. */
function readingOf(series: Aging & Pick<Series, 'points'>, place: number, at: number): Reading | null {
  const newest = series.points[place];
  if (!newest || at - newest[0] > staleAfterMs(series)) return null;
  return { at: newest[0], value: newest[1] };
}

/** The combined value of several sensors, or why there is none. */
export type GroupReading =
  | { isKnown: true; value: number; at: number; spread: number }
  | { isKnown: false; reason: 'SENSOR_SILENT' | 'SENSOR_DOUBTED'; channel: number };
/** Of a group of which enough is fresh. */
export type Known = Extract<GroupReading, { isKnown: true }>;

/**
 * Combines several sensors into one value at an instant. At least half of them must be fresh, and a doubted one counts
 * as silent; otherwise the result names the sensor that failed.
 */
export function groupReading(group: readonly Series[], by: Grouping, at: number): GroupReading {
  return together(group, by, (series) => readingAt(series, at));
}

/** Whether so many fresh sensors of a group are enough to know its value. */
export function isGroupKnown(fresh: number, size: number): boolean {
  return fresh > 0 && fresh * 2 >= size;
}

function together(
  group: readonly Series[],
  by: Grouping,
  read: (series: Series, place: number) => Reading | null,
): GroupReading {
  const [single] = group;
  if (single && group.length === 1) return alone(single, single.isDoubted ? null : read(single, 0));
  const fresh: Reading[] = [];
  let failed: Series | undefined;
  let place = 0;
  for (const series of group) {
    const reading = series.isDoubted ? null : read(series, place);
    if (reading) fresh.push(reading);
    else failed ??= series;
    place += 1;
  }
  if (!isGroupKnown(fresh.length, group.length)) return unknown(failed);
  const values = fresh.map(({ value }) => value).sort((one, other) => one - other);
  const spread = (values.at(-1) ?? 0) - (values[0] ?? 0);
  return { isKnown: true, value: combine(values, by), at: Math.min(...fresh.map((one) => one.at)), spread };
}

/** The value of a group of one, the most frequent group. */
function alone(series: Series, reading: Reading | null): GroupReading {
  return reading ? { isKnown: true, value: reading.value, at: reading.at, spread: 0 } : unknown(series);
}

function unknown(failed: Series | undefined): GroupReading {
  const reason = failed?.isDoubted ? 'SENSOR_DOUBTED' : 'SENSOR_SILENT';
  return { isKnown: false, reason, channel: failed?.channel ?? 0 };
}

/** Combines values in ascending order into one. */
function combine(values: readonly number[], by: Grouping): number {
  const middle = values.length / 2;
  switch (by) {
    case 'min':
      return values[0] ?? 0;
    case 'max':
      return values.at(-1) ?? 0;
    case 'median':
      return ((values[Math.ceil(middle) - 1] ?? 0) + (values[Math.floor(middle)] ?? 0)) / 2;
    case 'mean':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
  }
}

/** Largest share of a period without readings. */
const GAPS = 0.2;

/**
 * For how long before `at` the group has matched, ms, at most `forMs`; null when too much of that time has no readings.
 * Uses stored readings, so that a restart changes nothing. A value counts until the next one, and no longer than until
 * it is stale.
 */
export function heldMs(
  group: readonly Series[],
  by: Grouping,
  isSuch: (value: number) => boolean,
  at: number,
  forMs: number,
): number | null {
  if (forMs === 0) return 0;
  const from = at - forMs;
  const places = group.map((series) => countUntil(series.points, at) - 1);
  const staleMs = group.map(staleAfterMs);
  const timeOf = (one: number) => group[one]?.points[places[one] ?? -1]?.[0] ?? Number.NEGATIVE_INFINITY;
  const staleAt = (one: number) => timeOf(one) + (staleMs[one] ?? 0);
  let unknownMs = 0;
  let until = at;
  const read = (series: Series, one: number) =>
    staleAt(one) < until ? null : readingOf(series, places[one] ?? -1, timeOf(one));
  while (until > from) {
    // Back to the last instant at which a value arrived or became stale: in between nothing changes.
    let edge = from;
    for (let one = 0; one < group.length; one += 1) {
      edge = Math.max(edge, staleAt(one) < until ? staleAt(one) : timeOf(one));
    }
    const reading = together(group, by, read);
    if (!reading.isKnown) unknownMs += until - edge;
    else if (!isSuch(reading.value)) return at - until;
    for (let one = 0; one < group.length; one += 1) {
      if (timeOf(one) === edge) places[one] = (places[one] ?? 0) - 1;
    }
    until = edge;
  }
  return unknownMs > forMs * GAPS ? null : forMs;
}

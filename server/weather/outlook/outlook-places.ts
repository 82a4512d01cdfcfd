import { heatTargetAt } from '#contract/heat/heat-target.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { countHours } from '../../db/bucket/buckets.ts';
import { findExtremes } from '../../db/bucket/extremes.ts';
import type { Queries } from '../../db/open.ts';
import { findHeatCalendar } from '../../growth-calendar/queries.ts';
import { findHeat } from '../../heat/queries.ts';
import { type FoundChannel, listChannels } from '../../monitor/queries.ts';
import type { WeatherPlaces } from '../places.ts';
import { extremeOf, type OutlookKind, stretches, stretchOf } from './stretch.ts';

/** A place with outlooks: a house by its name, or the public station. */
export type OutlookPlace = { place: string; thermometers: readonly FoundChannel[]; hasHeater: boolean };

/** The station's name among the houses of its farm; no house has an empty name. */
export const STATION_PLACE = '';

/** The houses of a farm that have a thermometer. */
export async function listHouses(store: Queries, farmId: number): Promise<OutlookPlace[]> {
  const channels = await listChannels(store, farmId);
  return [...new Set(channels.map(({ areaName }) => areaName))].flatMap((place) => {
    const inside = channels.filter(({ areaName }) => areaName === place);
    const thermometers = inside.filter(({ type }) => type === 'TEMPERATURE');
    if (thermometers.length === 0) return [];
    return { place, thermometers, hasHeater: inside.some(({ type }) => type === 'HEATER') };
  });
}

/** The same with the farm's public station, where forecasts can be compared with measurements. */
export async function listOutlookPlaces(
  store: Queries,
  { farmId, publicStation }: WeatherPlaces,
): Promise<OutlookPlace[]> {
  const houses = await listHouses(store, farmId);
  const channels = publicStation ? await listChannels(store, publicStation.number) : [];
  const thermometers = channels.filter(({ type }) => type === 'TEMPERATURE');
  if (thermometers.length === 0) return houses;
  return [...houses, { place: STATION_PLACE, thermometers, hasHeater: false }];
}

/** The measured extreme of a whole night or day at a place, ℃; null when too many hours are missing. */
export async function findActual(
  store: Queries,
  spot: OutlookPlace,
  kind: OutlookKind,
  date: string,
): Promise<number | null> {
  const [first] = spot.thermometers;
  if (!first) return null;
  const { from, to } = stretchOf(kind, date);
  const indexes = spot.thermometers.map(({ index }) => index);
  const hours = await countHours(store, first.farmId, indexes, { from, to });
  const heard = spot.thermometers.filter(({ index }) => (hours.get(index) ?? 0) >= stretches[kind].leastHours);
  return findMeasured(store, heard, kind, date);
}

/** The calibrated extreme that thermometers of a farm measured in a night or day so far, ℃; null without a reading. */
export async function findMeasured(
  store: Queries,
  thermometers: readonly FoundChannel[],
  kind: OutlookKind,
  date: string,
): Promise<number | null> {
  const [first] = thermometers;
  if (!first) return null;
  const { from, to } = stretchOf(kind, date);
  const indexes = thermometers.map(({ index }) => index);
  const isAnyCalibrated = thermometers.some(({ isCalibrated }) => isCalibrated === 1);
  const found = await findExtremes(store, first.farmId, indexes, { from, to: to - 1, isAnyCalibrated });
  const values = [...found.values()].map(({ min, max }) => (kind === 'night' ? min : max).value);
  return values.length === 0 ? null : extremeOf(kind, values);
}

/** The lowest heating target of a farm in the night that begins on a Seoul day, ℃, by the current settings. */
export async function findHeld(store: Queries, farmId: number): Promise<(nightOn: string) => number | null> {
  const heat = await findHeat(store, farmId);
  const calendar = await findHeatCalendar(store, farmId);
  return (nightOn) => {
    if (!heat) return null;
    const { from, to } = stretchOf('night', nightOn);
    const targets: number[] = [];
    for (let at = from; at < to; at += HOUR_MS) targets.push(heatTargetAt(heat.settings, calendar, at).targetC);
    return Math.min(...targets);
  };
}

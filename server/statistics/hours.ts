import { meanOf, hoursOf as storedHours } from '../db/bucket/buckets.ts';
import { calibrate, calibrationsOf } from '../db/calibration.ts';
import type { Queries } from '../db/open.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import type { FoundChannel } from '../monitor/queries.ts';

/** An hour of a sensor: its mean and extremes, with their times. */
export type Hour = { at: number; mean: number; min: number; minAt: number; max: number; maxAt: number };

/** The hours of a sensor that begin in [begin, end), calibrated and sorted by time. */
export async function hoursOf(
  store: Queries,
  { farmId, index }: FoundChannel,
  { begin, end }: { begin: number; end: number },
): Promise<Hour[]> {
  const corrections = (await calibrationsOf(store, farmId, [index])).get(index);
  const hours = await storedHours(store, { farmId, index }, { from: begin, to: end });
  // Reads a year at a time: SQLite runs on this thread, so other requests run only between two queries.
  await yieldToOthers();
  return hours.map(({ start: at, count, sumMicro, min, minAt, max, maxAt }) => {
    const shown = (value: number) => calibrate(value, at, corrections);
    return { at, mean: shown(meanOf({ count, sumMicro })), min: shown(min), minAt, max: shown(max), maxAt };
  });
}

/** The sensors of a type in the crop's house; all of the farm when no house has that name. */
export function sensorsOf(
  type: 'TEMPERATURE' | 'SOLAR',
  house: string,
  channels: readonly FoundChannel[],
): FoundChannel[] {
  const all = channels.filter((channel) => channel.type === type);
  const own = all.filter(({ areaName }) => areaName === house);
  return own.length > 0 ? own : all;
}

import type { Queries } from '../../db/open.ts';
import { isSameStretch, listPoints } from '../../db/points.ts';
import type { Series } from '../decide/world.ts';
import type { EquipmentSensor } from './equipment.ts';
import { recent } from './load-world.ts';

/** Readings of a sensor in [begin, end), epoch ms, as columns: as pairs they would take five times the room. */
type Kept = { begin: number; end: number; times: Float64Array; values: Float64Array };

/**
 * The readings of a farm's sensors of the last hours, from one look to the next: what is known is counted and only what
 * is new is read. What came late, or was left out or taken back in by hand, changes the count or the sum of times, and a
 * sensor of which that is so is read anew; so is one whose values are corrected.
 */
export function createRecentReadings(store: Queries, farmId: number) {
  let kept = new Map<number, Kept>();

  const read = async (sensor: EquipmentSensor, calibrated: ReadonlySet<number>, now: number): Promise<Kept> => {
    const { channel, range } = recent({ farmId, sensor, calibrated, now });
    const from = channel.isCalibrated ? undefined : await stillKnown(store, kept.get(sensor.channel), channel, range);
    const fresh = await listPoints(store, {
      channel,
      resolution: 'raw',
      begin: from?.end ?? range.begin,
      end: range.end,
    });
    return joined(from, fresh, range);
  };

  return {
    /** By channel, in order of time. */
    async of(
      sensors: readonly EquipmentSensor[],
      calibrated: ReadonlySet<number>,
      now: number,
    ): Promise<ReadonlyMap<number, Series['points']>> {
      const next = new Map<number, Kept>();
      for (const sensor of sensors) next.set(sensor.channel, await read(sensor, calibrated, now));
      kept = next;
      return new Map([...next].map(([channel, columns]) => [channel, pairs(columns)]));
    },
  };
}

/** The part of what is kept that still holds, until right behind its newest reading; undefined where all is to be read. */
async function stillKnown(
  store: Queries,
  kept: Kept | undefined,
  channel: ReturnType<typeof recent>['channel'],
  { begin, end }: { begin: number; end: number },
): Promise<Kept | undefined> {
  const newest = kept?.times.at(-1);
  // A clock that was set back asks for what was never read.
  if (!kept || newest === undefined || begin < kept.begin || end < kept.end) return undefined;
  const first = kept.times.findIndex((at) => at >= begin);
  if (first < 0) return undefined;
  const part = { begin, end: newest + 1, times: kept.times.subarray(first), values: kept.values.subarray(first) };
  return (await isSameStretch(store, { channel, begin, end: part.end }, part.times)) ? part : undefined;
}

function joined(
  known: Kept | undefined,
  fresh: readonly (readonly [at: number, value: number, ...rest: number[]])[],
  { begin, end }: { begin: number; end: number },
): Kept {
  const before = known?.times.length ?? 0;
  const times = new Float64Array(before + fresh.length);
  const values = new Float64Array(before + fresh.length);
  if (known) {
    times.set(known.times);
    values.set(known.values);
  }
  fresh.forEach(([at, value], place) => {
    times[before + place] = at;
    values[before + place] = value;
  });
  return { begin, end, times, values };
}

function pairs({ times, values }: Kept): Series['points'] {
  return Array.from(times, (at, place) => [at, values[place] ?? 0] as const);
}

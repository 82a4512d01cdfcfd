import type { Queries } from '../../db/open.ts';
import { isSameStretch, listPoints } from '../../db/points.ts';
import type { Series } from '../decide/world.ts';
import type { EquipmentSensor } from './equipment.ts';
import { recent } from './load-world.ts';

/** Readings of a sensor in [begin, end), epoch ms, as columns, which need a fifth of the memory of pairs. */
type Kept = { begin: number; end: number; times: Float64Array; values: Float64Array };

/**
 * Cache of the readings of a farm's sensors of the last hours: counts what is cached and reads only new rows. Late,
 * excluded or restored readings change the count or the sum of times; such a sensor is read again completely. So is a
 * calibrated sensor.
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

/** The cached part that is still valid, up to its newest reading; undefined when everything has to be read. */
async function stillKnown(
  store: Queries,
  kept: Kept | undefined,
  channel: ReturnType<typeof recent>['channel'],
  { begin, end }: { begin: number; end: number },
): Promise<Kept | undefined> {
  const newest = kept?.times.at(-1);
  // After the clock was set back, the cache does not cover the range.
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

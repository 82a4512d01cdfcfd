import { sql } from 'kysely';
import type { AreaValues, SensorValue } from '#contract/monitor.ts';
import { channelTypes } from '#contract/sensor-types.ts';
import { lastNight } from '#contract/sun.ts';
import { bucketLevels, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time.ts';
import type { Store } from '../db/open.ts';
import { type FoundChannel, listChannels } from './queries.ts';

type Extremes = { min: number; minAt: number; max: number; maxAt: number };
type Newest = { at: number; value: number; flag: number; hourAgo: number | null };

/** A reading about an hour old may be this much older and still count as "an hour ago". */
const HOUR_AGO_SLACK_MS = 15 * MINUTE_MS;

/** The newest value of every channel of a farm with today's extremes and, for temperatures, last night's. */
export async function findAreaValues(store: Store, farmId: number, now: number): Promise<AreaValues> {
  const channels = await listChannels(store, farmId);
  const indexes = channels.map(({ index }) => index);
  const temperatures = channels.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index);
  const newest = await newestOf(store, farmId);
  const today = await extremesOf(store, farmId, indexes, {
    width: bucketLevels['1d'],
    from: startOfSeoulDay(now),
    to: now,
  });
  const night = await extremesOf(store, farmId, temperatures, { width: bucketLevels['10m'], ...lastNight(now) });
  const areas = new Map<string, SensorValue[]>();
  for (const channel of channels) {
    const { index } = channel;
    const value = describe(channel, newest.get(index), today.get(index), night.get(index));
    areas.set(channel.areaName, [...(areas.get(channel.areaName) ?? []), value]);
  }
  return [...areas].map(([areaName, sensorValues]) => ({ areaName, sensorValues }));
}

function describe(
  { index, type, name, areaName, intervalMs }: FoundChannel,
  newest: Newest | undefined,
  today: Extremes | undefined,
  night: Extremes | undefined,
): SensorValue {
  return {
    index,
    sensorName: name,
    type,
    areaName,
    unit: channelTypes[type].unit,
    value: newest?.value ?? null,
    date: newest ? new Date(newest.at).toISOString() : null,
    flagged: newest?.flag === 1,
    intervalMs,
    hourChange: newest && newest.hourAgo !== null && newest.flag === 0 ? round(newest.value - newest.hourAgo) : null,
    today: today ? written(today) : null,
    lastNight: night ? written(night) : null,
  };
}

/** A difference of two decimals has binary dust behind it. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

const written = ({ min, minAt, max, maxAt }: Extremes) => ({
  min: { value: min, at: new Date(minAt).toISOString() },
  max: { value: max, at: new Date(maxAt).toISOString() },
});

async function newestOf({ db }: Store, farmId: number): Promise<Map<number, Newest>> {
  const rows = await db
    .selectFrom('latest')
    .select(['channel_id as channelId', 'at', 'value', 'flag'])
    .select((eb) =>
      eb
        .selectFrom('reading')
        .select('reading.value')
        .whereRef('reading.farm_id', '=', 'latest.farm_id')
        .whereRef('reading.channel_id', '=', 'latest.channel_id')
        .where('reading.at', '<=', sql<number>`latest.at - ${HOUR_MS}`)
        .where('reading.at', '>=', sql<number>`latest.at - ${HOUR_MS + HOUR_AGO_SLACK_MS}`)
        .where('reading.flag', '=', 0)
        .orderBy('reading.at', 'desc')
        .limit(1)
        .as('hourAgo'),
    )
    .where('farm_id', '=', farmId)
    .execute();
  return new Map(rows.map(({ channelId, ...newest }) => [channelId, newest]));
}

/** Extremes and their times over the buckets of one width that begin in [from, to]. */
async function extremesOf(
  { db }: Store,
  farmId: number,
  channels: readonly number[],
  { width, from, to }: { width: number; from: number; to: number },
): Promise<Map<number, Extremes>> {
  const found = new Map<number, Extremes>();
  if (channels.length === 0) return found;
  const rows = await db
    .selectFrom('rollup')
    .select(['channel_id as channelId', 'min', 'min_at as minAt', 'max', 'max_at as maxAt'])
    .where('farm_id', '=', farmId)
    .where('channel_id', 'in', channels)
    .where('width', '=', width)
    .where('start', '>=', from)
    .where('start', '<=', to)
    .orderBy('channel_id')
    .orderBy('start')
    .execute();
  for (const { channelId, ...bucket } of rows) {
    const known = found.get(channelId);
    if (!known) {
      found.set(channelId, bucket);
      continue;
    }
    if (bucket.min < known.min) Object.assign(known, { min: bucket.min, minAt: bucket.minAt });
    if (bucket.max > known.max) Object.assign(known, { max: bucket.max, maxAt: bucket.maxAt });
  }
  return found;
}

import { type Kysely, sql } from 'kysely';
import type { AreaValues, SensorValue } from '#contract/monitor.ts';
import { channelTypes } from '#contract/sensor-types.ts';
import { lastNight } from '#contract/sun.ts';
import { bucketLevels, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time.ts';
import type { Store } from '../db/open.ts';
import { type Open, prepared } from '../db/prepared.ts';
import type { Database } from '../db/schema.ts';
import { type FoundChannel, listChannels } from './queries.ts';

type Extremes = Record<'min' | 'max', { value: number; at: number }>;
type Newest = { at: number; value: number; flag: number; hourAgo: number | null };

/** A reading about an hour old may be this much older and still count as "an hour ago". */
const HOUR_AGO_SLACK_MS = 15 * MINUTE_MS;

/** The newest value of every channel of a farm with today's extremes and, for temperatures, last night's. */
export async function findAreaValues(store: Store, farmId: number, now: number): Promise<AreaValues> {
  const channels = await listChannels(store, farmId);
  const indexes = channels.map(({ index }) => index);
  const temperatures = channels.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index);
  const newest = await newestOf(store, farmId);
  const day = startOfSeoulDay(now);
  const today = await extremesOf(store, indexes, { farmId, width: bucketLevels['1d'], from: day, to: day });
  const night = await extremesOf(store, temperatures, { farmId, width: bucketLevels['10m'], ...lastNight(now) });
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

const written = ({ min, max }: Extremes) => ({
  min: { value: min.value, at: new Date(min.at).toISOString() },
  max: { value: max.value, at: new Date(max.at).toISOString() },
});

const findNewest = prepared((db, open: Open<{ farmId: number }>) =>
  db
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
    .where('farm_id', '=', open('farmId')),
);

async function newestOf(store: Store, farmId: number): Promise<Map<number, Newest>> {
  const rows = await findNewest(store, { farmId });
  return new Map(rows.map(({ channelId, ...newest }) => [channelId, newest]));
}

type Within = { farmId: number; channels: string; width: number; from: number; to: number };

/** The buckets of one width that begin in [from, to], by channel; `channels` is a JSON list. */
const bucketsOf = (db: Kysely<Database>, open: Open<Within>) =>
  db
    .selectFrom('rollup')
    .select('channel_id as channelId')
    .where('farm_id', '=', open('farmId'))
    .where('channel_id', 'in', sql<number>`(select value from json_each(${open('channels')}))`)
    .where('width', '=', open('width'))
    .where('start', '>=', open('from'))
    .where('start', '<=', open('to'))
    .groupBy('channel_id');

// Beside min() or max() SQLite gives the other columns of the row that was chosen, of equal ones the earliest.
const findLowest = prepared((db, open: Open<Within>) =>
  bucketsOf(db, open).select((eb) => [eb.fn.min('min').as('value'), 'min_at as at']),
);
const findHighest = prepared((db, open: Open<Within>) =>
  bucketsOf(db, open).select((eb) => [eb.fn.max('max').as('value'), 'max_at as at']),
);

/** Extremes and their times; a channel without a bucket there has none. */
async function extremesOf(
  store: Store,
  channels: readonly number[],
  within: Omit<Within, 'channels'>,
): Promise<Map<number, Extremes>> {
  const asked = { ...within, channels: JSON.stringify(channels) };
  const highest = new Map((await findHighest(store, asked)).map((row) => [row.channelId, row]));
  const found = new Map<number, Extremes>();
  for (const { channelId, ...min } of await findLowest(store, asked)) {
    const max = highest.get(channelId);
    if (max) found.set(channelId, { min, max });
  }
  return found;
}

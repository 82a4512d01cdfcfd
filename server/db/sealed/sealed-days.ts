import { bucketLevels, seoulDayNumber } from '#contract/time/time.ts';
import { type ParameterOf, preparedQuery } from '../prepared-query.ts';
import type { Queries } from '../store.ts';
import {
  type Channel,
  columnOf,
  type Day,
  decodeDay,
  encodeDay,
  isSameDay,
  type Reading,
  type SealedLevel,
  sealedLevels,
  startOfDay,
} from './sealed-day.ts';

type Span = { from: number; to: number };

const sealedWidths = sealedLevels.map((level) => bucketLevels[level]);

/**
 * Seals a Seoul day of a channel: its rows, together with what was already sealed of it. It is idempotent and runs in
 * the open transaction, like everything here. Throws, and so changes nothing, when the encoded day does not decode to
 * the same.
 */
export async function sealDay(within: Queries, channel: Channel, day: number): Promise<void> {
  await sealAs(within, channel, day, await readDay(within, channel, day));
}

/** Replaces the day of a channel by this one, sealed. */
export async function sealAs(
  within: Queries,
  channel: Channel,
  day: number,
  { readings, buckets }: Day,
): Promise<void> {
  await writeSealed(within, channel, day, {
    readings: readings.toSorted((a, b) => a.at - b.at),
    buckets: buckets.toSorted((a, b) => a.width - b.width || a.start - b.start),
  });
  const { farmId, channelId } = channel;
  await within.db
    .deleteFrom('reading')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('at', '>=', startOfDay(day))
    .where('at', '<', startOfDay(day + 1))
    .execute();
  await within.db
    .deleteFrom('rollup')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('width', 'in', sealedWidths)
    .where('start', '>=', startOfDay(day))
    .where('start', '<', startOfDay(day + 1))
    .execute();
}

/** The reverse: unpacks a sealed day into rows. */
export async function unsealDay(within: Queries, channel: Channel, day: number): Promise<void> {
  const { farmId: farm_id, channelId: channel_id } = channel;
  const { readings, buckets } = (await findSealed(within, channel, day)) ?? NOTHING;
  for (let from = 0; from < readings.length; from += ROWS) {
    const rows = readings.slice(from, from + ROWS).map((reading) => ({ farm_id, channel_id, ...reading }));
    await within.db.insertInto('reading').values(rows).execute();
  }
  const rows = buckets.map(({ farmId: _, channelId: __, sumMicro, minAt, maxAt, ...bucket }) => ({
    farm_id,
    channel_id,
    ...bucket,
    sum_micro: sumMicro,
    min_at: minAt,
    max_at: maxAt,
  }));
  if (rows.length > 0) await within.db.insertInto('rollup').values(rows).execute();
  await deleteSealed(within, channel, day);
}

/** Rows per insert: SQLite allows 32,766 values in a statement. */
const ROWS = 5_000;

/** Sets the flags of readings in sealed days; returns how many changed. */
export async function flagSealed(
  within: Queries,
  channel: Channel,
  span: Span,
  flagOf: (reading: Reading) => number,
): Promise<number> {
  let changed = 0;
  await changeSealed(within, channel, span, ({ readings, buckets }) => {
    const flagged = readings.map((reading) => ({ ...reading, flag: flagOf(reading) }));
    const count = flagged.filter(({ flag }, index) => flag !== readings[index]?.flag).length;
    changed += count;
    return count > 0 ? { readings: flagged, buckets } : undefined;
  });
  return changed;
}

/** Deletes the buckets of sealed days. */
export async function clearSealedBuckets(within: Queries, channel: Channel, span: Span): Promise<void> {
  await changeSealed(within, channel, span, ({ readings }) => ({ readings, buckets: [] }));
}

/** Changes the sealed ones of the days that a span touches; a change of undefined leaves the day as it is. */
async function changeSealed(
  within: Queries,
  channel: Channel,
  { from, to }: Span,
  change: (day: Day) => Day | undefined,
): Promise<void> {
  const rows = await within.db
    .selectFrom('sealed_reading')
    .select(['day', 'body', ...Object.values(columnOf)])
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.channelId)
    .where('day', '>=', seoulDayNumber(from))
    .where('day', '<=', seoulDayNumber(to - 1))
    .execute();
  for (const { day, ...bodies } of rows) {
    const changed = change(decodeDay(channel, day, bodies));
    if (changed) await writeSealed(within, channel, day, changed);
  }
}

/**
 * Deletes the readings of a sealed day, or its buckets of a level, whose retention has ended; returns how many. What
 * else is sealed of the day stays.
 */
export async function dropOfSealed(
  within: Queries,
  channel: Channel,
  day: number,
  level: SealedLevel | 'raw',
): Promise<number> {
  const { readings, buckets } = (await findSealed(within, channel, day)) ?? NOTHING;
  const isRaw = level === 'raw';
  const kept = isRaw ? buckets : buckets.filter(({ width }) => width !== bucketLevels[level]);
  await writeSealed(within, channel, day, { readings: isRaw ? [] : readings, buckets: kept });
  return isRaw ? readings.length : buckets.length - kept.length;
}

const NOTHING: Day = { readings: [], buckets: [] };

/** All that is known of a day of a channel, sealed or not. */
export async function readDay(within: Queries, channel: Channel, day: number): Promise<Day> {
  const rows = await within.db
    .selectFrom('reading')
    .select(['at', 'value', 'flag'])
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.channelId)
    .where('at', '>=', startOfDay(day))
    .where('at', '<', startOfDay(day + 1))
    .orderBy('at')
    .execute();
  const buckets = await within.db
    .selectFrom('rollup')
    .select(['farm_id as farmId', 'channel_id as channelId', 'width', 'start', 'count', 'sum_micro as sumMicro'])
    .select(['min', 'min_at as minAt', 'max', 'max_at as maxAt'])
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.channelId)
    .where('width', 'in', sealedWidths)
    .where('start', '>=', startOfDay(day))
    .where('start', '<', startOfDay(day + 1))
    .execute();
  const sealed = (await findSealed(within, channel, day)) ?? NOTHING;
  return { readings: [...sealed.readings, ...rows], buckets: [...sealed.buckets, ...buckets] };
}

/** Whether anything is sealed of a day of a channel; its buckets are then sealed, too, or are about to be. */
export async function isSealed(within: Queries, { farmId, channelId }: Channel, day: number): Promise<boolean> {
  return (await findPlace(within, { farmId, channelId, day })).length > 0;
}

const findPlace = preparedQuery((db, param: ParameterOf<Channel & { day: number }>) =>
  db
    .selectFrom('sealed_reading')
    .select('day')
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('day', '=', param('day')),
);

async function findSealed({ db }: Queries, channel: Channel, day: number): Promise<Day | undefined> {
  const row = await db
    .selectFrom('sealed_reading')
    .select(['body', ...Object.values(columnOf)])
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.channelId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row && decodeDay(channel, day, row);
}

async function writeSealed(within: Queries, channel: Channel, day: number, content: Day): Promise<void> {
  const { farmId, channelId } = channel;
  if (content.readings.length + content.buckets.length === 0) return deleteSealed(within, channel, day);
  const bodies = encodeDay(channel, day, content);
  if (!isSameDay(content, decodeDay(channel, day, bodies)))
    throw new Error(`channel ${channelId} of farm ${farmId} cannot be sealed on day ${day}: it would change`);
  const row = { count: content.readings.length, ...bodies };
  await within.db
    .insertInto('sealed_reading')
    .values({ farm_id: farmId, channel_id: channelId, day, ...row })
    .onConflict((c) => c.columns(['farm_id', 'channel_id', 'day']).doUpdateSet(row))
    .execute();
}

async function deleteSealed({ db }: Queries, { farmId, channelId }: Channel, day: number): Promise<void> {
  await db
    .deleteFrom('sealed_reading')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('day', '=', day)
    .execute();
}

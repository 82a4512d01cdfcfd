import { bucketLevels, DAY_MS, type Resolution, resolutions, seoulDayNumber } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { columnOf, type SealedLevel, startOfDay } from '../db/sealed/sealed-day.ts';
import { dropOfSealed } from '../db/sealed/sealed-days.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';

/** The most rows that one transaction deletes, so that nobody waits long. */
const CHUNK = 5_000;

/** How many days each level is kept; Infinity: for ever. A coarser level is never kept shorter than a finer one. */
type RetentionDays = Readonly<Record<Resolution, number>>;

type Channel = { farm_id: number; channel_id: number };

/**
 * Deletes what is older than the retention of its level; returns how many rows. The gate refuses readings older than
 * the raw retention, and older than the newest one ever deleted, because the retention may be raised later. Otherwise a
 * repeated reading would be counted twice in a bucket whose raw rows are gone.
 */
export async function dropOldReadings(
  store: Store,
  { now, retentionDays }: { now: number; retentionDays: RetentionDays },
): Promise<number> {
  const { db, horizons } = store;
  let dropped = 0;
  const channels = await db.selectFrom('channel').select(['farm_id', 'channel_id']).execute();
  for (const channel of channels) {
    for (const level of resolutions) {
      const before = now - retentionDays[level] * DAY_MS;
      if (before <= 0) continue;
      if (level !== '1d') dropped += await dropSealed(store, channel, level, before);
      for (let count = CHUNK; count === CHUNK; dropped += count) {
        const old =
          level === 'raw' ? await oldReadings(db, channel, before) : await oldBuckets(db, channel, level, before);
        count = old.length;
        const last = old.at(-1)?.at;
        if (last === undefined) break;
        // Follows the rows really deleted, not the limit: a clock that ran ahead must not close the gate until then.
        await horizons.raise(level, last + 1);
        if (level === 'raw') await dropReadings(db, channel, last);
        else await dropBuckets(db, channel, level, last);
      }
    }
  }
  return dropped;
}

type Db = Queries['db'];
type Level = keyof typeof bucketLevels;

/** Deletes from whole sealed days only; the day that contains the limit stays until it has passed. */
async function dropSealed(
  { db, horizons }: Store,
  { farm_id, channel_id }: Channel,
  level: SealedLevel | 'raw',
  before: number,
): Promise<number> {
  const old = await db
    .selectFrom('sealed_reading')
    .select('day')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('day', '<', seoulDayNumber(before))
    .where((eb) => (level === 'raw' ? eb('count', '>', 0) : eb(columnOf[level], 'is not', null)))
    .orderBy('day')
    .execute();
  const last = old.at(-1);
  if (last) await horizons.raise(level, startOfDay(last.day + 1));
  let dropped = 0;
  const channel = { farmId: farm_id, channelId: channel_id };
  for (const { day } of old) {
    dropped += await db.transaction().execute((trx) => dropOfSealed({ db: trx }, channel, day, level));
    // A shorter retention may end many days at once, and SQLite runs on this thread.
    await yieldToOthers();
  }
  return dropped;
}

const oldReadings = (db: Db, { farm_id, channel_id }: Channel, before: number) =>
  db
    .selectFrom('reading')
    .select('at')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('at', '<', before)
    .orderBy('at')
    .limit(CHUNK)
    .execute();

const oldBuckets = (db: Db, { farm_id, channel_id }: Channel, level: Level, before: number) =>
  db
    .selectFrom('rollup')
    .select('start as at')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('width', '=', bucketLevels[level])
    .where('start', '<', before)
    .orderBy('start')
    .limit(CHUNK)
    .execute();

const dropReadings = (db: Db, { farm_id, channel_id }: Channel, last: number) =>
  db
    .deleteFrom('reading')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('at', '<=', last)
    .execute();

const dropBuckets = (db: Db, { farm_id, channel_id }: Channel, level: Level, last: number) =>
  db
    .deleteFrom('rollup')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('width', '=', bucketLevels[level])
    .where('start', '<=', last)
    .execute();

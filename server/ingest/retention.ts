import { bucketLevels, DAY_MS, type Resolution, resolutions, seoulDayNumber } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { startOfDay } from '../db/sealed/sealed-days.ts';

/** Rows one transaction deletes at the most, so that nobody waits for a year to go. */
const CHUNK = 20_000;

/** How many days each level is kept; Infinity: for ever. None is kept for less time than a finer one. */
type RetentionDays = Readonly<Record<Resolution, number>>;

type Channel = { farm_id: number; channel_id: number };

/**
 * Deletes what is older than the retention of its level, and returns how many rows went. The gate refuses readings
 * from before the same instant as raw ones, and from before the newest ever deleted should the retention be raised, so
 * that one sent again cannot be counted twice into a bucket whose raw rows are gone.
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
      if (level === 'raw') dropped += await dropSealed(store, channel, before);
      for (let count = CHUNK; count === CHUNK; dropped += count) {
        const old =
          level === 'raw' ? await oldReadings(db, channel, before) : await oldBuckets(db, channel, level, before);
        count = old.length;
        const last = old.at(-1)?.at;
        if (last === undefined) break;
        // What is really gone and not what may go: a clock that ran ahead for a while must not shut the gate until then.
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

/** Sealed days go whole: the one in which the instant lies stays until it has passed. */
async function dropSealed({ db, horizons }: Store, { farm_id, channel_id }: Channel, before: number): Promise<number> {
  const firstKept = seoulDayNumber(before);
  const old = await db
    .selectFrom('sealed_reading')
    .select((eb) => [eb.fn.max('day').as('last'), eb.fn.sum<number>('count').as('count')])
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('day', '<', firstKept)
    .executeTakeFirst();
  if (!old || old.last === null) return 0;
  await horizons.raise('raw', startOfDay(old.last + 1));
  await db
    .deleteFrom('sealed_reading')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('day', '<', firstKept)
    .execute();
  return Number(old.count);
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

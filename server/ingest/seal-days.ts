import { setTimeout as pause } from 'node:timers/promises';
import { bucketLevels, DAY_MS, seoulDayNumber, startOfSeoulDay } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { goodReadings } from '../db/points.ts';
import { sealedLevels, startOfDay } from '../db/sealed/sealed-day.ts';
import { sealDay, unsealDay } from '../db/sealed/sealed-days.ts';

/** How long a day stays in rows after its end, days: most late readings have arrived by then. */
const OPEN_DAYS = 3;

/** The pause after each day, as a multiple of the work: sealing a whole year must leave the processor to others. */
const PAUSE = 4;

type Channel = { farmId: number; channelId: number };

/**
 * Seals the days of all channels that ended at least three days ago; returns how many. Each day has a transaction of
 * its own and a longer pause after it, so nobody waits, and an interrupted run continues where it stopped. Clients see
 * no change, so no cursor moves. A channel with a day that cannot be sealed stays as it is; its error is thrown after
 * the others are done.
 */
export async function sealDays(
  store: Store,
  { now, stopping }: { now: number; stopping?: AbortSignal },
): Promise<number> {
  const before = startOfSeoulDay(now) - OPEN_DAYS * DAY_MS;
  let sealed = 0;
  const failures: unknown[] = [];
  for (const channel of await listChannels(store)) {
    try {
      while (!stopping?.aborted && (await sealOldest(store, channel, before))) sealed += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sealed;
}

/** The reverse: unpacks all days into rows; returns how many. A running server would seal them again. */
export async function unsealDays(store: Store): Promise<number> {
  let unsealed = 0;
  for (;;) {
    const next = await store.db
      .selectFrom('sealed_reading')
      .select(['farm_id as farmId', 'channel_id as channelId', 'day'])
      .limit(1)
      .executeTakeFirst();
    if (!next) break;
    await store.db.transaction().execute((trx) => unsealDay({ db: trx }, next, next.day));
    unsealed += 1;
  }
  await store.horizons.forgetSealed();
  return unsealed;
}

/** Seals the oldest day of a channel that has rows; returns false when there is none before the instant. */
async function sealOldest(store: Store, channel: Channel, before: number): Promise<boolean> {
  const began = performance.now();
  const first = await firstRowOf(store, channel);
  if (first === undefined || first >= before) return false;
  const day = seoulDayNumber(first);
  // From now on, readings before this instant are looked for in sealed days. It is raised only as far as rows exist:
  // with a clock that ran ahead, later days must not count as sealed.
  await store.horizons.raise('rows', startOfDay(day + 1));
  await store.db.transaction().execute(async (trx) => {
    const isWhole = startOfDay(day) >= store.horizons.at('raw');
    if (isWhole) await refuseIfUncounted({ db: trx }, channel, day);
    await sealDay({ db: trx }, channel, day);
  });
  await pause((performance.now() - began) * PAUSE);
  return true;
}

/** Throws when the daily bucket does not match the readings: sealing would hide that error. */
async function refuseIfUncounted(within: Queries, { farmId, channelId }: Channel, day: number): Promise<void> {
  const begin = startOfDay(day);
  const channel = { farmId, index: channelId, isCalibrated: 0 } as const;
  const good = await goodReadings(within, { channel, begin, end: begin + DAY_MS });
  const bucket = await within.db
    .selectFrom('rollup')
    .select(['count', 'sum_micro as sumMicro'])
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('width', '=', bucketLevels['1d'])
    .where('start', '=', begin)
    .executeTakeFirst();
  const sumMicro = good.reduce((sum, { value }) => sum + Math.round(value * 1e6), 0);
  if ((bucket?.count ?? 0) === good.length && (bucket?.sumMicro ?? 0) === sumMicro) return;
  throw new Error(`day ${day} of channel ${channelId} of farm ${farmId} is not sealed: its bucket tells another count`);
}

const listChannels = ({ db }: Queries): Promise<Channel[]> =>
  db.selectFrom('channel').select(['farm_id as farmId', 'channel_id as channelId']).execute();

/** The time of the oldest row of a channel that is sealed with its day: a reading, or a bucket that outlives it. */
async function firstRowOf({ db }: Queries, { farmId, channelId }: Channel): Promise<number | undefined> {
  const reading = await db
    .selectFrom('reading')
    .select('at')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  const first = [reading?.at];
  for (const level of sealedLevels) {
    const bucket = await db
      .selectFrom('rollup')
      .select('start')
      .where('farm_id', '=', farmId)
      .where('channel_id', '=', channelId)
      .where('width', '=', bucketLevels[level])
      .orderBy('start')
      .limit(1)
      .executeTakeFirst();
    first.push(bucket?.start);
  }
  const known = first.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

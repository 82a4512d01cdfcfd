import { setTimeout as pause } from 'node:timers/promises';
import { bucketLevels, DAY_MS, seoulDayNumber, startOfSeoulDay } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { goodReadings } from '../db/points.ts';
import { sealedLevels, startOfDay } from '../db/sealed/sealed-day.ts';
import { sealDay, unsealDay } from '../db/sealed/sealed-days.ts';

/** How long a day stays in rows after its end, days: most late readings have arrived by then. */
const OPEN_DAYS = 3;

/**
 * The most readings of a channel that are sealed in a day, one in ten seconds: a day is sealed at one go, which must
 * not hold the thread. A fuller day stays rows.
 */
const MOST_READINGS = 8_640;

/** The pause after each day, as a multiple of the work: sealing a whole year must leave the processor to others. */
const PAUSE = 9;

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
    if (stopping?.aborted) break;
    try {
      for (let from = 0; !stopping?.aborted; ) {
        const first = await firstRowOf(store, channel, from);
        if (first === undefined || first >= before) break;
        const day = seoulDayNumber(first);
        if (await sealOne(store, channel, day)) sealed += 1;
        from = startOfDay(day + 1);
      }
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

/** Seals a day of a channel, unless it is too full; returns whether it has. */
async function sealOne(store: Store, channel: Channel, day: number): Promise<boolean> {
  const began = performance.now();
  if ((await countRows(store, channel, day)) > MOST_READINGS) return false;
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

async function countRows({ db }: Queries, { farmId, channelId }: Channel, day: number): Promise<number> {
  const { count } = await db
    .selectFrom('reading')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('at', '>=', startOfDay(day))
    .where('at', '<', startOfDay(day + 1))
    .executeTakeFirstOrThrow();
  return count;
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

/** The time of the first row of a channel, from an instant on, that is sealed with its day: a reading or a bucket. */
async function firstRowOf({ db }: Queries, { farmId, channelId }: Channel, from: number): Promise<number | undefined> {
  const reading = await db
    .selectFrom('reading')
    .select('at')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('at', '>=', from)
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
      .where('start', '>=', from)
      .orderBy('start')
      .limit(1)
      .executeTakeFirst();
    first.push(bucket?.start);
  }
  const known = first.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

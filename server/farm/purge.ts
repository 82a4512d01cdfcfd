import { RESTORE_DAYS } from '#contract/farm/farm-admin.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { deleteFarm } from '../db/delete-farm.ts';
import type { Store } from '../db/open.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';

/** The most rows that one step deletes. A step takes some hundredths of a second and blocks all other queries. */
const SLICE = 5_000;
/** The same for sealed days, each of which takes a page or two. */
const SEALED_SLICE = 500;

/**
 * Deletes for good what was deleted too long ago to be restored: crops, field work, and farms with all their rows. Readings and
 * buckets go first, in steps, because they are many. Stops between two steps when `stopping` is aborted and continues
 * on the next run. Returns how many farms and crops were deleted.
 */
export async function purgeDeleted(
  store: Store,
  { now, stopping }: { now: number; stopping?: AbortSignal },
): Promise<{ farms: number; crops: number }> {
  const { db } = store;
  const before = now - RESTORE_DAYS * DAY_MS;
  const crops = await purgeCropsAndFieldWork(store, before);
  const farms = await db.selectFrom('farm').select('farm_id').where('deleted_at', '<', before).execute();
  let gone = 0;
  for (const { farm_id: farmId } of farms) {
    const station = stationNumber('own', farmId, false);
    if (!(await dropMeasured(store, farmId, stopping)) || !(await dropMeasured(store, station, stopping))) break;
    await db.transaction().execute(async (trx) => {
      // A farm's own weather station has a number of its own. The audit log stays, and numbers are never reused.
      for (const number of [farmId, station]) await deleteFarm(trx, number);
    });
    gone += 1;
  }
  return { farms: gone, crops };
}

/**
 * Deletes crops, observations and inspections that were deleted before an instant, with all that belongs to them: photos,
 * the steps of inspections, the observations and calendar edits of crops. Returns how many crops.
 */
async function purgeCropsAndFieldWork({ db }: Store, before: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const crops = trx.selectFrom('crop').select(['farm_id', 'crop_id']).where('deleted_at', '<', before);
    const observations = trx
      .selectFrom('observation')
      .select(['farm_id', 'observation_id'])
      .where(({ eb, or, refTuple }) =>
        or([
          eb('deleted_at', '<', before),
          eb(refTuple('farm_id', 'crop_id'), 'in', crops.$asTuple('farm_id', 'crop_id')),
        ]),
      )
      .$asTuple('farm_id', 'observation_id');
    const inspections = trx
      .selectFrom('inspection')
      .select(['farm_id', 'inspection_id'])
      .where('deleted_at', '<', before)
      .$asTuple('farm_id', 'inspection_id');
    await trx
      .deleteFrom('calendar_edit')
      .where(({ eb, refTuple }) => eb(refTuple('farm_id', 'subject_id'), 'in', crops.$asTuple('farm_id', 'crop_id')))
      .execute();
    for (const [kind, owners] of [['observation', observations] as const, ['inspection', inspections] as const]) {
      await trx
        .deleteFrom('photo')
        .where('owner_kind', '=', kind)
        .where(({ eb, refTuple }) => eb(refTuple('farm_id', 'owner_id'), 'in', owners))
        .execute();
    }
    for (const table of ['inspection_step', 'inspection'] as const) {
      await trx
        .deleteFrom(table)
        .where(({ eb, refTuple }) => eb(refTuple('farm_id', 'inspection_id'), 'in', inspections))
        .execute();
    }
    await trx
      .deleteFrom('observation')
      .where(({ eb, refTuple }) => eb(refTuple('farm_id', 'observation_id'), 'in', observations))
      .execute();
    const { numDeletedRows } = await trx.deleteFrom('crop').where('deleted_at', '<', before).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

/** Deletes the readings and buckets of a farm in steps; returns false when it was told to stop. */
async function dropMeasured(store: Store, farmId: number, stopping: AbortSignal | undefined): Promise<boolean> {
  const channels = await store.db.selectFrom('channel').select('channel_id').where('farm_id', '=', farmId).execute();
  for (const { channel_id: channelId } of channels) {
    for (const dropSlice of [dropReadings, dropSealed, dropBuckets]) {
      for (let more = true; more; ) {
        if (stopping?.aborted) return false;
        more = await dropSlice(store, farmId, channelId);
        // SQLite runs on this thread, so other requests run only between two steps.
        await yieldToOthers();
      }
    }
  }
  return true;
}

async function dropReadings({ db }: Store, farmId: number, channelId: number): Promise<boolean> {
  const of = db.selectFrom('reading').where('farm_id', '=', farmId).where('channel_id', '=', channelId);
  const last = await of.select('at').orderBy('at').offset(SLICE).limit(1).executeTakeFirst();
  let slice = db.deleteFrom('reading').where('farm_id', '=', farmId).where('channel_id', '=', channelId);
  if (last) slice = slice.where('at', '<', last.at);
  await slice.execute();
  return last !== undefined;
}

async function dropSealed({ db }: Store, farmId: number, channelId: number): Promise<boolean> {
  const of = db.selectFrom('sealed_reading').where('farm_id', '=', farmId).where('channel_id', '=', channelId);
  const last = await of.select('day').orderBy('day').offset(SEALED_SLICE).limit(1).executeTakeFirst();
  let slice = db.deleteFrom('sealed_reading').where('farm_id', '=', farmId).where('channel_id', '=', channelId);
  if (last) slice = slice.where('day', '<', last.day);
  await slice.execute();
  return last !== undefined;
}

async function dropBuckets({ db }: Store, farmId: number, channelId: number): Promise<boolean> {
  const of = db.selectFrom('rollup').where('farm_id', '=', farmId).where('channel_id', '=', channelId);
  const next = of.select(['width', 'start']).orderBy('width').orderBy('start');
  const last = await next.offset(SLICE).limit(1).executeTakeFirst();
  let slice = db.deleteFrom('rollup').where('farm_id', '=', farmId).where('channel_id', '=', channelId);
  if (last) {
    slice = slice.where((eb) =>
      eb.or([eb('width', '<', last.width), eb.and([eb('width', '=', last.width), eb('start', '<', last.start)])]),
    );
  }
  await slice.execute();
  return last !== undefined;
}

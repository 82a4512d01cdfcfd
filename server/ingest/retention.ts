import { DAY_MS } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';

/** Rows one transaction deletes at the most, so that nobody waits for a year to go. */
const CHUNK = 20_000;

/**
 * Deletes raw readings older than the retention. Buckets stay for ever. The gate refuses readings from before the
 * same instant, and from before the newest ever deleted should the retention be raised, so that one sent again cannot
 * be counted twice into a bucket whose raw rows are gone.
 */
export async function dropOldReadings(
  { db, rawHorizon }: Store,
  { now, rawRetentionDays }: { now: number; rawRetentionDays: number },
): Promise<number> {
  const before = now - rawRetentionDays * DAY_MS;
  let dropped = 0;
  const channels = await db.selectFrom('channel').select(['farm_id', 'channel_id']).execute();
  for (const { farm_id: farmId, channel_id: channelId } of channels) {
    for (let more = true; more; ) {
      const old = await db
        .selectFrom('reading')
        .select('at')
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', channelId)
        .where('at', '<', before)
        .orderBy('at')
        .limit(CHUNK)
        .execute();
      const last = old.at(-1)?.at;
      if (last === undefined) break;
      // What is really gone and not what may go: a clock that ran ahead for a while must not shut the gate until then.
      await rawHorizon.raise(last + 1);
      await db
        .deleteFrom('reading')
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', channelId)
        .where('at', '<=', last)
        .execute();
      dropped += old.length;
      more = old.length === CHUNK;
    }
  }
  return dropped;
}

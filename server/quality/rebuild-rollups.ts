import { bucketLevels, DAY_MS, seoulDayNumber, startOfNextSeoulDay, startOfSeoulDay } from '#contract/time/time.ts';
import { collectGains } from '../db/bucket/gains.ts';
import type { Store } from '../db/open.ts';
import { goodReadings } from '../db/points.ts';
import { EXCLUDED, type GatedReading, IMPLAUSIBLE } from '../db/reading-writer.ts';
import { clearSealedBuckets, flagSealed } from '../db/sealed/sealed-days.ts';
import type { Trx } from '../db/transaction.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';

/** Time span per transaction: with a reading a minute it takes a few hundredths of a second. */
const SLICE_MS = 4 * DAY_MS;

type Span = { from: number; to: number };
type Channel = { farmId: number; channelId: number };

/** The first instant from which all raw readings are kept, so that buckets can be rebuilt. */
export function rebuildableSince({ horizons }: Pick<Store, 'horizons'>, now: number, rawRetentionDays: number): number {
  return startOfNextSeoulDay(Math.max(horizons.at('raw'), now - rawRetentionDays * DAY_MS) - 1);
}

/**
 * Applies the exclusions of a channel to all Seoul days that the span touches: it sets the flag of excluded readings
 * and rebuilds the buckets from the good ones, with the same code that built them first. It is idempotent, so after an
 * interruption it simply starts again. It works in transactions of a few days, so that nobody waits long.
 */
async function rebuildRollups(
  store: Store,
  channel: Channel,
  span: { from: number; to: number | null },
): Promise<void> {
  const newest = await store.db
    .selectFrom('latest')
    .select('at')
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.channelId)
    .executeTakeFirst();
  const end = Math.min(span.to ?? Number.POSITIVE_INFINITY, (newest?.at ?? 0) + 1);
  for (let from = startOfSeoulDay(span.from); from < end; from += SLICE_MS) {
    const to = Math.min(from + SLICE_MS, startOfSeoulDay(end - 1) + DAY_MS);
    await store.db.transaction().execute((trx) => settleDays(trx, store, channel, { from, to }));
    // SQLite runs on this thread, so other requests run only between two transactions.
    await yieldToOthers();
  }
}

/** Finishes the rebuilds that were running when the server stopped. */
export async function finishRebuilding(
  store: Store,
  { now, rawRetentionDays }: { now: number; rawRetentionDays: number },
) {
  const rows = await store.db.selectFrom('exclusion').selectAll().where('is_settled', '=', 0).execute();
  for (const row of rows) {
    await rebuildExcluded(store, {
      id: row.exclusion_id,
      farmId: row.farm_id,
      channelId: row.channel_id,
      liftedAt: row.lifted_at,
      from: Math.max(row.since, rebuildableSince(store, now, rawRetentionDays)),
      to: row.until,
    });
  }
}

/** Rebuilds the span of an added or lifted exclusion and marks it as settled, unless it has changed meanwhile. */
export async function rebuildExcluded(
  store: Store,
  {
    id,
    farmId,
    channelId,
    liftedAt,
    from,
    to,
  }: Channel & {
    id: number;
    liftedAt: number | null;
    from: number;
    to: number | null;
  },
): Promise<void> {
  await rebuildRollups(store, { farmId, channelId }, { from, to });
  await store.db
    .updateTable('exclusion')
    .set({ is_settled: 1 })
    .where('farm_id', '=', farmId)
    .where('exclusion_id', '=', id)
    .where('lifted_at', liftedAt === null ? 'is' : '=', liftedAt)
    .execute();
}

async function settleDays(trx: Trx, { readings, tileChanges }: Store, channel: Channel, days: Span): Promise<void> {
  const { farmId, channelId } = channel;
  const excluded = await spansIn(trx, channel, days);
  let changed = 0;
  for (const span of excluded) changed += await mark(trx, channel, span, true);
  for (const span of between(excluded, days)) changed += await mark(trx, channel, span, false);
  const isOut = (at: number) => excluded.some(({ from, to }) => at >= from && at < to);
  changed += await flagSealed({ db: trx }, channel, days, ({ at, flag }) =>
    isOut(at) ? flag | EXCLUDED : flag & IMPLAUSIBLE,
  );
  if (changed === 0) return;
  await trx
    .deleteFrom('rollup')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('width', 'in', Object.values(bucketLevels))
    .where('start', '>=', days.from)
    .where('start', '<', days.to)
    .execute();
  await clearSealedBuckets({ db: trx }, channel, days);
  const raw = { farmId, index: channelId, isCalibrated: 0 } as const;
  const good = await goodReadings({ db: trx }, { channel: raw, begin: days.from, end: days.to });
  const fresh = good.map(({ at, value }): GatedReading => ({ farmId, channelId, at, value, flag: 0 }));
  await readings.gain(trx, collectGains(fresh));
  const first = seoulDayNumber(days.from);
  await tileChanges.noteDays(
    trx,
    channel,
    Array.from({ length: seoulDayNumber(days.to) - first }, (_, day) => first + day),
  );
}

/** Sets or clears the EXCLUDED flag of readings and of the newest value where it is wrong; returns how many changed. */
async function mark(trx: Trx, { farmId, channelId }: Channel, { from, to }: Span, isOut: boolean): Promise<number> {
  let changed = 0;
  for (const table of ['reading', 'latest'] as const) {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set((eb) => ({ flag: isOut ? eb('flag', '|', EXCLUDED) : eb('flag', '&', IMPLAUSIBLE) }))
      .where('farm_id', '=', farmId)
      .where('channel_id', '=', channelId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .where('flag', isOut ? '<' : '>=', EXCLUDED)
      .executeTakeFirstOrThrow();
    changed += Number(numUpdatedRows);
  }
  return changed;
}

/** The excluded spans of a channel within the days, sorted and merged. */
async function spansIn(trx: Trx, { farmId, channelId }: Channel, days: Span): Promise<Span[]> {
  const rows = await trx
    .selectFrom('exclusion')
    .select(['since', 'until'])
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('lifted_at', 'is', null)
    .where('since', '<', days.to)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', days.from)]))
    .orderBy('since')
    .execute();
  const spans: Span[] = [];
  for (const { since, until } of rows) {
    const from = Math.max(since, days.from);
    const to = Math.min(until ?? days.to, days.to);
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

/** The spans of the days that are not excluded. */
function between(spans: readonly Span[], days: Span): Span[] {
  const begins = [days.from, ...spans.map(({ to }) => to)];
  const ends = [...spans.map(({ from }) => from), days.to];
  return begins.map((from, at) => ({ from, to: ends[at] ?? days.to })).filter(({ from, to }) => from < to);
}

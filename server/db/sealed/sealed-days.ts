import { DAY_MS, SEOUL_OFFSET_MS, seoulDayNumber } from '#contract/time/time.ts';
import { groupedBy } from '../../kernel/grouped-by.ts';
import type { Horizons } from '../horizons.ts';
import type { ArrivedReading, GatedReading, ReadingWriter } from '../reading-writer.ts';
import type { Queries } from '../store.ts';
import type { Trx } from '../transaction.ts';
import { type DayReadings, decodeReadings, encodeReadings } from './day-codec.ts';

type Channel = { farmId: number; channelId: number };
type Reading = { at: number; value: number; flag: number };

/** The first instant of a Seoul day that is counted from 1970-01-01. */
export const startOfDay = (day: number): number => day * DAY_MS - SEOUL_OFFSET_MS;

/**
 * Seals a Seoul day of a channel: its rows, together with what was already sealed of it. It is idempotent and runs in
 * the open transaction, like everything here. Throws, and so changes nothing, when the encoded body does not decode to
 * the same readings.
 */
export async function sealDay(within: Queries, channel: Channel, day: number): Promise<void> {
  await sealAs(within, channel, day, await readDay(within, channel, day));
}

/** Replaces the day of a channel by these readings, sealed. */
async function sealAs(within: Queries, channel: Channel, day: number, all: readonly Reading[]): Promise<void> {
  const { farmId, channelId } = channel;
  const readings = all.toSorted((a, b) => a.at - b.at);
  if (readings.length > 0) await writeSealed(within, channel, day, readings);
  await within.db
    .deleteFrom('reading')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('at', '>=', startOfDay(day))
    .where('at', '<', startOfDay(day + 1))
    .execute();
}

/** The reverse: unpacks a sealed day into rows. */
export async function unsealDay(within: Queries, channel: Channel, day: number): Promise<void> {
  const { farmId: farm_id, channelId: channel_id } = channel;
  const readings = (await findSealed(within, channel, day)) ?? [];
  for (let from = 0; from < readings.length; from += ROWS) {
    const rows = readings.slice(from, from + ROWS).map((reading) => ({ farm_id, channel_id, ...reading }));
    await within.db.insertInto('reading').values(rows).execute();
  }
  await within.db
    .deleteFrom('sealed_reading')
    .where('farm_id', '=', farm_id)
    .where('channel_id', '=', channel_id)
    .where('day', '=', day)
    .execute();
}

/** Rows per insert: SQLite allows 32,766 values in a statement. */
const ROWS = 5_000;

/** Wraps a writer of rows: readings older than all rows are added to their sealed days instead. */
export function withSealedDays(rows: ReadingWriter, horizons: Horizons): ReadingWriter {
  return {
    ...rows,
    insert(trx, batches) {
      const rowsFrom = horizons.at('rows');
      const late = batches.flatMap((batch) => batch.filter(({ at }) => at < rowsFrom));
      return late.length === 0 ? rows.insert(trx, batches) : insertLate(rows, trx, batches, late);
    },
  };
}

async function insertLate(
  rows: ReadingWriter,
  trx: Trx,
  batches: readonly (readonly ArrivedReading[])[],
  late: readonly GatedReading[],
): Promise<GatedReading[][]> {
  const added = await addToSealed({ db: trx }, late);
  const isLate = new Set(late);
  const young = batches.map((batch) => batch.filter((reading) => !isLate.has(reading)));
  const inserted = await rows.insert(trx, young);
  return batches.map((batch, index) => [...batch.filter((reading) => added.has(reading)), ...(inserted[index] ?? [])]);
}

/**
 * Adds late readings to their days and seals these days. Returns the new ones: a reading of an instant that already has
 * one is a duplicate.
 */
async function addToSealed(within: Queries, late: readonly GatedReading[]): Promise<Set<GatedReading>> {
  const fresh = new Set<GatedReading>();
  const days = groupedBy(late, ({ farmId, channelId, at }) => `${farmId} ${channelId} ${seoulDayNumber(at)}`);
  for (const readings of days.values()) {
    const [first] = readings;
    const day = seoulDayNumber(first.at);
    const known = await readDay(within, first, day);
    const there = new Set(known.map(({ at }) => at));
    const added = readings.filter(({ at }) => !there.has(at) && there.add(at));
    for (const reading of added) fresh.add(reading);
    // Adding 0 removes negative zero, which rows do not store either.
    const plain = added.map(({ at, value, flag }) => ({ at, value: value + 0, flag }));
    if (added.length > 0) await sealAs(within, first, day, [...known, ...plain]);
  }
  return fresh;
}

/** Sets the flags of readings in sealed days; returns how many changed. */
export async function flagSealed(
  within: Queries,
  channel: Channel,
  { from, to }: { from: number; to: number },
  flagOf: (reading: Reading) => number,
): Promise<number> {
  let changed = 0;
  for (let day = seoulDayNumber(from); day <= seoulDayNumber(to - 1); day += 1) {
    const readings = (await findSealed(within, channel, day)) ?? [];
    const flagged = readings.map((reading) => ({ ...reading, flag: flagOf(reading) }));
    const count = flagged.filter(({ flag }, index) => flag !== readings[index]?.flag).length;
    if (count > 0) await writeSealed(within, channel, day, flagged);
    changed += count;
  }
  return changed;
}

/** Unpacks a body into readings, sorted by time. */
function listSealed(body: Uint8Array): Reading[] {
  const { at, value, flag } = decodeReadings(body);
  return at.map((instant, index) => ({ at: instant, value: value[index] ?? 0, flag: flag[index] ?? 0 }));
}

/** All readings of a day of a channel, sealed or not. */
async function readDay(within: Queries, channel: Channel, day: number): Promise<Reading[]> {
  const rows = await within.db
    .selectFrom('reading')
    .select(['at', 'value', 'flag'])
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.channelId)
    .where('at', '>=', startOfDay(day))
    .where('at', '<', startOfDay(day + 1))
    .orderBy('at')
    .execute();
  return [...((await findSealed(within, channel, day)) ?? []), ...rows];
}

async function findSealed(
  { db }: Queries,
  { farmId, channelId }: Channel,
  day: number,
): Promise<Reading[] | undefined> {
  const row = await db
    .selectFrom('sealed_reading')
    .select('body')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row && listSealed(row.body);
}

async function writeSealed(
  within: Queries,
  { farmId, channelId }: Channel,
  day: number,
  readings: readonly Reading[],
): Promise<void> {
  const columns: DayReadings = {
    at: readings.map(({ at }) => at),
    value: readings.map(({ value }) => value),
    flag: readings.map(({ flag }) => flag),
  };
  const body = encodeReadings(columns);
  if (!areSame(columns, decodeReadings(body))) {
    throw new Error(`channel ${channelId} of farm ${farmId} cannot be sealed on day ${day}: its readings would change`);
  }
  await within.db
    .insertInto('sealed_reading')
    .values({ farm_id: farmId, channel_id: channelId, day, count: readings.length, body })
    .onConflict((c) => c.columns(['farm_id', 'channel_id', 'day']).doUpdateSet({ count: readings.length, body }))
    .execute();
}

const areSame = (a: DayReadings, b: DayReadings): boolean =>
  (['at', 'value', 'flag'] as const).every(
    (name) => a[name].length === b[name].length && a[name].every((one, index) => Object.is(one, b[name][index])),
  );

import { sql } from 'kysely';
import type { Point } from '#contract/series/points.ts';
import { tileBegin } from '#contract/series/tile.ts';
import { type Columns, packPoints } from '#contract/series/tile-columns.ts';
import { bucketLevels, type Resolution } from '#contract/time/time.ts';
import { bucketMean } from '../db/bucket-mean.ts';
import type { Queries } from '../db/open.ts';
import { ALL_DAYS } from '../db/tile-change.ts';
import { type FoundChannel, shownBy } from '../monitor/queries.ts';

export type FoundTile = { channel: number; tile: number; columns: Columns };

/** One tile of a channel; the figures are those a record of the same resolution has. */
export async function findTile(
  store: Queries,
  channel: FoundChannel,
  { level, tile }: { level: Resolution; tile: number },
): Promise<FoundTile> {
  const begin = tileBegin(tile, level);
  const end = tileBegin(tile + 1, level);
  const points =
    level === 'raw'
      ? await readings(store, channel, { begin, end })
      : await buckets(store, channel, { begin, end, width: bucketLevels[level] });
  return { channel: channel.index, tile, columns: packPoints(points, begin) };
}

async function readings(
  { db }: Queries,
  channel: FoundChannel,
  { begin, end }: { begin: number; end: number },
): Promise<Point[]> {
  const shown = shownBy(channel, 'reading.at');
  const rows = await db
    .selectFrom('reading')
    .select(['at', shown(sql`value`).as('value')])
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.index)
    .where('at', '>=', begin)
    .where('at', '<', end)
    .where('flag', '=', 0)
    .orderBy('at')
    .execute();
  return rows.map(({ at, value }) => [at, value, value, value]);
}

async function buckets(
  { db }: Queries,
  channel: FoundChannel,
  { begin, end, width }: { begin: number; end: number; width: number },
): Promise<Point[]> {
  const shown = shownBy(channel, 'rollup.start');
  const rows = await db
    .selectFrom('rollup')
    .select(['start', shown(sql`min`).as('min'), shown(sql`max`).as('max')])
    .select(shown(bucketMean(channel.type)).as('mean'))
    .where('farm_id', '=', channel.farmId)
    .where('channel_id', '=', channel.index)
    .where('width', '=', width)
    .where('start', '>=', begin)
    .where('start', '<', end)
    .orderBy('start')
    .execute();
  return rows.map(({ start, min, mean, max }) => [start, min, mean, max]);
}

/** Where the farm's change cursor stands; 0 before its first reading. */
export async function cursorOf({ db }: Queries, farmId: number): Promise<number> {
  const row = await db.selectFrom('tile_cursor').select('seq').where('farm_id', '=', farmId).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The channels that changed after the cursor, and on which days. */
export async function changesSince(
  { db }: Queries,
  farmId: number,
  since: number,
): Promise<{ channel: number; days: number[] | null }[]> {
  const rows = await db
    .selectFrom('tile_change')
    .select(['channel_id as channel', 'day'])
    .where('farm_id', '=', farmId)
    .where('seq', '>', since)
    .orderBy('channel_id')
    .orderBy('day')
    .execute();
  const changed = new Map<number, number[] | null>();
  for (const { channel, day } of rows) {
    const days = changed.get(channel);
    if (day === ALL_DAYS) changed.set(channel, null);
    else if (days !== null) changed.set(channel, [...(days ?? []), day]);
  }
  return [...changed].map(([channel, days]) => ({ channel, days }));
}

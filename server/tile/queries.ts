import { tileBegin } from '#contract/series/tile.ts';
import { type Columns, packPoints } from '#contract/series/tile-columns.ts';
import type { Resolution } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { ALL_DAYS, changedAfter } from '../db/tile-change.ts';
import type { FoundChannel } from '../monitor/queries.ts';

type FoundTile = { channel: number; tile: number; columns: Columns };

/** One tile of a channel, with the same values as a record of that resolution. */
export async function findTile(
  store: Queries,
  channel: FoundChannel,
  { level, tile }: { level: Resolution; tile: number },
): Promise<FoundTile> {
  const begin = tileBegin(tile, level);
  const end = tileBegin(tile + 1, level);
  const points = await listPoints(store, { channel, resolution: level, begin, end });
  return { channel: channel.index, tile, columns: packPoints(points, begin) };
}

/** The change cursor of a farm; 0 before its first reading. */
export async function cursorOf({ db }: Queries, farmId: number): Promise<number> {
  const row = await db.selectFrom('tile_cursor').select('seq').where('farm_id', '=', farmId).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The channels that changed after the cursor, with the days; null for all days. */
export async function changesSince(
  { db }: Queries,
  farmId: number,
  since: number,
): Promise<{ channel: number; days: number[] | null }[]> {
  const rows = await db
    .selectFrom('tile_change')
    .select(['channel_id as channel', 'day'])
    .where('farm_id', '=', farmId)
    .where(changedAfter(since))
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

import type SQLite from 'better-sqlite3';
import { seoulDayNumber } from '#contract/time/time.ts';
import type { TileChanges } from '../tile-change.ts';

/** The statements that record changes on SQLite; like those of readings they run in the open transaction. */
export function prepareTileChanges(sqlite: SQLite.Database): TileChanges {
  const advance = sqlite
    .prepare<[number], number>(
      'insert into tile_cursor (farm_id, seq) values (?, 1) on conflict (farm_id) do update set seq = seq + 1 returning seq',
    )
    .pluck();
  const touch = sqlite.prepare(`
    insert into tile_change (farm_id, channel_id, day, seq) values (?, ?, ?, ?)
    on conflict (farm_id, channel_id, day) do update set seq = excluded.seq`);
  return {
    noteReadings(_, readings) {
      const cursors = new Map<number, number>();
      const noted = new Map<number, number>();
      for (const { farmId, channelId, at } of readings) {
        const day = seoulDayNumber(at);
        // A batch is roughly sorted by time: most readings are of the day that was just recorded.
        if (noted.get(channelId) === day) continue;
        noted.set(channelId, day);
        const cursor = cursors.get(farmId) ?? advance.get(farmId) ?? 0;
        cursors.set(farmId, cursor);
        touch.run(farmId, channelId, day, cursor);
      }
    },
    noteDays(_, { farmId, channelId }, days) {
      const cursor = advance.get(farmId) ?? 0;
      for (const day of days) touch.run(farmId, channelId, day, cursor);
    },
  };
}

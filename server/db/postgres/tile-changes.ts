import { CompiledQuery } from 'kysely';
import { seoulDayNumber } from '#contract/time/time.ts';
import type { TileChanges } from '../tile-change.ts';
import type { Trx } from '../transaction.ts';
import { ofReadings } from './versions.ts';

const NOTE = ofReadings(`
  with moved as (insert into tile_cursor (farm_id, seq) select distinct farm, 1 from unnest($1::bigint[]) as farm
    on conflict (farm_id) do update set seq = tile_cursor.seq + 1 returning farm_id, seq)
  insert into tile_change (farm_id, channel_id, day, seq)
  select noted.farm, noted.channel, noted.day, moved.seq
  from unnest($1::bigint[], $2::int[], $3::int[]) as noted(farm, channel, day) join moved on moved.farm_id = noted.farm
  on conflict (farm_id, channel_id, day) do update set seq = excluded.seq`);

type Day = { farmId: number; channelId: number; day: number };

async function note(trx: Trx, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return;
  const list = (of: (day: Day) => number) => `{${days.map(of).join(',')}}`;
  const values = [list(({ farmId }) => farmId), list(({ channelId }) => channelId), list(({ day }) => day)];
  await trx.executeQuery(CompiledQuery.raw(NOTE, values));
}

export const tileChanges: TileChanges = {
  noteReadings(trx, readings) {
    const days = new Map<string, Day>();
    for (const { farmId, channelId, at } of readings) {
      const day = seoulDayNumber(at);
      days.set(`${channelId} ${day}`, { farmId, channelId, day });
    }
    return note(trx, [...days.values()]);
  },
  noteDays: (trx, channel, days) =>
    note(
      trx,
      [...new Set(days)].map((day) => ({ ...channel, day })),
    ),
};

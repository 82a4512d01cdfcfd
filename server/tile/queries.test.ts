import { expect, it } from 'vitest';
import { aStore } from '../../tests/support/temporary.ts';
import { changesSince, cursorOf } from './queries.ts';

it('changes after a cursor are those noted after it, over thousands of cursors', async () => {
  const store = await aStore();
  const farmId = 1;
  const note = (channelId: number, day: number) =>
    store.db.transaction().execute(async (trx) => store.tileChanges.noteDays(trx, { farmId, channelId }, [day]));
  const cursors: number[] = [];
  const noted: { channel: number; day: number }[] = [];
  for (const begin of [0, 1_015, 2_040, 9_999]) {
    await store.db.updateTable('tile_cursor').set({ seq: begin }).where('farm_id', '=', farmId).execute();
    for (let n = 0; n < 15; n += 1) {
      cursors.push(await cursorOf(store, farmId));
      noted.push({ channel: n % 2, day: noted.length });
      await note(n % 2, noted.length - 1);
    }
  }
  for (const [n, cursor] of cursors.entries()) {
    const days = (await changesSince(store, farmId, cursor)).flatMap((one) => one.days ?? []);
    expect({ cursor, days: days.sort((a, b) => a - b) }).toEqual({
      cursor,
      days: noted.slice(n).map(({ day }) => day),
    });
  }
});

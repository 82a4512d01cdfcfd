import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { deleteTiles, openTiles, type TileRow, tileDbName } from './tile-db.ts';

const UID = 'tile-db';
afterEach(() => deleteTiles(UID));

it('keeps what version 1 had brought, and with which farm a lead farm is compared', async () => {
  const old = new Dexie(tileDbName(UID));
  old.version(1).stores({
    tiles: '&key, channel, farm, [key+isDirty], [lastUsed+isPinned]',
    channels: '&index, farm',
    farms: '&farm',
  });
  const known = { instance: 'one', cursor: 7, checkedAt: 1, prepared: null };
  await old.table('farms').bulkPut([
    { ...known, farm: 1 },
    { ...known, farm: 2, beside: 1 },
  ]);
  const tile = { key: '5 1h 3', farm: 1, channel: 5, level: '1h', tile: 3, bytes: new Uint8Array([1, 2]) };
  await old.table('tiles').put({ ...tile, fetchedAt: 1, isDirty: 0, lastUsed: 1, isPinned: 1 });
  old.close();
  const tiles = openTiles(UID);
  expect(await tiles.farms()).toEqual([
    { ...known, farm: 1 },
    { ...known, farm: 2, comparedWithFarm: 1 },
  ]);
  expect(await tiles.tiles(['5 1h 3'])).toMatchObject([{ channel: 5, isPinned: 1 }]);
  tiles.close();
});

const reported = { farm: 1, instance: 'one', checkedAt: 1 };
const row: TileRow = {
  key: '5 1h 3',
  farm: 1,
  channel: 5,
  level: '1h',
  tile: 3,
  bytes: new Uint8Array([1, 2]),
  fetchedAt: 1,
  isDirty: 0,
  lastUsed: 1,
  isPinned: 0,
};
const allDays = [{ channel: 5, days: null }];

for (const isStoredFirst of [true, false]) {
  it(`a tile fetched before a change is outdated, stored ${isStoredFirst ? 'before' : 'after'} the change`, async () => {
    const tiles = openTiles(UID);
    await tiles.noteChanges({ ...reported, since: 0, cursor: 1, changed: [] });
    const steps = [
      () => tiles.put({ farm: 1, cursor: 1, rows: [row] }),
      () => tiles.noteChanges({ ...reported, since: 1, cursor: 2, changed: allDays }),
    ];
    // Neither waits for the other: the worker answers while it stores.
    await Promise.all((isStoredFirst ? steps : steps.reverse()).map((step) => step()));
    expect(await tiles.tiles([row.key])).toMatchObject([{ isDirty: 1 }]);
    expect(await tiles.farm(1)).toMatchObject({ cursor: 2 });
    tiles.close();
  });
}

it('an answer that a later one overtook does not take its cursor back', async () => {
  const tiles = openTiles(UID);
  await tiles.noteChanges({ ...reported, since: 0, cursor: 1, changed: [] });
  await tiles.notePrepared(1, { tiles: 2, wanted: 3, at: 4 });
  await tiles.noteChanges({ ...reported, since: 1, cursor: 7, changed: allDays });
  await tiles.noteChanges({ ...reported, since: 1, cursor: 5, changed: [] });
  expect(await tiles.farm(1)).toMatchObject({ cursor: 7, prepared: { tiles: 2 } });
  await tiles.put({ farm: 1, cursor: 6, rows: [row] });
  expect(await tiles.tiles([row.key])).toMatchObject([{ isDirty: 1 }]);
  tiles.close();
});

it('the tiles of a database that was replaced or put back are gone', async () => {
  const tiles = openTiles(UID);
  for (const other of [
    { instance: 'two', cursor: 9 },
    { instance: 'one', cursor: 3 },
  ]) {
    await tiles.noteChanges({ ...reported, since: 0, cursor: 7, changed: [] });
    await tiles.put({ farm: 1, cursor: 7, rows: [row] });
    await tiles.noteChanges({ ...reported, ...other, since: 7, changed: [] });
    expect(await tiles.tiles([row.key])).toEqual([undefined]);
    expect(await tiles.farm(1)).toMatchObject({ ...other, prepared: null });
    await tiles.dropFarm(1);
  }
  tiles.close();
});

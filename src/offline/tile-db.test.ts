import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { deleteTiles, openTiles, tileDbName } from './tile-db.ts';

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

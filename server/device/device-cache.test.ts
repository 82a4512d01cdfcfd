import { beforeEach, describe, expect, it } from 'vitest';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { createDeviceCache, type DeviceCache } from './device-cache.ts';

let store: Store;
let cache: DeviceCache;
let farmId: number;
let key: string;
let channelId: number;
beforeEach(async () => {
  store = await aStore();
  cache = createDeviceCache(store);
  farmId = await aFarm(store);
  const device = await aDevice(store, farmId);
  key = device.key;
  channelId = device.channels.get('temperature') ?? 0;
  await cache.byKey(key);
});

const temperature = async () => (await cache.byKey(key))?.byCode.get('temperature');

// The tests write to the tables directly: the cache must not depend on callers to invalidate it.
describe('a device that is remembered', () => {
  it('is a stranger at once when its key is revoked', async () => {
    await store.db.updateTable('device').set({ key_hash: null }).execute();
    expect(await cache.byKey(key)).toBeUndefined();
  });

  it('is a stranger at once when it or its farm is deleted, and known again when the farm comes back', async () => {
    await store.db.updateTable('farm').set({ deleted_at: 1 }).execute();
    expect(await cache.byKey(key)).toBeUndefined();
    await store.db.updateTable('farm').set({ deleted_at: null }).execute();
    expect(await cache.byKey(key)).toMatchObject({ farmId });
    await store.db.updateTable('device').set({ deleted_at: 1 }).execute();
    expect(await cache.byKey(key)).toBeUndefined();
  });

  it('has its channels as they are now', async () => {
    await store.db.updateTable('channel').set({ plausible_max: 30 }).where('channel_id', '=', channelId).execute();
    expect((await temperature())?.plausible[1]).toBe(30);
    await store.db.updateTable('channel').set({ deleted_at: 1 }).where('channel_id', '=', channelId).execute();
    expect(await temperature()).toBeUndefined();
  });

  it('has its corrections as they are now', async () => {
    const calibration = { farm_id: farmId, channel_id: channelId, since: 0, correction: 2, user_id: 1, noted_at: 0 };
    await store.db.insertInto('calibration').values(calibration).execute();
    expect((await cache.byKey(key))?.corrections.get(channelId)).toEqual([{ since: 0, correction: 2 }]);
  });

  it('is not asked for anew because it sends', async () => {
    const known = (await cache.byKey(key)) ?? expect.unreachable();
    const answer = await aGate(store).accept(known, [{ sensor: 'temperature', value: 21 }]);
    expect(answer).toMatchObject({ stored: 1 });
    expect(await cache.byKey(key)).toBe(known);
  });
});

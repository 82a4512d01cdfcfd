import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { HeatSettings } from '#contract/heat/heat.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aCropOn } from '../../tests/support/store/store.ts';
import { takeNumbers } from '../db/sequence.ts';
import { createDevice } from '../device/commands.ts';
import { createDeviceCache } from '../device/device-cache.ts';
import { demoDeps } from './demo.ts';
import { demoFarms } from './farms.ts';
import { advanceFarm } from './live.ts';
import { GATEWAY_CODE } from './seed.ts';
import { startFarm } from './simulate.ts';

const wimi = demoFarms.find(({ code }) => code === 'wimi');
if (!wimi) throw new Error('there is a farm at Wimi');

/** Two hours before midnight in the coldest days of the first simulated winter. */
const begin = startOfSeoulDate('2026-02-25') - 2 * HOUR_MS;

/** One simulated farm on a real server, and a clock that the test sets. */
async function aSimulatedFarm() {
  const server = await aServer();
  const { store, url } = server;
  const ownerId = await aUser(store, 'grower');
  const farmId = await store.db.transaction().execute(async (trx) => {
    const id = await takeNumbers(trx, 'farm');
    const at = { created_at: 0, is_simulated: 1, heat_settings: JSON.stringify(wimi?.heat) } as const;
    await trx
      .insertInto('farm')
      .values({ farm_id: id, name: 'Wimi', address: '', owner_id: ownerId, ...at })
      .execute();
    return id;
  });
  const channels = wimi?.houses.flatMap((house) => house.channels) ?? [];
  const { channels: ids } = await createDevice(store, { farmId, code: GATEWAY_CODE, name: 'gateway', channels }, 0);
  const state = JSON.stringify(wimi && startFarm(wimi, begin));
  await store.db.insertInto('demo_state').values({ farm_id: farmId, farm_code: 'wimi', state }).execute();

  let clock = begin;
  const now = () => clock;
  const gate = aGate(store, { now });
  const deps = demoDeps(store, { gate, directory: createDeviceCache(store), log: pino({ level: 'silent' }), now });
  const grower = await signIn(url, 'grower');
  return {
    /** Lets minutes pass: the settings are read before the first. */
    async pass(minutes: number) {
      clock += minutes * MINUTE_MS;
      if (wimi) await advanceFarm(deps, wimi);
    },
    async set(mine: Partial<HeatSettings>) {
      const { settings: base } = await (await grower.call(`/api/farms/${farmId}/heat`)).json();
      const answer = await grower.call(`/api/farms/heat-update/${farmId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ ...base, ...mine, base }),
      });
      expect(answer.status, await answer.clone().text()).toBe(200);
    },
    /** The newest stored reading. */
    async reading(code: string): Promise<number> {
      const row = await store.db
        .selectFrom('reading')
        .select('value')
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', ids.get(code) ?? -1)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return row.value;
    },
    async growCrop() {
      const code = { code: 'CRO901', name: '한라봉', position: 99, deleted_at: null };
      await store.db.insertInto('item_code').values(code).execute();
      await aCropOn(store, { farmId, cropId: 'c1', itemCode: code.code });
    },
  };
}

describe('the simulated farm', () => {
  it('lights the heater and warms within minutes of the night target being raised', async () => {
    const farm = await aSimulatedFarm();
    await farm.set({ nightTargetC: 8, hysteresisC: 0.5 });
    await farm.pass(30);
    const before = await farm.reading('h1-temp');
    expect(before).toBeLessThan(10);

    await farm.set({ nightTargetC: 16, dayTargetC: 18 });
    await farm.pass(3);
    expect(await farm.reading('h1-heater')).toBe(100);
    await farm.pass(12);
    expect(await farm.reading('h1-temp')).toBeGreaterThan(before + 2);
    await farm.pass(60);
    // The temperature stays near the target, neither below nor far above.
    expect(await farm.reading('h1-temp')).toBeGreaterThan(15);
    expect(await farm.reading('h1-temp')).toBeLessThan(18);
  });

  it('heats to a band while its time lasts, and lets go after it', async () => {
    const farm = await aSimulatedFarm();
    await farm.set({ bands: [{ from: '22:00', to: '00:30', targetC: 15 }] });
    await farm.pass(120);
    expect(await farm.reading('h1-temp')).toBeGreaterThan(14);
    await farm.pass(120);
    expect(await farm.reading('h1-temp')).toBeLessThan(11);
  });

  it('heats at the frost guard though heating is off', async () => {
    const farm = await aSimulatedFarm();
    await farm.set({ enabled: false, frostGuardC: 7 });
    await farm.pass(120);
    expect(await farm.reading('h1-temp')).toBeGreaterThan(6);
    await farm.set({ frostGuardC: 0 });
    await farm.pass(180);
    expect(await farm.reading('h1-heater')).toBe(0);
    expect(await farm.reading('h1-temp')).toBeLessThan(6);
  });

  it('follows the growth calendar when told to: February is kept just above freezing', async () => {
    const farm = await aSimulatedFarm();
    await farm.growCrop();
    await farm.set({ nightTargetC: 14, dayTargetC: 14 });
    await farm.pass(60);
    expect(await farm.reading('h1-temp')).toBeGreaterThan(13);
    await farm.set({ mode: 'calendar' });
    await farm.pass(240);
    expect(await farm.reading('h1-temp')).toBeLessThan(8);
  });
});

import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { createDeviceCache } from '../device/device-cache.ts';
import { countRefused, findRefused } from './refused-readings.ts';

/** A gate for a device, with a clock that is set by hand. */
async function aDoor() {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { deviceId, key } = await aDevice(store, farmId, ['TEMPERATURE']);
  const clock = { now: startOfSeoulDay(Date.now()) };
  const gate = aGate(store, { now: () => clock.now });
  const device = await createDeviceCache(store).byKey(key);
  if (!device) throw new Error('its key is not known');
  const refused = () => findRefused(store, { farmId, deviceId }, clock.now);
  return { store, farmId, deviceId, clock, gate, device, refused };
}

const wrong = (sensor: unknown, count = 1) => Array.from({ length: count }, () => ({ sensor, value: 'warm' }));

it('a refused reading is counted for seven days, in each by itself', async () => {
  const { store, farmId, deviceId, clock, gate, device, refused } = await aDoor();
  await gate.accept(device, wrong('temperature', 3));
  clock.now += DAY_MS;
  await gate.accept(device, wrong('temperature', 2));
  await gate.refuse(device, 'TOO_LARGE');
  const lastAt = new Date(clock.now).toISOString();
  expect((await refused()).counts).toEqual(
    expect.arrayContaining([
      { reason: 'NOT_A_NUMBER', count: 5, lastAt },
      { reason: 'TOO_LARGE', count: 1, lastAt },
    ]),
  );
  clock.now += 6 * DAY_MS;
  expect((await refused()).counts).toContainEqual({ reason: 'NOT_A_NUMBER', count: 2, lastAt });
  const ofFarm = (since: number) => countRefused(store, farmId, { since, now: clock.now });
  expect(await ofFarm(clock.now - DAY_MS)).toEqual([]);
  expect(await ofFarm(clock.now - 6 * DAY_MS)).toContainEqual({ deviceId, reason: 'TOO_LARGE', count: 1, lastAt });
  clock.now += DAY_MS;
  expect(await refused()).toMatchObject({ counts: [], recent: [] });
});

it('what a device is refused takes no more room, however much it sends', async () => {
  const { store, clock, gate, device, refused } = await aDoor();
  for (let day = 0; day < 30; day += 1) {
    for (let n = 0; n < 3; n += 1) await gate.accept(device, wrong(`${day} ${n}\0${'x'.repeat(100)}`, 7));
    clock.now += DAY_MS;
  }
  expect(await store.db.selectFrom('refused_count').selectAll().execute()).toHaveLength(7);
  expect(await store.db.selectFrom('refused_reading').selectAll().execute()).toHaveLength(10);
  const { recent } = await refused();
  expect(recent.map(({ sensor }) => sensor.slice(0, 4))).toEqual([...Array(7).fill('29 2'), ...Array(3).fill('29 1')]);
  expect(Math.max(...recent.map(({ sensor }) => sensor.length))).toBeLessThanOrEqual(40);
});

it('several batches of one transaction are counted in their order', async () => {
  const { clock, gate, device, refused } = await aDoor();
  await Promise.all([
    gate.accept(device, [...wrong('first'), { sensor: 'temperature', value: 20, at: clock.now - MINUTE_MS }]),
    gate.accept(device, wrong('second')),
    gate.refuse(device, 'MALFORMED'),
  ]);
  const { recent } = await refused();
  expect(recent.map(({ sensor, reason }) => [sensor, reason])).toEqual([
    ['', 'MALFORMED'],
    ['second', 'NOT_A_NUMBER'],
    ['first', 'NOT_A_NUMBER'],
  ]);
});

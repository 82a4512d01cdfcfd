import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { setActuator } from '../actuators.ts';
import { addRule, changeRule } from '../rule-commands.ts';
import { loadStored } from './load-world.ts';
import { createStoredWorld } from './stored-world.ts';

const NOW = Date.UTC(2026, 3, 16, 3);
const RULE = '00000000-0000-4000-8000-000000000001';
const real = { stations: false, forecasts: false };

/** A farm with eight hours of a thermometer, and a rule. */
async function aFarmOfReadings() {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { channels } = await aDevice(store, farmId, ['TEMPERATURE', 'WATER']);
  const [air = 0, valve = 0] = ['temperature', 'water'].map((code) => channels.get(code));
  const measure = async (...at: number[]) => {
    const rows = at.map((one) => ({ farm_id: farmId, channel_id: air, at: one, value: one % 97, flag: 0 as const }));
    await store.db.insertInto('reading').values(rows).execute();
  };
  await measure(...Array.from({ length: 480 }, (_, ago) => NOW - ago * MINUTE_MS));
  const fields = { ...waterTimeDefaults, name: 'morning', starts: ['06:00'], steps: [{ valve, amount: 10 }] };
  await store.db.transaction().execute(async (trx) => {
    await setActuator(trx, { farmId, channel: valve }, { ...defaultSettings('WATER'), isCommanded: true });
    await addRule(trx, { farmId, id: RULE }, fields, NOW);
  });
  const rename = (name: string) =>
    store.db.transaction().execute((trx) => changeRule(trx, { farmId, id: RULE }, { ...fields, name }, NOW));
  const flag = (at: number, value: 0 | 2) =>
    store.db.updateTable('reading').set({ flag: value }).where('channel_id', '=', air).where('at', '=', at).execute();
  const world = createStoredWorld({ store, real }, farmId);
  const read = async (now: number) => (await world.at(now, new Set())) ?? expect.unreachable();
  const anew = (now: number) => loadStored(store, farmId, { now, real });
  return { store, farmId, air, measure, flag, rename, read, anew };
}

it('is from look to look what reading all of it anew would give, whatever has happened to readings meanwhile', async () => {
  const { store, farmId, air, measure, flag, read, anew } = await aFarmOfReadings();
  const calibrate = () =>
    store.db
      .insertInto('calibration')
      .values({ farm_id: farmId, channel_id: air, since: NOW - HOUR_MS, correction: 0.5, user_id: 1, noted_at: NOW })
      .execute();
  const steps: [what: string, now: number, change: () => Promise<unknown>][] = [
    ['nothing', NOW, async () => {}],
    ['a minute', NOW + MINUTE_MS, () => measure(NOW + MINUTE_MS)],
    ['two, one of them late', NOW + 2 * MINUTE_MS, () => measure(NOW + 2 * MINUTE_MS, NOW - HOUR_MS + 1)],
    ['one left out', NOW + 2 * MINUTE_MS, () => flag(NOW - 2 * HOUR_MS, 2)],
    [
      'one taken back in, one left out',
      NOW + 2 * MINUTE_MS,
      async () => {
        await flag(NOW - 2 * HOUR_MS, 0);
        await flag(NOW - HOUR_MS, 2);
      },
    ],
    ['a clock set back', NOW - 3 * HOUR_MS, async () => {}],
    ['and forth again', NOW + 5 * MINUTE_MS, () => measure(NOW + 5 * MINUTE_MS)],
    ['values corrected', NOW + 5 * MINUTE_MS, calibrate],
    ['days without a word', NOW + DAY_MS, async () => {}],
    ['one after them', NOW + DAY_MS, () => measure(NOW + DAY_MS)],
  ];
  for (const [what, now, change] of steps) {
    await change();
    expect(await read(now), what).toEqual(await anew(now));
  }
});

it('parses a rule again only when its text is another', async () => {
  const { store, rename, read } = await aFarmOfReadings();
  const fieldsOf = async () => (await read(NOW)).rules[0]?.fields;
  const first = await fieldsOf();
  await aFarm(store);
  expect(await fieldsOf()).toBe(first);
  await rename('evening');
  expect(await fieldsOf()).toMatchObject({ name: 'evening' });
});

import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import type { ControlDocument } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';

/** A farm with two CO2 supplies and a fan, and the last document of its controller. */
async function aFarmWithGas() {
  let clock = Date.UTC(2026, 10, 23, 1);
  const { store, url, engine, controllers } = await aServer({ now: () => clock });
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const { channels } = await aDevice(store, farmId, ['CO2_SUPPLY', 'FAN'], { code: 'gw' });
  const [supply = 0, fan = 0] = ['co2_supply', 'fan'].map((code) => channels.get(code));
  await store.db.transaction().execute(async (trx) => {
    const commanded = { isCommanded: true };
    await setActuator(trx, { farmId, channel: supply }, { ...defaultSettings('CO2_SUPPLY'), ...commanded });
    await setActuator(trx, { farmId, channel: fan }, { ...defaultSettings('FAN'), ...commanded });
  });
  let told: ControlDocument | undefined;
  const there = { isReachable: () => true, version: () => told?.version ?? 0, send: () => {}, beat: () => {} };
  const tell = (document: ControlDocument) => {
    told = document;
  };
  controllers.attach(farmId, 'gw', { ...there, tell });
  const grower = await signIn(url, 'grower');
  const call = async (method: string, path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    return (await grower.call(path, { method, headers, body: JSON.stringify(body) })).json();
  };
  const people = `/api/farms/${farmId}/control/people-inside`;
  const start = (channel: number) =>
    call('POST', `/api/farms/${farmId}/control/overrides`, { channel, levelPct: 100, minutes: 5 });
  const locks = () => [told?.channels.co2_supply?.lockOut, told?.channels.fan?.lockOut];
  const pass = async (minutes: number) => {
    clock += minutes * MINUTE_MS;
    await engine.run();
  };
  return { call, people, supply, fan, start, locks, pass };
}

it('people inside keep carbon dioxide off for an hour, at its controller, too, and nothing else', async () => {
  const { call, people, supply, fan, start, locks, pass } = await aFarmWithGas();
  await pass(1);
  expect(locks()).toEqual([null, null]);
  await call('POST', people, { minutes: 60 });
  await pass(0);
  expect(locks()).toEqual([{ reason: '사람 있음', forSec: 3_600 }, null]);
  expect(await start(supply)).toMatchObject({ code: 'LOCKED_OUT' });
  expect((await start(fan)).code).toBeUndefined();
  await pass(59);
  expect(locks()[0]).toMatchObject({ reason: '사람 있음' });
  await pass(1);
  expect(locks()).toEqual([null, null]);
});

it('they may leave earlier, and a repair goes on all the same', async () => {
  const { call, people, supply, locks, pass } = await aFarmWithGas();
  await call('POST', people, { minutes: 60 });
  await call('DELETE', people);
  await pass(1);
  expect(locks()[0]).toBeNull();
  await call('POST', `/api/actuators/${supply}/lock-out`, { reason: '노즐 교체' });
  await call('POST', people, { minutes: 60 });
  await call('DELETE', people);
  await pass(1);
  expect(locks()[0]).toEqual({ reason: '노즐 교체', forSec: null });
});

it('a repair that ends while people are inside leaves carbon dioxide off for as long as they said', async () => {
  const { call, people, supply, start, locks, pass } = await aFarmWithGas();
  const repair = `/api/actuators/${supply}/lock-out`;
  await call('POST', people, { minutes: 60 });
  await call('POST', repair, { reason: '노즐 교체' });
  await pass(20);
  expect(locks()[0]).toEqual({ reason: '노즐 교체', forSec: null });
  await call('DELETE', repair);
  await pass(1);
  expect(locks()[0]).toMatchObject({ reason: '사람 있음' });
  expect(await start(supply)).toMatchObject({ code: 'LOCKED_OUT' });
  await pass(39);
  expect(locks()[0]).toBeNull();
});

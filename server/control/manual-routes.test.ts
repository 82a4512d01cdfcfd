import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { controlProblems } from '#contract/control/control-text.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { pollUntil } from '../../tests/support/poll-until.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';

/** A commanded actuator behind a controller, and a hand on it. */
async function anActuatorOf(type: ActuatorTypeName) {
  const { store, url, controllers, engine } = await aServer();
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const { channels } = await aDevice(store, farmId, [type], { code: 'gw' });
  const channel = channels.get(type.toLowerCase()) ?? 0;
  await store.db
    .transaction()
    .execute((trx) => setActuator(trx, { farmId, channel }, { ...defaultSettings(type), isCommanded: true }));
  controllers.attach(farmId, 'gw', {
    isReachable: () => true,
    version: () => 0,
    send: () => {},
    beat: () => {},
    tell: () => {},
  });
  const { call } = await signIn(url, 'grower');
  const move = async (levelPct: number) => {
    const answer = await call(`/api/farms/${farmId}/control/overrides`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel, levelPct, minutes: 10 }),
    });
    const { code, details } = await answer.json();
    return { status: answer.status, code, details };
  };
  return { farmId, engine, move };
}

it('a pump follows its valves: no hand starts it alone, and every hand may stop it', async () => {
  const { move } = await anActuatorOf('PUMP');
  expect(await move(100)).toMatchObject({
    status: 400,
    details: [{ field: 'channel', message: controlProblems.followsValves }],
  });
  expect(await move(0)).toMatchObject({ status: 200 });
});

it('says that nothing starts while the clock of the server is wrong, and stops all the same', async () => {
  const { farmId, engine, move } = await anActuatorOf('HEATER');
  expect(await move(100)).toMatchObject({ status: 200 });
  for (const device of ['gw', 'gw2']) engine.events.clock(farmId, device, Date.now() + HOUR_MS);
  await pollUntil(engine.isClockTrusted, (isTrusted) => !isTrusted);
  expect(await move(100)).toMatchObject({ status: 503, code: 'CLOCK_UNTRUSTED' });
  expect(await move(0)).toMatchObject({ status: 200 });
});

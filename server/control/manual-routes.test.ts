import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { controlProblems } from '#contract/control/control-text.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';

it('a pump follows its valves: no hand starts it alone, and every hand may stop it', async () => {
  const { store, url, controllers } = await aServer();
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const { channels } = await aDevice(store, farmId, ['PUMP'], { code: 'gw' });
  const channel = channels.get('pump') ?? 0;
  await store.db
    .transaction()
    .execute((trx) => setActuator(trx, { farmId, channel }, { ...defaultSettings('PUMP'), isCommanded: true }));
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
    return { status: answer.status, details: (await answer.json()).details };
  };
  expect(await move(100)).toMatchObject({
    status: 400,
    details: [{ field: 'channel', message: controlProblems.followsValves }],
  });
  expect(await move(0)).toMatchObject({ status: 200 });
});

import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';

it('a lock is lifted by who set it, or by the owner who names that person, and by no other who may write', async () => {
  const { store, url } = await aServer();
  const ownerId = await aUser(store, 'grower');
  const memberId = await aUser(store, 'writer');
  const farmId = await aFarm(store, { ownerId, memberId, memberRight: 'write' });
  const { channels } = await aDevice(store, farmId, ['FAN'], { code: 'gw' });
  const channel = channels.get('fan') ?? 0;
  await store.db
    .transaction()
    .execute((trx) => setActuator(trx, { farmId, channel }, { ...defaultSettings('FAN'), isCommanded: true }));
  const [grower, writer] = [await signIn(url, 'grower'), await signIn(url, 'writer')];
  const ask = async (who: typeof grower, method: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await who.call(`/api/actuators/${channel}/lock-out`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  };
  const reason = { reason: '벨트 교체' };
  const isLocked = async () => (await store.db.selectFrom('lock_out').selectAll().execute()).length > 0;

  await ask(grower, 'POST', reason);
  // The name stands on the screen, so knowing it proves nothing.
  expect(await ask(writer, 'DELETE', { confirmName: 'grower' })).toMatchObject({
    status: 403,
    message: 'grower 님이 건 정비 잠금입니다. 그 사람이나 농장주만 풀 수 있습니다.',
  });
  expect(await isLocked()).toBe(true);
  expect((await ask(grower, 'DELETE', {})).status).toBe(200);

  await ask(writer, 'POST', reason);
  expect(await ask(grower, 'DELETE', {})).toMatchObject({ code: 'NAME_MISMATCH' });
  expect(await isLocked()).toBe(true);
  expect((await ask(grower, 'DELETE', { confirmName: 'writer' })).status).toBe(200);

  await ask(writer, 'POST', reason);
  expect((await ask(writer, 'DELETE', {})).status).toBe(200);
  expect(await isLocked()).toBe(false);
});

import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import type { Env } from '../../kernel/access/caller.ts';
import { createEncrypter } from '../../kernel/encrypt-at-rest.ts';
import { mountPush } from './push.ts';
import { findPushAddress, setPushAddress } from './push-link.ts';

const TRUE_TIME = Date.parse('2026-11-22T14:20:30+09:00');
const encrypter = createEncrypter('a secret of sixteen characters and more');

it('takes what a console sends at once after a clock that was ahead is set right', async () => {
  const store = await aStore();
  const farmId = await aFarm(store);
  let now = TRUE_TIME + HOUR_MS;
  await store.db.transaction().execute((trx) => setPushAddress(trx, farmId, { issuedAt: now, now }));
  const app = new Hono<Env>();
  mountPush(app, { store, encrypter, now: () => now });
  const { path } = await findPushAddress(store, encrypter, farmId);
  const push = async (at: number) => {
    const dateutc = new Date(at).toISOString().slice(0, 19).replace('T', '+');
    return (await app.request(`${path}?MAC=00%3A00%3A5E%3A00%3A53%3A01&dateutc=${dateutc}&tempf=50`)).status;
  };
  expect(await push(TRUE_TIME)).toBe(200);
  now += SECOND_MS;
  expect(await push(TRUE_TIME + SECOND_MS)).toBe(429);
  now = TRUE_TIME + MINUTE_MS;
  expect(await push(TRUE_TIME + MINUTE_MS)).toBe(200);
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { qualityProblems } from '#contract/quality/quality-text.ts';
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { addExclusion } from './commands.ts';

const RETENTION_DAYS = 10;

/** A farm with three exclusions: all, part and none of its span is older than the raw readings that are kept. */
async function aWorld() {
  const { store, url } = await aServer({ env: { RETENTION_RAW_DAYS: String(RETENTION_DAYS) } });
  const ownerId = await aUser(store, 'owner');
  const farmId = await aFarm(store, { ownerId });
  const { channels } = await aDevice(store, farmId);
  const channelIndex = channels.get('temperature') ?? 0;
  const owner = await signIn(url, 'owner');
  const now = Date.now();
  const old = now - (RETENTION_DAYS + 2) * DAY_MS;
  const add = (from: number, to: number | null) =>
    store.db
      .transaction()
      .execute((trx) =>
        addExclusion(trx, farmId, { channelIndex, from, to, reason: '점검' }, { userId: ownerId, at: from }),
      );
  const ids = { gone: await add(old, old + HOUR_MS), open: await add(old, null), young: await add(now - HOUR_MS, now) };
  const lift = async (id: number) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await owner.call(`/api/quality/exclusion/${id}`, { method: 'DELETE', headers });
    return { status: answer.status, body: await answer.json() };
  };
  const told = async (id: number) => {
    const { exclusions } = await (await owner.call(`/api/quality/${farmId}`)).json();
    return exclusions.find((one: { id: number }) => one.id === id);
  };
  return { ids, lift, told };
}

it('an exclusion none of whose raw readings are kept is not lifted, and said to be so before', async () => {
  const { ids, lift, told } = await aWorld();
  expect(await told(ids.gone)).toMatchObject({ lifted: null, isLiftable: false });
  expect(await lift(ids.gone)).toMatchObject({
    status: 409,
    body: { code: 'RESTORE_TOO_LATE', message: qualityProblems.gone },
  });
  expect(await told(ids.gone)).toMatchObject({ lifted: null });
});

it.each(['open', 'young'] as const)('one with raw readings left is lifted: %s', async (which) => {
  const { ids, lift, told } = await aWorld();
  expect(await told(ids[which])).toMatchObject({ lifted: null, isLiftable: true });
  expect(await lift(ids[which])).toMatchObject({ status: 200, body: { data: { isLiftable: false } } });
  expect(await told(ids[which])).toMatchObject({ lifted: { by: 'owner' }, isLiftable: false });
});

import 'fake-indexeddb/auto';
import { copyFileSync, cpSync, linkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { verifiedDrain } from '#src/offline/outbox/verified-drain.ts';
import { realTimers } from '#src/offline/timers.ts';
import { aWrite } from '../support/app/outbox-harness.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';
import { temporaryDir } from '../support/temporary.ts';

const uid = 'grower';
const files = ['onsil.db', 'onsil.db-wal', 'onsil.db-shm'];

/** The instance id in the answers of a server. */
async function instanceOf(url: string): Promise<string | null> {
  return (await fetch(`${url}/api/healthz`)).headers.get('x-instance');
}

/** Starts a server on the folder and signs the grower in; returns the calls of their phone. */
async function begin(dataDir: string) {
  const server = await aServer({ dataDir });
  const known = await server.store.db.selectFrom('user').select('id').where('login', '=', uid).execute();
  if (known.length === 0) await aUser(server.store, uid);
  const { token, call } = await signIn(server.url, uid);
  const instance = await instanceOf(server.url);
  const ask = (url: string, init: RequestInit) => fetch(server.url + url, init);
  const farms = async (): Promise<string[]> => {
    const found = await server.store.db.selectFrom('farm').select('name').orderBy('farm_id').execute();
    return found.map(({ name }) => name);
  };
  return { ...server, token, call, instance, ask, farms };
}

const aFarmCalled = (farmName: string) =>
  aWrite({ endpoint: 'POST /api/farms', path: '/api/farms', body: JSON.stringify({ farmName }) });

it('a phone sends again what a restored server lacks, under the old names and once, and hears of it', async () => {
  const dataDir = temporaryDir();
  const store = openOutbox(uid);
  const send = async ({ token, instance, ask }: Awaited<ReturnType<typeof begin>>) => {
    const { end } = await verifiedDrain(
      {
        uid,
        store,
        instance,
        fetch: ask,
        timers: realTimers,
        locks: undefined,
        now: Date.now,
        token: async () => token,
        renew: async () => null,
        random: () => 0.5,
        isStopped: () => false,
        onAttempt: () => {},
      },
      true,
    );
    expect(end).toBe('idle');
  };

  const first = await begin(dataDir);
  const early = await store.put(aFarmCalled('그제 적은 농장'));
  await send(first);
  await first.stop();
  const backup = temporaryDir();
  copyFileSync(path.join(dataDir, 'onsil.db'), path.join(backup, 'onsil.db'));

  const second = await begin(dataDir);
  // A restart alone does not change the instance.
  expect(second.instance).toBe(first.instance);
  const late = await store.put(aFarmCalled('어제 적은 농장'));
  await send(second);
  const lateReceipt = (await store.findDone(late.id))?.receipt;
  const lost = JSON.parse(lateReceipt?.body ?? '').data.index;
  await second.stop();

  for (const file of files) rmSync(path.join(dataDir, file), { force: true });
  copyFileSync(path.join(backup, 'onsil.db'), path.join(dataDir, 'onsil.db'));
  const third = await begin(dataDir);
  expect(third.instance).not.toBe(first.instance);
  expect(await third.farms()).toEqual(['그제 적은 농장']);
  const told = await (await third.call(`/api/receipts?keys=${early.id},${late.id}`)).json();
  expect(told).toEqual([{ key: early.id, status: 201 }]);

  await store.put(aFarmCalled('오늘 적은 농장'));
  await send(third);
  // In the order in which they were written, whatever was lost in between.
  expect(await third.farms()).toEqual(['그제 적은 농장', '어제 적은 농장', '오늘 적은 농장']);
  const again = await store.findDone(late.id);
  expect(again?.receipt).toMatchObject({ status: 201, isReplay: false });
  // The number of the lost farm is not given to another one.
  expect(JSON.parse(again?.receipt?.body ?? '').data.index).toBeGreaterThan(lost);
  expect(await store.instance()).toBe(third.instance);
  await send(third);
  expect(await third.farms()).toHaveLength(3);
  store.close();
});

it('a server that was killed is the same one; a folder put back as a whole, or without its mark, is not', async () => {
  const [dataDir, asKilled, whole] = [temporaryDir(), temporaryDir(), temporaryDir()];
  const file = (dir: string, name: string) => path.join(dir, name);
  const running = await aServer({ dataDir });
  const name = await instanceOf(running.url);
  for (const one of files) copyFileSync(file(dataDir, one), file(asKilled, one));
  // The original file and not a copy, because the server checks for copies.
  linkSync(file(dataDir, 'onsil.mark'), file(asKilled, 'onsil.mark'));
  await running.stop();
  const killed = await aServer({ dataDir: asKilled });
  expect(await instanceOf(killed.url)).toBe(name);
  await killed.stop();
  cpSync(asKilled, whole, { recursive: true });
  expect(await instanceOf((await aServer({ dataDir: whole })).url)).not.toBe(name);
  rmSync(file(asKilled, 'onsil.mark'));
  expect(await instanceOf((await aServer({ dataDir: asKilled })).url)).not.toBe(name);
});

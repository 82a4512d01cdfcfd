import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { aServer, aUser } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

/** A used data folder, and how its database is lost. */
async function aFolder(lose: (file: string) => void) {
  const dataDir = temporaryDir();
  const { store, stop } = await aServer({ dataDir });
  await aUser(store, 'grower');
  await stop();
  const file = path.join(dataDir, 'onsil.db');
  for (const rest of ['-wal', '-shm']) rmSync(file + rest, { force: true });
  lose(file);
  return { dataDir, file };
}

it.each([
  ['is gone', (file: string) => rmSync(file)],
  ['is empty', (file: string) => writeFileSync(file, '')],
])('a server whose database %s does not begin a new one, unless it is told to', async (_, lose) => {
  const { dataDir, file } = await aFolder(lose);
  const wasThere = existsSync(file);
  const said: string[] = [];
  const start = (env: Record<string, string> = {}) => aServer({ dataDir, env, say: (line) => said.push(line) });
  const refused = await start().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(refused).toMatchObject({
    message: `${file} is missing or empty although ${dataDir} has been in use: put it back from a backup, or set INIT=1 to begin an empty installation.`,
  });
  expect(existsSync(file)).toBe(wasThere);
  expect(said).toEqual([]);

  const { url } = await start({ INIT: '1' });
  expect((await fetch(`${url}/api/healthz`)).status).toBe(200);
  expect(said).toHaveLength(1);
});

it.each([
  ['damaged in its middle', (file: string) => overwrite(file, 4_096 * 3)],
  ['overwritten from its beginning', (file: string) => overwrite(file, 0)],
])('a server whose database was %s says so in a sentence, and leaves it', async (_, damage) => {
  const { dataDir, file } = await aFolder(damage);
  const before = readFileSync(file);
  const refused = await aServer({ dataDir }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(refused).toMatchObject({
    message: `${file} is damaged: put it back from a backup. Nothing of it was changed.`,
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('a server whose database is removed while it runs acknowledges nothing more', async () => {
  const dataDir = temporaryDir();
  const { store, url } = await aServer({ dataDir });
  const ownerId = await aUser(store, 'grower');
  const { key } = await aDevice(store, await aFarm(store, { ownerId }));
  const send = () =>
    fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ sensor: 'temperature', at: Date.now(), value: 20 }] }),
    });
  expect((await send()).status).toBe(200);
  const file = path.join(dataDir, 'onsil.db');
  renameSync(file, `${file}.elsewhere`);
  expect((await send()).status).toBe(500);
  expect((await fetch(`${url}/api/healthz`)).status).toBe(500);
  renameSync(`${file}.elsewhere`, file);
  expect((await send()).status).toBe(200);
});

/** Overwrites sixteen pages with nonsense. */
function overwrite(file: string, from: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, new Uint8Array(16 * 4_096).fill(0xa5), 0, 16 * 4_096, from);
  closeSync(handle);
}

it('INIT=1 leaves a database alone that is there', async () => {
  const { dataDir } = await aFolder(() => {});
  const { store } = await aServer({ dataDir, env: { INIT: '1' } });
  const users = await store.db.selectFrom('user').select('login').orderBy('login').execute();
  expect(users.map(({ login }) => login)).toEqual(['admin', 'grower']);
});

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { aServer, aUser } from '../support/server.ts';
import { temporaryDir } from '../support/temporary.ts';

/** A folder whose installation has been in use, and what becomes of its database. */
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

it('INIT=1 leaves a database alone that is there', async () => {
  const { dataDir } = await aFolder(() => {});
  const { store } = await aServer({ dataDir, env: { INIT: '1' } });
  const users = await store.db.selectFrom('user').select('login').orderBy('login').execute();
  expect(users.map(({ login }) => login)).toEqual(['admin', 'grower']);
});

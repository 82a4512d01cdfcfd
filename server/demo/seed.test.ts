import { pino } from 'pino';
import { expect, it } from 'vitest';
import { aStore, temporaryDir } from '../../tests/support/temporary.ts';
import { createUser } from '../auth/account/users.ts';
import { ConfigError } from '../config.ts';
import { seedDemo } from './seed.ts';

it('brings no account with a known password to where somebody works already', async () => {
  const store = await aStore();
  const own = { login: 'owner', name: 'owner', password: 'a password of their own', isNew: false } as const;
  await createUser(store, { ...own, authority: 'ROLE_ADMINISTER' });
  const passwords = { admin: 'a', grower: 'b', family: 'c' };
  const said: string[] = [];
  const options = { passwords, dataDir: temporaryDir(), log: pino({ level: 'silent' }), now: Date.UTC(2026, 10, 20) };
  await expect(seedDemo(store, { ...options, say: (line) => said.push(line) })).rejects.toThrow(ConfigError);
  expect(said).toEqual([]);
  expect(await store.db.selectFrom('user').select('login').execute()).toEqual([{ login: 'owner' }]);
  expect(await store.db.selectFrom('farm').selectAll().execute()).toEqual([]);
});

import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { createUser } from '#server/auth/account/users.ts';
import { openStore } from '#server/db/open.ts';
import { writeSetting } from '#server/db/setting.ts';
import { demo } from '#server/demo/demo.ts';
import { demoUsers } from '#server/demo/farms.ts';
import { askAs } from '../support/server/raw-request.ts';
import { aServer, noDemo, signIn, type TestServer } from '../support/server/server.ts';
import { placeOf } from '../support/store/test-database.ts';
import { temporaryDir } from '../support/temporary.ts';

/** A data folder of this machine's demonstration, without its four million readings. */
async function aDemonstration(): Promise<string> {
  const dataDir = temporaryDir();
  const store = await openStore(await placeOf(path.join(dataDir, 'onsil.db')));
  for (const login of demoUsers) {
    const authority = login === 'admin' ? 'ROLE_ADMINISTER' : 'ROLE_USER';
    await createUser(store, { login, name: login, password: DEMO_PASSWORD, authority, isNew: false, isDemo: true });
  }
  await writeSetting(store, 'demo.seeded', new Date().toISOString());
  await store.close();
  return dataDir;
}

/** Starts like main.ts, without the simulation; `said` is the output at the terminal. */
async function start(dataDir: string, env: Record<string, string>): Promise<{ server: TestServer; said: string[] }> {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const server = await aServer({ dataDir, env, say, demo: { ...noDemo, prepare: demo.prepare } });
  return { server, said };
}

const PUBLIC = { DEMO: '1', PUBLIC_URL: 'https://farm.example' };
const passwordIn = (said: readonly string[], user: string) =>
  new RegExp(`^Password of ${user}: (\\S+)$`, 'm').exec(said.join('\n'))?.[1] ?? '';
const siteOf = async ({ url }: TestServer) => (await fetch(`${url}/api/site`)).json();
const opens = ({ url }: TestServer, user: string, password: string) =>
  signIn(url, user, password).then(
    () => true,
    () => false,
  );

describe('the demonstration on this machine', () => {
  it('has the password that the sign-in page shows', async () => {
    const { server, said } = await start(await aDemonstration(), { DEMO: '1' });
    expect(await siteOf(server)).toMatchObject({ isDemo: true, demoPassword: DEMO_PASSWORD });
    expect(said.join('\n')).toContain(DEMO_PASSWORD);
    for (const user of demoUsers) expect(await opens(server, user, DEMO_PASSWORD)).toBe(true);
  });

  it.each(['/', '/api/site', '/api/auth/csrf', '/api/farms'])('answers %s to its own names only', async (at) => {
    const { server } = await start(await aDemonstration(), { DEMO: '1' });
    const statusFor = async (host: string) => (await askAs(server.url + at, { host })).status;
    const usual = await statusFor(`127.0.0.1:${server.port}`);
    expect(usual).not.toBe(421);
    for (const host of ['localhost', `localhost:${server.port}`, `[::1]:${server.port}`, 'LOCALHOST'])
      expect(await statusFor(host), host).toBe(usual);
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.0.7'])
      expect(await statusFor(host), host).toBe(421);
  });

  it('says to whoever comes by another name how to open it', async () => {
    const { server } = await start(await aDemonstration(), { DEMO: '1' });
    const page = await askAs(`${server.url}/`, { host: 'onsil.home' });
    expect(page.body).toContain('localhost 주소로만 열립니다.');
    expect(page.body).toContain('PUBLIC_URL');
    const call = await askAs(`${server.url}/api/site`, { host: 'onsil.home' });
    expect(JSON.parse(call.body)).toMatchObject({ code: 'HOST_REFUSED', status: 421 });
  });
});

describe('a demonstration that others can reach', () => {
  it('does not start, and is not removed, before somebody says which', async () => {
    const dataDir = await aDemonstration();
    const exposures: Record<string, string>[] = [
      { PUBLIC_URL: 'https://farm.example' },
      { TRUST_PROXY: '1' },
      { HOST: '0.0.0.0' },
      { TLS_CERT: 'c', TLS_KEY: 'k' },
    ];
    for (const exposing of exposures) {
      await expect(start(dataDir, { DEMO: '', ...exposing })).rejects.toThrow('set DEMO=1 to keep it');
    }
    const { server } = await start(dataDir, { DEMO: '1' });
    expect(await opens(server, 'grower', DEMO_PASSWORD)).toBe(true);
  });

  it('has passwords of its own, said once, and the known one opens nothing', async () => {
    const { server, said } = await start(await aDemonstration(), PUBLIC);
    expect(await siteOf(server)).toEqual({ isDemo: true, operator: {} });
    expect(said.join('\n')).not.toContain(DEMO_PASSWORD);
    for (const user of demoUsers) {
      expect(await opens(server, user, DEMO_PASSWORD)).toBe(false);
      expect(passwordIn(said, user)).toMatch(/^[\w-]{16}$/);
      expect(await opens(server, user, passwordIn(said, user))).toBe(true);
    }
    expect(new Set(demoUsers.map((user) => passwordIn(said, user))).size).toBe(3);
  });

  it('keeps them over a restart in a file for its owner alone, and nowhere else', async () => {
    const dataDir = await aDemonstration();
    const first = await start(dataDir, PUBLIC);
    const password = passwordIn(first.said, 'grower');
    await first.server.stop();
    const second = await start(dataDir, PUBLIC);
    expect(second.said.join('\n')).not.toContain(password);
    expect(await opens(second.server, 'grower', password)).toBe(true);
    const holding = readdirSync(dataDir).filter((name) =>
      readFileSync(path.join(dataDir, name), 'latin1').includes(password),
    );
    expect(holding).toEqual(['demo-passwords']);
    expect(statSync(path.join(dataDir, 'demo-passwords')).mode & 0o777).toBe(0o600);
  });

  it('makes new ones when the file is gone, and ends what the old ones had opened', async () => {
    const dataDir = await aDemonstration();
    const first = await start(dataDir, PUBLIC);
    const before = passwordIn(first.said, 'admin');
    const session = await signIn(first.server.url, 'admin', before);
    await first.server.stop();
    rmSync(path.join(dataDir, 'demo-passwords'));
    const { server, said } = await start(dataDir, PUBLIC);
    expect(await opens(server, 'admin', before)).toBe(false);
    expect(await opens(server, 'admin', passwordIn(said, 'admin'))).toBe(true);
    const kept = await fetch(`${server.url}/api/farms`, { headers: { authorization: `Bearer ${session.token}` } });
    await kept.text();
    expect(kept.status).toBe(401);
  });

  it('goes with its accounts and its passwords when DEMO=0 says so', async () => {
    const dataDir = await aDemonstration();
    await (await start(dataDir, PUBLIC)).server.stop();
    const { server, said } = await start(dataDir, { ...PUBLIC, DEMO: '0' });
    expect(existsSync(path.join(dataDir, 'demo-passwords'))).toBe(false);
    expect(await siteOf(server)).toEqual({ isDemo: false, operator: {} });
    expect(await server.store.db.selectFrom('user').select('login').where('is_demo', '=', 1).execute()).toEqual([]);
    expect(said.join('\n')).toContain('admin');
  });
});

describe('a new installation that others can reach', () => {
  it('is a real one unless somebody asks for the demonstration', async () => {
    const { server, said } = await start(temporaryDir(), { DEMO: '', PUBLIC_URL: 'https://farm.example' });
    expect(await siteOf(server)).toMatchObject({ isDemo: false });
    expect(said.join('\n')).toContain('DEMO=1');
    const users = await server.store.db.selectFrom('user').select(['login', 'is_demo']).execute();
    expect(users).toEqual([{ login: 'admin', is_demo: 0 }]);
    expect(await opens(server, 'admin', DEMO_PASSWORD)).toBe(false);
  });
});

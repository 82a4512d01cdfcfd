import path from 'node:path';
import { type Logger, pino } from 'pino';
import type { UserAuthority } from '#contract/user/auth.ts';
import { createUser } from '#server/auth/account/users.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Store } from '#server/db/open.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { type Demo, type RunningServer, startServer } from '#server/server.ts';
import { onCleanup } from '../on-cleanup.ts';
import { databaseEnv } from '../store/test-database.ts';
import { temporaryDir } from '../temporary.ts';

/** No demonstration, because tests create their own data. */
export const noDemo: Demo = { prepare: async () => {}, live: () => async () => {}, weather: simulatedWeather };

export const PASSWORD = 'a long enough test password';

export type TestServer = RunningServer & { url: string; config: Config };

/** A real server on a real socket with an empty database, stopped after the test. */
export async function aServer({
  env = {},
  dataDir = temporaryDir(),
  log = pino({ level: 'silent' }),
  say = () => {},
  demo = noDemo,
  sockets,
  now,
}: {
  env?: Record<string, string>;
  dataDir?: string;
  log?: Logger;
  say?: (line: string) => void;
  demo?: Demo;
  sockets?: Parameters<typeof startServer>[0]['sockets'];
  /** Wall clock and monotonic clock. */
  now?(): number;
} = {}): Promise<TestServer> {
  const config = readConfig({
    HOST: '127.0.0.1',
    DEMO: '0',
    DATA_DIR: dataDir,
    ...(await databaseEnv(path.join(dataDir, 'onsil.db'))),
    ...env,
  });
  const server = await startServer({
    config: { ...config, port: 0 },
    log,
    build: 'test',
    demo,
    say,
    ...(sockets && { sockets }),
    ...(now && { now, monotonic: now }),
  });
  onCleanup(() => server.stop());
  return { ...server, config, url: `http://127.0.0.1:${server.port}` };
}

export async function aUser(
  store: Store,
  login: string,
  {
    authority = 'ROLE_USER',
    isNew = false,
    isOneTime = false,
  }: { authority?: UserAuthority; isNew?: boolean; isOneTime?: boolean } = {},
): Promise<number> {
  return createUser(store, { login, name: login, password: PASSWORD, authority, isNew, isOneTime });
}

export type SignedIn = {
  token: string;
  /** Names of the cookies that the server has set. */
  cookies: readonly string[];
  /** An API call with this user's token. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Asks for the session with the browser's cookies, which extends it. */
  session(): Promise<Response>;
  /** Ends the session on the server; the token is kept. */
  signOut(): Promise<void>;
};

/** Signs in as a browser does, with cookies and CSRF token. */
export async function signIn(
  url: string,
  login: string,
  password = PASSWORD,
  fetch = globalThis.fetch,
): Promise<SignedIn> {
  const jar = new Map<string, string>();
  const go = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url + path, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const { csrfToken } = await (await go('/api/auth/csrf')).json();
    return go(path, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }) });
  };
  const answer = await post('/api/auth/callback/credentials', { username: login, password });
  if (answer.status !== 200)
    throw new Error(`signing in as ${login} answered ${answer.status}: ${await answer.text()}`);
  const { jwtToken } = await (await go('/api/auth/session')).json();
  if (typeof jwtToken !== 'string') throw new Error(`no session for ${login}`);
  return {
    token: jwtToken,
    cookies: [...jar.keys()],
    call: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${jwtToken}` } }),
    session: () => go('/api/auth/session'),
    signOut: async () => void (await post('/api/auth/signout', {})),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { createUser, type NewUser } from '#server/auth/account/users.ts';
import { type Auth, createAuth } from '#server/auth/auth.ts';
import { createClientLog } from '#server/auth/next-auth/client-log.ts';
import type { AuthOptions } from '#server/auth/next-auth/options.ts';
import { mountAuthRoutes } from '#server/auth/next-auth/routes.ts';
import { createTokens } from '#server/auth/session/token.ts';
import { readConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { answerError } from '#server/http/on-error.ts';
import type { Env } from '#server/kernel/access/caller.ts';
import { placeOf } from '../store/test-database.ts';

/** The real routes on a real database file, with a stopped clock and a log that is kept in memory. */
export type Testbed = {
  app: Hono<Env>;
  auth: Auth;
  store: Store;
  clock: { now: number };
  /** Every line logged so far, as written. */
  logged: string[];
  /** The pauses that the server asked for, ms; they take no time here. */
  paused: number[];
  aUser(user?: Partial<NewUser>): Promise<number>;
  close(): Promise<void>;
};

export const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'a long enough password';

export async function openTestbed(
  given: { env?: Record<string, string>; secret?: string; options?: Partial<AuthOptions> } = {},
): Promise<Testbed> {
  const dir = mkdtempSync(path.join(tmpdir(), 'onsil-auth-'));
  const store = await openStore(await placeOf(path.join(dir, 'onsil.db')));
  const clock = { now: Date.UTC(2025, 0, 15, 3, 0, 0) };
  const now = () => clock.now;
  const logged: string[] = [];
  const paused: number[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) });
  const config = readConfig({ DEMO: '0', ...given.env });
  const secret = given.secret ?? 'test-secret-please-change';
  const auth = createAuth({ store, config, secret, log, now, pause: async (ms) => paused.push(ms) });

  const app = new Hono<Env>();
  app.onError((error, c) => answerError(error, c, log));
  app.use('*', async (c, next) => {
    c.set('requestId', 'r1');
    await next();
  });
  if (given.options) {
    const options: AuthOptions = {
      secret,
      session: { strategy: 'jwt' },
      providers: [{ type: 'credentials', id: 'credentials', name: 'Credentials', authorize: async () => undefined }],
      signIn: async () => true,
      ...given.options,
    };
    const { sessions } = auth;
    const tokens = createTokens(secret, sessions, now);
    mountAuthRoutes(app, { options, config, store, sessions, tokens, log, clientLog: createClientLog(log, now) });
  } else {
    auth.mount(app);
  }

  return {
    app,
    auth,
    store,
    clock,
    logged,
    paused,
    aUser: (user) =>
      createUser(
        store,
        {
          login: 'grower',
          name: 'Hong Gildong',
          email: 'a@example.com',
          password: PASSWORD,
          authority: 'ROLE_USER',
          isNew: false,
          ...user,
        },
        clock.now,
      ),
    async close() {
      await store.close();
      rmSync(dir, { recursive: true });
    },
  };
}

type PostOptions = { as?: 'form' | 'json'; headers?: Record<string, string>; address?: string };

/** A browser with one cookie jar in front of the testbed. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: Hono<Env>;
  readonly #origin: string;

  constructor({ app }: Pick<Testbed, 'app'>, origin = ORIGIN) {
    this.#app = app;
    this.#origin = origin;
  }

  async send(target: string, init: RequestInit = {}, address = '127.0.0.1'): Promise<Response> {
    const headers = new Headers(init.headers);
    const jar = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (jar) headers.set('cookie', jar);
    const socket = { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' };
    const response = await this.#app.request(
      `${this.#origin}/api/auth${target}`,
      { ...init, headers },
      {
        incoming: { socket },
      },
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/; Max-Age=0(;|$)/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return response;
  }

  get(target: string): Promise<Response> {
    return this.send(target);
  }

  async csrfToken(): Promise<string> {
    const response = await this.get('/csrf');
    return z.object({ csrfToken: z.string() }).parse(await response.json()).csrfToken;
  }

  post(
    target: string,
    fields: Record<string, unknown>,
    { as = 'form', headers, address }: PostOptions = {},
  ): Promise<Response> {
    const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
    const [type, body] =
      as === 'json'
        ? ['application/json', JSON.stringify(fields)]
        : ['application/x-www-form-urlencoded', new URLSearchParams(pairs).toString()];
    return this.send(target, { method: 'POST', body, headers: { 'content-type': type, ...headers } }, address);
  }

  /** Like the next-auth client: csrf first, then the credentials, asking for JSON. */
  async signIn(fields: Record<string, unknown> = {}, address?: string): Promise<Response> {
    const csrfToken = await this.csrfToken();
    const sent = { username: 'grower', password: PASSWORD, csrfToken, json: 'true', ...fields };
    return this.post('/callback/credentials', sent, address === undefined ? {} : { address });
  }

  async session(): Promise<Record<string, unknown>> {
    const response = await this.get('/session');
    return z.record(z.string(), z.unknown()).parse(await response.json());
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { CREDENTIALS_PROVIDER } from '#contract/user/auth.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/open.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { createClientLog } from './next-auth/client-log.ts';
import type { AuthOptions } from './next-auth/options.ts';
import { mountAuthRoutes } from './next-auth/routes.ts';
import { createSessions, type Sessions } from './session/sessions.ts';
import { createTokens } from './session/token.ts';
import { type AttemptMemory, createAttemptMemory } from './sign-in/attempt-memory.ts';
import { createAuthorize } from './sign-in/authorize.ts';
import { createKnownBrowsers } from './sign-in/known-browser.ts';

type AuthDeps = {
  store: Store;
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'tls'>;
  secret: string;
  log: Logger;
  now(): number;
  pause?(ms: number): Promise<unknown>;
};

export type Auth = {
  /** Mounts all routes below /api/auth. */
  mount(app: Hono<Env>): void;
  /** The caller of a product token, with their current data from the database; undefined for an invalid token. */
  callerOf(token: string | undefined): Promise<Caller | undefined>;
  /** Whether the caller's session is still valid and unchanged. Streams ask, because they outlive their first check. */
  stillSignedIn(caller: Caller): Promise<boolean>;
  sessions: Sessions;
  /** Counts what must not be tried too often. */
  attempts: AttemptMemory;
  /** Calls the listener with the sid of every session that ends; returns how to unsubscribe. */
  onSessionEnded(listener: (sid: string) => void): () => void;
};

/** Sets up authentication: sign-in, sessions and product tokens. */
export function createAuth({ store, config, secret, log, now, pause = sleep }: AuthDeps): Auth {
  const sessions = createSessions(store, now);
  const tokens = createTokens(secret, sessions, now);
  const attempts = createAttemptMemory(store, secret);
  const authorize = createAuthorize({ store, attempts, browsers: createKnownBrowsers(secret, now), now, pause });
  const options: AuthOptions = {
    secret,
    session: { strategy: 'jwt' },
    providers: [{ type: 'credentials', id: CREDENTIALS_PROVIDER, name: 'Credentials', authorize }],
    signIn: async ({ isEnabled }) => isEnabled,
  };
  const clientLog = createClientLog(log, now);
  return {
    mount: (app) => mountAuthRoutes(app, { options, config, store, sessions, tokens, log, clientLog }),
    callerOf: tokens.callerOf,
    async stillSignedIn({ sid, userId, authority }) {
      await store.catchUp();
      const session = await sessions.find(sid);
      return session?.userId === userId && session.authority === authority;
    },
    sessions,
    attempts,
    onSessionEnded: sessions.onEnded,
  };
}

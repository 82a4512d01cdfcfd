import { Hono } from 'hono';
import type { Session } from '#contract/user/auth.ts';

export type V4Server = {
  fetch: typeof fetch;
  /** The present faults of the server. */
  trouble: { isDown?: boolean; stalls?: boolean; isPortal?: boolean; providers?: unknown; refusesCsrf?: number };
  /** Requests such as `GET session`, in order. */
  asked: string[];
  /** Ends every session, as the server does after a change of password. */
  endSessions(): void;
  hasSession(): boolean;
  signInAs(userId: string): void;
};

const ORIGIN = 'http://farm.test';

function sessionOf(userId: string, issued: number): Session {
  return {
    user: { name: `이름 ${userId}` },
    expires: '2026-11-21T13:00:00.000Z',
    jwtToken: `token-${userId}-${issued}`,
    userId,
    userAuthority: 'ROLE_USER',
    isNew: false,
    urlMap: {},
  };
}

/** A server that speaks the next-auth v4 format, for one browser with its cookies. */
export function v4Server(): V4Server {
  const app = new Hono().basePath('/api/auth');
  const trouble: V4Server['trouble'] = {};
  const asked: string[] = [];
  let cookie: { csrf?: string; user?: string } = {};
  let issued = 0;
  let csrfs = 0;

  app.use('*', async (c, next) => {
    await next();
    c.header('X-Api', '1');
  });
  app.get('/providers', (c) =>
    c.json(
      'providers' in trouble
        ? (trouble.providers as object)
        : { credentials: { id: 'credentials', name: 'Credentials', type: 'credentials' } },
    ),
  );
  app.get('/csrf', (c) => {
    cookie.csrf ??= `csrf-${++csrfs}`;
    return c.json({ csrfToken: cookie.csrf });
  });
  app.get('/session', (c) => c.json(cookie.user === undefined ? {} : sessionOf(cookie.user, ++issued)));
  app.post('/session', async (c) => {
    const { csrfToken } = await c.req.json();
    if (csrfToken !== cookie.csrf) return c.json({}, 400);
    return c.json(cookie.user === undefined ? {} : { ...sessionOf(cookie.user, ++issued), isNew: true });
  });
  app.post('/callback/credentials', async (c) => {
    const fields = await c.req.parseBody();
    if (!isVerified(fields)) return c.json({ url: `${ORIGIN}/api/auth/signin?csrf=true` });
    if (fields.password === 'on a full disk') return c.json({ code: 'STORAGE_FULL', status: 503 }, 503);
    if (fields.password === 'locked') return c.json({ url: `${ORIGIN}/api/auth/error?error=%EC%9E%A0%EA%B8%88` }, 401);
    if (fields.password !== 'right') {
      return c.json({ url: `${ORIGIN}/api/auth/error?error=CredentialsSignin&provider=credentials` }, 401);
    }
    cookie.user = String(fields.username);
    return c.json({ url: new URL(String(fields.callbackUrl), ORIGIN).href });
  });
  app.post('/signout', async (c) => {
    const fields = await c.req.parseBody();
    if (!isVerified(fields)) return c.json({ url: `${ORIGIN}/api/auth/signout?csrf=true` });
    delete cookie.user;
    return c.json({ url: new URL(String(fields.callbackUrl), ORIGIN).href });
  });

  function isVerified({ csrfToken, json }: Record<string, unknown>): boolean {
    if (json !== 'true') throw new Error('the protocol wants json=true as a string');
    if ((trouble.refusesCsrf ?? 0) > 0) {
      trouble.refusesCsrf = (trouble.refusesCsrf ?? 0) - 1;
      cookie = { ...cookie, csrf: `csrf-${++csrfs}` };
      return false;
    }
    return csrfToken === cookie.csrf;
  }

  return {
    trouble,
    asked,
    endSessions: () => {
      delete cookie.user;
    },
    hasSession: () => cookie.user !== undefined,
    signInAs: (userId) => {
      cookie.user = userId;
    },
    async fetch(input, init) {
      const url = new URL(String(input), ORIGIN);
      asked.push(`${init?.method ?? 'GET'} ${url.pathname.replace('/api/auth/', '')}`);
      if (trouble.isDown) throw new TypeError('Failed to fetch');
      if (trouble.stalls) {
        await new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      }
      if (trouble.isPortal) return new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
      // Hono's request has its own class, and the browser's redirect rules do not apply to it.
      const { method, headers, body } = init ?? {};
      return app.request(url.href, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) });
    },
  };
}

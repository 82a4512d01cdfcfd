import { redirect } from '@tanstack/react-router';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import type { Client } from '#src/api/client.ts';
import { settledSession } from '#src/api/session/session.ts';
import type { Ended } from '#src/api/session/session-types.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page may be read before signing in. */
    isPublic?: true;
  }
}

/** Where somebody without a session goes from `href`, and what the sign-in page says of it. */
export function signInFrom(href: string, ended: Ended | null) {
  // Who signed out is not asked why, and whoever comes next does not begin on that page.
  if (ended === 'signed-out') return { to: SIGN_IN_PATH, replace: true } as const;
  const error = ended === 'timer' ? 'TimedOut' : 'SessionRequired';
  return { to: SIGN_IN_PATH, search: { error, callbackUrl: href }, replace: true } as const;
}

type Arriving = { context: { client: Client }; location: { href: string } };

/** Guard of everything that needs signing in: nothing of such a page is fetched before somebody is. */
export async function requireSession({ context: { client }, location: { href } }: Arriving): Promise<void> {
  const { status, ended } = await settledSession(client.session);
  if (status === 'unauthenticated') throw redirect(signInFrom(href, ended));
}

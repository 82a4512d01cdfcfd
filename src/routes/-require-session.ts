import { redirect } from '@tanstack/react-router';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import type { Client } from '#src/api/client.ts';
import { settledSession } from '#src/api/session/session.ts';
import type { Ended } from '#src/api/session/session-types.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is readable without signing in. */
    isPublic?: true;
  }
}

const errors = { timer: 'TimedOut', idle: 'LeftAlone', expired: null } as const;

/** The redirect to the sign-in page from `href`, with the reason to show there. */
export function signInFrom(href: string, ended: Ended | null) {
  // After signing out no reason is shown, and the next user does not start on that page.
  if (ended === 'signed-out') return { to: SIGN_IN_PATH, replace: true } as const;
  const error = (ended && errors[ended]) ?? 'SessionRequired';
  return { to: SIGN_IN_PATH, search: { error, callbackUrl: href }, replace: true } as const;
}

type Arriving = { context: { client: Client }; location: { href: string } };

/** Guards pages that need a session: nothing of them is fetched before sign-in. */
export async function requireSession({ context: { client }, location: { href } }: Arriving): Promise<void> {
  const { status, ended } = await settledSession(client.session);
  if (status === 'unauthenticated') throw redirect(signInFrom(href, ended));
}

import { createFileRoute, Outlet, retainSearchParams, useMatches } from '@tanstack/react-router';
import { settledSession, useSession } from '#src/api/session/session.ts';
import { PublicPage } from '#src/features/shell/public-page.tsx';
import { readShell } from '../-first-reads.ts';
import { requireSession } from '../-require-session.ts';
import { SignedInShell } from '../-signed-in-shell.tsx';

/**
 * Search parameters of every page below: the farm, so that it survives a reload and can be shared, and the open
 * dialog: the weather ('today' or a Seoul day) or the growth calendar (its query).
 */
export type FarmSearch = { farm?: number; weather?: string; calendar?: string };

export const Route = createFileRoute('/cms')({
  validateSearch: ({ farm, weather, calendar }: Record<string, unknown>): FarmSearch => ({
    ...(typeof farm === 'number' && Number.isInteger(farm) && { farm }),
    ...(typeof weather === 'string' && { weather }),
    ...(typeof calendar === 'string' && { calendar }),
  }),
  // The chosen farm stays when the user moves to another page.
  search: { middlewares: [retainSearchParams(['farm'])] },
  async beforeLoad({ context, location, matches }) {
    if (matches.some(({ staticData }) => staticData.isPublic)) await settledSession(context.client.session);
    else await requireSession({ context, location });
  },
  loader: readShell,
  component: Cms,
});

/** Policy and terms are readable without a session, and before a one-time password is changed. */
function Cms() {
  const { status, data: session } = useSession();
  const hasShell = status !== 'unauthenticated' && !session?.mustChangePassword;
  const isPublic = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isPublic) });
  if (!isPublic || hasShell) return <SignedInShell />;
  return (
    <PublicPage>
      <Outlet />
    </PublicPage>
  );
}

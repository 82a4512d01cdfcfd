import { createFileRoute, Outlet, retainSearchParams, useMatches } from '@tanstack/react-router';
import { settledSession, useSession } from '#src/api/session/session.ts';
import { PublicPage } from '#src/features/shell/public-page.tsx';
import { readFrame } from '../-first-reads.ts';
import { requireSession } from '../-require-session.ts';
import { SignedInShell } from '../-signed-in-shell.tsx';

/**
 * The farm of every page below stands in the address, so that it survives a reload and can be shared; so does what
 * lies over a page: the weather, as 'today' or a Seoul day, and the growth calendar, as what was queried in it.
 */
export type FarmSearch = { farm?: number; weather?: string; calendar?: string };

export const Route = createFileRoute('/cms')({
  validateSearch: ({ farm, weather, calendar }: Record<string, unknown>): FarmSearch => ({
    ...(typeof farm === 'number' && Number.isInteger(farm) && { farm }),
    ...(typeof weather === 'string' && { weather }),
    ...(typeof calendar === 'string' && { calendar }),
  }),
  // Whoever looks at one farm and goes to another page means the same farm.
  search: { middlewares: [retainSearchParams(['farm'])] },
  async beforeLoad({ context, location, matches }) {
    if (matches.some(({ staticData }) => staticData.isPublic)) await settledSession(context.client.session);
    else await requireSession({ context, location });
  },
  loader: readFrame,
  component: Cms,
});

/** Policy and terms can be read by whoever has not signed in yet, or has a password to choose first. */
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

import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { readFrame } from '../-first-reads.ts';
import { requireSession } from '../-require-session.ts';
import { SignedInShell } from '../-signed-in-shell.tsx';

/**
 * The farm of every page below stands in the address, so that it survives a reload and can be shared; so does the
 * weather over a page, as 'today' or a Seoul day.
 */
export type FarmSearch = { farm?: number; weather?: string };

export const Route = createFileRoute('/cms')({
  validateSearch: ({ farm, weather }: Record<string, unknown>): FarmSearch => ({
    ...(typeof farm === 'number' && Number.isInteger(farm) && { farm }),
    ...(typeof weather === 'string' && { weather }),
  }),
  // Whoever looks at one farm and goes to another page means the same farm.
  search: { middlewares: [retainSearchParams(['farm'])] },
  beforeLoad: requireSession,
  loader: readFrame,
  component: SignedInShell,
});

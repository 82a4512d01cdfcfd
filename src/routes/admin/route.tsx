import { createFileRoute } from '@tanstack/react-router';
import { readShell } from '../-first-reads.ts';
import { requireSession } from '../-require-session.ts';
import { SignedInShell } from '../-signed-in-shell.tsx';

export const Route = createFileRoute('/admin')({
  beforeLoad: requireSession,
  loader: readShell,
  component: SignedInShell,
});

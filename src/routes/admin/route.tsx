import { createFileRoute } from '@tanstack/react-router';
import { readFrame } from '../-first-reads.ts';
import { requireSession } from '../-require-session.ts';
import { SignedInShell } from '../-signed-in-shell.tsx';

export const Route = createFileRoute('/admin')({
  beforeLoad: requireSession,
  loader: readFrame,
  component: SignedInShell,
});

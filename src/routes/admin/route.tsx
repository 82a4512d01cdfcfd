import { createFileRoute } from '@tanstack/react-router';
import { SignedInShell } from '../-signed-in-shell.tsx';

export const Route = createFileRoute('/admin')({ component: SignedInShell });

import { requiredContext } from '#src/lib/required-context.ts';
import type { Outbox } from './outbox.ts';

/** Loads the outbox of this page; null when its files cannot be had just now. */
export type LoadOutbox = () => Promise<Outbox | null>;

export const [OutboxContext, useLoadOutbox] = requiredContext<LoadOutbox>('Outbox');

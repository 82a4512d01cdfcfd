import { pino } from 'pino';
import type { Store } from '#server/db/open.ts';
import { createGate, type Gate, type GateOptions } from '#server/ingest/accept.ts';

/** The gate before a store, with what the server gives it unless the test says otherwise. */
export function aGate(store: Store, options: Partial<GateOptions> = {}): Gate {
  return createGate(store, {
    now: Date.now,
    rawRetentionDays: 400,
    onCommitted: () => {},
    log: pino({ level: 'silent' }),
    ...options,
  });
}

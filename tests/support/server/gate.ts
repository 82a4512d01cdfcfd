import { pino } from 'pino';
import type { Store } from '#server/db/open.ts';
import { createGate, type Gate, type GateOptions } from '#server/ingest/accept.ts';

/** The ingest gate of a store, with the server's defaults unless given otherwise. */
export function aGate(store: Store, options: Partial<GateOptions> = {}): Gate {
  return createGate(store, {
    now: Date.now,
    rawRetentionDays: 400,
    onCommitted: () => {},
    log: pino({ level: 'silent' }),
    ...options,
  });
}

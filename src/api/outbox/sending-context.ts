import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import type { LinkedWrite } from './new-entry.ts';

/** What a form sends besides its own fields: its photos. */
export type LinkedParts = {
  /** Resolves once all of it is ready to send. */
  ready(): Promise<void>;
  writes(): readonly LinkedWrite[];
  /** Called when the writes are in the outbox, or were sent from it already. */
  onPutIn(writes: readonly LinkedWrite[]): void;
};

/** Combines several into one. */
export function combineLinked(parts: readonly LinkedParts[]): LinkedParts {
  return {
    async ready() {
      await Promise.all(parts.map((part) => part.ready()));
    },
    writes: () => parts.flatMap((part) => part.writes()),
    onPutIn(writes) {
      for (const part of parts) part.onPutIn(writes);
    },
  };
}

/** A form that is being sent. */
type Sending = { origin: EntryOrigin; beside: LinkedParts | undefined };

let open: Sending | null = null;

/** Runs `send`; writes frozen during it are linked to their form and to what is sent with it. */
export function whileSending<T>(sending: Sending, send: () => T): T {
  open = sending;
  try {
    return send();
  } finally {
    open = null;
  }
}

/** The form that is being sent; must be called before the first await. */
export const currentSending = (): Sending | null => open;

import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import type { BesideWrite } from './freeze.ts';

/** What a form sends beside its own fields: its photos. */
export type Beside = {
  /** Resolves once all of it can be sent. */
  ready(): Promise<void>;
  writes(): readonly BesideWrite[];
  /** They wait in the outbox, or were sent from there already. */
  onPutIn(writes: readonly BesideWrite[]): void;
};

/** Several as one. */
export function besides(parts: readonly Beside[]): Beside {
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

/** A form that is sending. */
type Sending = { origin: EntryOrigin; beside: Beside | undefined };

let open: Sending | null = null;

/** Runs what a form sends; what is frozen meanwhile knows its form, and what goes with it. */
export function writtenIn<T>(sending: Sending, send: () => T): T {
  open = sending;
  try {
    return send();
  } finally {
    open = null;
  }
}

/** The form that is sending just now; to be asked before anything is waited for. */
export const currentSending = (): Sending | null => open;

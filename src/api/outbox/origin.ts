import type { EntryOrigin } from '#src/offline/outbox/entry.ts';

let open: EntryOrigin | null = null;

/** Runs what a form sends; what is frozen meanwhile knows its form. */
export function writtenIn<T>(origin: EntryOrigin, send: () => T): T {
  open = origin;
  try {
    return send();
  } finally {
    open = null;
  }
}

/** The form that is sending just now; to be asked before anything is waited for. */
export const currentOrigin = (): EntryOrigin | null => open;

import { realTimers, within } from '#src/offline/timers.ts';
import { noteUnsent } from '../outbox/unsent-note.ts';

/** A storage that does not answer must not block signing out, ms. */
const PATIENCE_MS = 2_000;

/**
 * What a user has written and the server does not have: names of forms with drafts, in all tabs, and the number of
 * queued writes.
 */
export type Unsent = { drafts: readonly string[]; unsent: number };

export const nothingUnsent: Unsent = { drafts: [], unsent: 0 };

/** Everything unsent; nothing if the storage does not answer. */
export async function findUnsent(uid: string): Promise<Unsent> {
  const finding = import('#src/offline/draft-db.ts').then((drafts) => drafts.findUnsent(uid));
  const found = finding.catch(() => nothingUnsent);
  return (await within(realTimers, PATIENCE_MS, found)) ?? nothingUnsent;
}

/** Deletes the drafts of this user. */
export async function deleteUnsentDrafts(uid: string): Promise<void> {
  await withTimeLimit(import('#src/offline/draft-db.ts').then((drafts) => drafts.deleteDrafts(uid)));
}

/** Deletes the queued writes of this user, after the user confirmed it by typing. */
export async function deleteUnsentWrites(uid: string): Promise<void> {
  await withTimeLimit(import('#src/offline/outbox/outbox-db.ts').then((outbox) => outbox.deleteUnsent(uid)));
  noteUnsent(uid, 0);
}

/** Data that could not be deleted stays in this user's own database, which nobody else opens. */
async function withTimeLimit(deleting: Promise<void>): Promise<void> {
  await within(
    realTimers,
    PATIENCE_MS,
    deleting.catch(() => {}),
  );
}

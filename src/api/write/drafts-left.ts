import { realTimers, within } from '#src/offline/timers.ts';
import { noteUnsent } from '../outbox/unsent-note.ts';

/** A storage that does not answer must not keep anybody from signing out, ms. */
const PATIENCE_MS = 2_000;

/** What somebody has written and the server does not have: forms by name, in all tabs, and how many writes wait. */
export type Left = { drafts: readonly string[]; unsent: number };

export const nothingLeft: Left = { drafts: [], unsent: 0 };

/** All of it there is; nothing where the storage does not answer. */
export async function findLeft(uid: string): Promise<Left> {
  const finding = import('#src/offline/draft-db.ts').then((drafts) => drafts.findLeft(uid));
  const found = finding.catch(() => nothingLeft);
  return (await within(realTimers, PATIENCE_MS, found)) ?? nothingLeft;
}

/** Removes what this user typed and did not send. */
export async function forgetDrafts(uid: string): Promise<void> {
  await patiently(import('#src/offline/draft-db.ts').then((drafts) => drafts.deleteDrafts(uid)));
}

/** Removes the writes of this user that wait; asked for by typing it. */
export async function forgetUnsent(uid: string): Promise<void> {
  await patiently(import('#src/offline/outbox/outbox-db.ts').then((outbox) => outbox.forgetUnsent(uid)));
  noteUnsent(uid, 0);
}

/** What cannot be deleted stays in a database of this user's own, which nobody else opens. */
async function patiently(deleting: Promise<void>): Promise<void> {
  await within(
    realTimers,
    PATIENCE_MS,
    deleting.catch(() => {}),
  );
}

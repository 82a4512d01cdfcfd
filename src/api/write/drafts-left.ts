import { realTimers, within } from '#src/offline/timers.ts';

/** A storage that does not answer must not keep anybody from signing out, ms. */
const PATIENCE_MS = 2_000;

/** How many forms hold what this user typed and did not send, in all tabs; 0 where the storage does not answer. */
export async function countDrafts(uid: string): Promise<number> {
  const counting = import('#src/offline/draft-db.ts').then((drafts) => drafts.countDrafts(uid));
  return (
    (await within(
      realTimers,
      PATIENCE_MS,
      counting.catch(() => 0),
    )) ?? 0
  );
}

/** Removes what this user typed and did not send. */
export async function forgetDrafts(uid: string): Promise<void> {
  const deleting = import('#src/offline/draft-db.ts').then((drafts) => drafts.deleteDrafts(uid));
  // What cannot be deleted stays in a database of this user's own, which nobody else opens.
  await within(
    realTimers,
    PATIENCE_MS,
    deleting.catch(() => {}),
  );
}

import { useEffect, useRef } from 'react';
import { type Entry, queuedStateOf } from '#src/offline/outbox/entry.ts';
import { followersOf } from '#src/offline/outbox/followers.ts';
import type { Restored } from '#src/offline/outbox/outbox-db.ts';
import type { UnsentCounts } from '#src/offline/outbox/watch-entries.ts';
import { browserVisibility, onVisible } from '../call/visibility.ts';
import { useSessionStore } from '../session/session.ts';
import { noteAndCountLost } from './unsent-note.ts';
import { loadWatching, useWatched, type Watching } from './use-watched.ts';

/** All entries of the outbox, in the order in which they were written; undefined until the device has answered. */
export const useOutboxEntries = () => useWatched(watchAll);
const watchAll = (parts: Watching, uid: string, listener: (entries: readonly Entry[]) => void) =>
  parts.watchEntries(uid, listener);

/**
 * What waits for a creation that is queued itself, as rows of a list; its own edits are not among them. Empty until the
 * device has answered.
 */
export function useWaitingFor(entryId: string) {
  const entries = useOutboxEntries() ?? [];
  const own = entries.find(({ id }) => id === entryId);
  const others = own ? followersOf(own, entries).filter(({ lane }) => lane !== own.lane) : [];
  return others.map((entry) => ({
    entryId: entry.id,
    state: queuedStateOf(entry),
    title: [entry.noun, entry.summary].filter(Boolean).join(' · '),
  }));
}

/** How many writes are queued, and wait for the user; undefined until the device has answered. */
export const useOutboxCounts = () => useWatched(watchNumbers);
const watchNumbers = (parts: Watching, uid: string, listener: (counts: UnsentCounts) => void) =>
  parts.watchCounts(uid, listener);

/** How many writes other users of this device have not sent; undefined until the device has answered. */
export const useUnsentOfOthers = () => useWatched(tellOthers);
const tellOthers = (parts: Watching, uid: string, listener: (count: number) => void) =>
  parts.reportUnsentOfOthers(uid, listener);

/** The result of checking a server that was restored to an earlier state; undefined if that never happened. */
export const useRestored = () => useWatched(watchRestored);
const watchRestored = (parts: Watching, uid: string, listener: (restored: Restored | undefined) => void) =>
  parts.watchRestored(uid, listener);

/** Notes that the user has been told. */
export const acknowledgeRestored = async (uid: string) => (await loadWatching()).acknowledgeRestored(uid);

/**
 * Notes the number of queued writes outside the storage, and reports how many were lost when the browser evicted it.
 * A hidden page leaves that to the one that the user sees.
 */
export function useUnsentNoted(count: number | undefined, onLost: (count: number) => void): void {
  const uid = useSessionStore().uid();
  const tellLost = useRef(onLost);
  tellLost.current = onLost;
  useEffect(() => {
    if (uid === null || count === undefined) return;
    const isUntouched = async () => (await loadWatching()).isUntouched(uid);
    const note = () =>
      noteAndCountLost(uid, count, isUntouched).then(
        (lost) => lost > 0 && tellLost.current(lost),
        () => {},
      );
    if (browserVisibility.isVisible()) void note();
    return onVisible(browserVisibility, note);
  }, [uid, count]);
}

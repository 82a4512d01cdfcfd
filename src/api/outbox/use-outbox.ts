import { useEffect, useRef, useState } from 'react';
import type { Entry } from '#src/offline/outbox/entry.ts';
import type { Restored } from '#src/offline/outbox/outbox-db.ts';
import { useSessionStore } from '../session/session.ts';
import { noteOrMiss } from './unsent-note.ts';

const load = () => import('#src/offline/outbox/watch-entries.ts');
type Watching = Awaited<ReturnType<typeof load>>;

/** What this user's outbox says, as `watch` tells it; undefined until the device has answered. */
function useWatched<T>(watch: (parts: Watching, uid: string, listener: (value: T) => void) => () => void) {
  const uid = useSessionStore().uid();
  const [value, setValue] = useState<T>();
  useEffect(() => {
    if (uid === null) return;
    let isGone = false;
    let stop = () => {};
    load().then(
      (parts) => {
        if (!isGone) stop = watch(parts, uid, setValue);
      },
      // Without a connection and without a worker; the next page that is opened tries again.
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [uid, watch]);
  return value;
}

/** Everything that waits, in the order in which it was written; undefined until the device has answered. */
export const useOutboxEntries = () => useWatched(watchAll);
const watchAll = (parts: Watching, uid: string, listener: (entries: readonly Entry[]) => void) =>
  parts.watchEntries(uid, listener);

/** How many writes wait; undefined until the device has answered. */
export const useOutboxCount = () => useWatched(watchNumber);
const watchNumber = (parts: Watching, uid: string, listener: (count: number) => void) =>
  parts.watchCount(uid, listener);

/** How many writes other users of this device have not sent; undefined until the device has answered. */
export const useUnsentOfOthers = () => useWatched(tellOthers);
const tellOthers = (parts: Watching, uid: string, listener: (count: number) => void) =>
  parts.tellUnsentOfOthers(uid, listener);

/** What came of it when the server's data was put back to an earlier state; undefined where that never happened. */
export const useRestored = () => useWatched(watchRestored);
const watchRestored = (parts: Watching, uid: string, listener: (restored: Restored | undefined) => void) =>
  parts.watchRestored(uid, listener);

/** The user has been told of it. */
export const noteRestoredTold = async (uid: string) => (await load()).noteRestoredTold(uid);

/**
 * Notes how many writes wait where the browser leaves it when it empties the device, and tells how many were lost when
 * it did.
 */
export function useUnsentNoted(count: number | undefined, onLost: (count: number) => void): void {
  const uid = useSessionStore().uid();
  const tellLost = useRef(onLost);
  tellLost.current = onLost;
  useEffect(() => {
    if (uid === null || count === undefined) return;
    const isUntouched = async () => (await load()).isUntouched(uid);
    noteOrMiss(uid, count, isUntouched).then(
      (lost) => lost > 0 && tellLost.current(lost),
      () => {},
    );
  }, [uid, count]);
}

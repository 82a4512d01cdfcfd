import { useEffect, useState } from 'react';
import { useSessionStore } from '../session/session.ts';

/** Dexie is loaded with the first page that shows what is in the outbox. */
export const loadWatching = () => import('#src/offline/outbox/watch-entries.ts');
export type Watching = Awaited<ReturnType<typeof loadWatching>>;

/**
 * What `watch` reports of this user's outbox; undefined until the device has answered, `unreachable` if its program
 * cannot be loaded. Give it the same `watch` in every render.
 */
export function useWatched<T>(
  watch: (parts: Watching, uid: string, listener: (value: T) => void) => () => void,
  unreachable?: T,
): T | undefined {
  const uid = useSessionStore().uid();
  const [value, setValue] = useState<T>();
  useEffect(() => {
    if (uid === null) return;
    let isGone = false;
    let stop = () => {};
    loadWatching().then(
      (parts) => {
        if (!isGone) stop = watch(parts, uid, setValue);
      },
      // There is no connection and no worker; the next page tries again.
      () => setValue(unreachable),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [uid, watch, unreachable]);
  return value;
}

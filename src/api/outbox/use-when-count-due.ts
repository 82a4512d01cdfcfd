import { useEffect } from 'react';
import { useSessionStore } from '../session/session.ts';
import { notedUnsent, waitingNoted } from './unsent-note.ts';

/**
 * Unsent writes are counted after the first screen is shown; sooner if there were some when the app was left or one is
 * written now, ms.
 */
const AFTER_MS = 6_000;
const SOON_MS = 300;

/**
 * Calls `load` once the outbox may be opened to count what it holds, and after each write that waits: the first screen
 * does not wait for its program. Give it the same function in every render.
 */
export function useWhenCountDue(load: () => unknown): void {
  const uid = useSessionStore().uid();
  useEffect(() => {
    const isExpected = uid !== null && notedUnsent(uid) > 0;
    let timer = setTimeout(load, isExpected ? SOON_MS : AFTER_MS);
    const stop = waitingNoted.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(load, SOON_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [uid, load]);
}

import { useEffect, useState } from 'react';
import { useObservable } from '#src/lib/use-observable.ts';
import { useSessionStore } from '../session/session.ts';
import { notedUnsent, waitingNoted } from './unsent-note.ts';

/**
 * Unsent writes are counted after the first screen is shown; sooner if there were some when the app was left or one is
 * written now, ms.
 */
const AFTER_MS = 6_000;
const SOON_MS = 300;

/** Whether the outbox may be opened by now to count what it holds: the first screen does not wait for its program. */
export function useIsCountDue(): boolean {
  const uid = useSessionStore().uid();
  useObservable(waitingNoted);
  const isExpected = uid !== null && notedUnsent(uid) > 0;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setIsDue(true), isExpected ? SOON_MS : AFTER_MS);
    return () => clearTimeout(id);
  }, [isExpected]);
  return isDue;
}

import type { QueryClient } from '@tanstack/react-query';
import { DAY_MS } from '#contract/time/time.ts';
import { forgetUnused, makeRoom } from '#src/offline/make-room.ts';
import { SHARED_KEY, type TextStorage } from '../call/browser-storage.ts';
import type { SessionStore } from '../session/session-store.ts';
import { SHARED_KEPT_DAYS } from '../session/shared-device.ts';

let hasLooked = false;

/** Frees storage by deleting cached data before a nearly full device has to refuse a write; checked once per start. */
export async function makeRoomOnce(uid: string | null): Promise<void> {
  if (uid === null || hasLooked) return;
  hasLooked = true;
  await makeRoom(uid, false);
}

/** Deletes from a device that several people share what this user has not looked at for days. `now`: epoch ms. */
export async function forgetOnShared(storage: TextStorage, uid: string | null, now: number): Promise<void> {
  if (uid === null || storage.getItem(SHARED_KEY) === null) return;
  await forgetUnused(uid, now - SHARED_KEPT_DAYS * DAY_MS);
}

/**
 * Prefetches the seasons of crops, a year of records and comparison data. `now`: epoch ms. Rejects when the connection
 * breaks; it goes on the next time.
 */
export async function prefetch(queryClient: QueryClient, session: SessionStore, now: number): Promise<void> {
  const { keepSeasons, keepComparisons } = await import('./season-prefetch.ts');
  await keepSeasons(queryClient, session, now);
  const { prepareAll } = await import('./offline-prefetch.ts');
  await prepareAll(queryClient, session);
  await keepComparisons(queryClient, session, now);
}

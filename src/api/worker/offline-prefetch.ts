import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import type { PreparedFarm } from '#src/offline/messages.ts';
import { realTimers } from '#src/offline/timers.ts';
import { askWorker } from '../call/ask-worker.ts';
import { browserStorage } from '../call/browser-storage.ts';
import type { Fetched } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { readQuery } from '../read/query.ts';
import { isSharedDevice, SHARED_KEPT_DAYS } from '../session/shared-device.ts';
import { PREPARED_KEY } from './worker-events.ts';

/** Prefetching may take minutes on a slow line; nobody waits for its end, ms. */
const REPLY_LIMIT_MS = 600_000;

/** Time limit for the worker's progress report, ms. */
const LOOK_LIMIT_MS = 5_000;

/** localStorage key: prefetching is allowed on a metered connection. */
const METERED_KEY = 'onsil.prepare-metered';

/** Asks the worker how much of the user's farms is prefetched; empty without a worker. */
export const preparedQuery = (session: Pick<Credentials, 'uid'>) =>
  queryOptions({
    queryKey: [PREPARED_KEY],
    meta: { url: PREPARED_KEY, isPersisted: false, isKept: false },
    queryFn: async (): Promise<PreparedFarm[]> => {
      const uid = session.uid();
      const to = navigator.serviceWorker?.controller;
      if (uid === null || !to) return [];
      const reply = await askWorker(to, 'PREPARED', { uid }, { limitMs: LOOK_LIMIT_MS, timers: realTimers });
      return reply?.farms ?? [];
    },
  });

/** Why prefetching is off now; null when it is on. */
export function prefetchOffReason(): 'save-data' | 'metered' | null {
  if (browserStorage.getItem(METERED_KEY) === '1') return null;
  const { saveData, type }: { saveData?: unknown; type?: unknown } = Object(Reflect.get(navigator, 'connection'));
  if (saveData === true) return 'save-data';
  return type === 'cellular' ? 'metered' : null;
}

/** Allows prefetching records on a metered connection, on this device. */
export function allowMetered(): void {
  browserStorage.setItem(METERED_KEY, '1');
}

/** Makes the worker prefetch the tiles of these farms; false when that is impossible now. */
export async function prepareFarms(
  session: Pick<Credentials, 'uid' | 'token'>,
  indexes: readonly number[],
): Promise<boolean> {
  const to = navigator.serviceWorker?.controller;
  const uid = session.uid();
  const token = await session.token();
  if (!to || uid === null || token === null || indexes.length === 0) return false;
  const most = isSharedDevice(browserStorage) ? { days: SHARED_KEPT_DAYS } : {};
  const ask = { uid, token, farms: [...indexes], ...most };
  await askWorker(to, 'PREPARE', ask, { limitMs: REPLY_LIMIT_MS, timers: realTimers });
  return true;
}

/** Prefetches the tiles of all the user's farms in order, unless the connection is metered. */
export async function prepareAll(queryClient: QueryClient, session: Pick<Credentials, 'uid' | 'token'>): Promise<void> {
  if (prefetchOffReason() !== null) return;
  const seen = queryClient.getQueryData<Fetched<Farm[]>>(readQuery(shellFarms, {}).queryKey);
  await prepareFarms(
    session,
    (seen?.value ?? []).filter(({ isMine }) => isMine).map(({ index }) => index),
  );
}

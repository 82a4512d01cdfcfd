import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import type { PreparedFarm } from '#src/offline/messages.ts';
import { realTimers } from '#src/offline/timers.ts';
import { askWorker } from '../call/ask-worker.ts';
import { browserStorage } from '../call/browser-storage.ts';
import type { Seen } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { readQuery } from '../read/query.ts';
import { PREPARED_KEY } from './worker-events.ts';

/** The preparation may take minutes on a thin line; nobody waits for its end. */
const REPLY_LIMIT_MS = 600_000;

/** How long the worker may look how far it has come, ms. */
const LOOK_LIMIT_MS = 5_000;

/** Where it is noted that data may be brought over a metered line, too. */
const METERED_KEY = 'onsil.prepare-metered';

/** Asks the worker how far the user's farms have come; empty without a worker. */
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

/** Why nothing is brought by itself just now; null when it is. */
export function sparingBecause(): 'save-data' | 'metered' | null {
  if (browserStorage.getItem(METERED_KEY) === '1') return null;
  const { saveData, type }: { saveData?: unknown; type?: unknown } = Object(Reflect.get(navigator, 'connection'));
  if (saveData === true) return 'save-data';
  return type === 'cellular' ? 'metered' : null;
}

/** Lets records come over a metered line, too, on this device. */
export function allowMetered(): void {
  browserStorage.setItem(METERED_KEY, '1');
}

/** Has the worker bring the tiles of these farms; false when nothing can be brought now. */
export async function prepareFarms(
  session: Pick<Credentials, 'uid' | 'token'>,
  indexes: readonly number[],
): Promise<boolean> {
  const to = navigator.serviceWorker?.controller;
  const uid = session.uid();
  const token = await session.token();
  if (!to || uid === null || token === null || indexes.length === 0) return false;
  const ask = { uid, token, farms: [...indexes] };
  await askWorker(to, 'PREPARE', ask, { limitMs: REPLY_LIMIT_MS, timers: realTimers });
  return true;
}

/** Brings the tiles of all the user's farms, the first one first, where the line is not metered. */
export async function prepareAll(queryClient: QueryClient, session: Pick<Credentials, 'uid' | 'token'>): Promise<void> {
  if (sparingBecause() !== null) return;
  const seen = queryClient.getQueryData<Seen<Farm[]>>(readQuery(shellFarms, {}).queryKey);
  await prepareFarms(
    session,
    (seen?.value ?? []).filter(({ isMine }) => isMine).map(({ index }) => index),
  );
}

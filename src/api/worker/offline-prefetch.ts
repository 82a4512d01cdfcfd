import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import { EXPECTED_USER } from '#contract/wire/headers.ts';
import { nameUser } from '#src/offline/headers.ts';
import { PREPARED_PATH } from '#src/offline/messages.ts';
import { realTimers } from '#src/offline/timers.ts';
import { browserStorage } from '../call/browser-storage.ts';
import type { Seen } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { readQuery } from '../read/query.ts';
import { askWorker } from './worker-rpc.ts';

/** The preparation may take minutes on a thin line; nobody waits for its end. */
const REPLY_LIMIT_MS = 600_000;

/** Where it is noted that data may be brought over a metered line, too. */
const METERED_KEY = 'onsil.prepare-metered';

const farms = z.array(
  z.object({
    farm: z.number(),
    checkedAt: z.number(),
    prepared: z.nullable(z.object({ tiles: z.number(), wanted: z.number(), at: z.number() })),
  }),
);

/** What is on the device of one farm: how many of the wanted tiles, and when that was last true (epoch ms, server). */
export type PreparedFarm = z.infer<typeof farms>[number];

/** Asks the worker how far the user's farms have come; empty without a worker. */
export const preparedQuery = (session: Pick<Credentials, 'uid'>) =>
  queryOptions({
    queryKey: [PREPARED_PATH],
    meta: { url: PREPARED_PATH, persist: false, isKept: false },
    queryFn: async (): Promise<PreparedFarm[]> => {
      const uid = session.uid();
      if (uid === null || !navigator.serviceWorker?.controller) return [];
      const headers = new Headers();
      nameUser(headers, EXPECTED_USER, uid);
      const response = await fetch(PREPARED_PATH, { headers });
      if (!response.headers.get('Content-Type')?.includes('json')) return [];
      const parsed = z.safeParse(farms, await response.json());
      return parsed.success ? parsed.data : [];
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
  await askWorker(to, { type: 'PREPARE', uid, token, farms: [...indexes] }, REPLY_LIMIT_MS, realTimers);
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

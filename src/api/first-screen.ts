import { listFarms } from '#contract/farm/farm.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { realTimers, within } from '#src/offline/timers.ts';
import type { Client } from './client.ts';
import { readQuery } from './read/query.ts';
import { settledSession } from './session/session.ts';

/** After this the screen begins with what is there, ms: the device usually answers in a tenth of it. */
const LIMIT_MS = 500;

/** The start screen lists every farm with a figure; whoever has more sees the others a moment later. */
const MAX_FARMS = 4;

/**
 * Resolves when the first screen can be drawn in one piece. Drawing the empty shell, then the empty page, then the
 * figures costs a slow processor three times what the figures cost. `loadPage` loads the page's own files. Where
 * nobody was signed in there is nothing to wait for.
 */
export async function firstScreen(client: Client, loadPage: () => Promise<unknown>): Promise<void> {
  if (!client.keeper.glance()) return;
  await within(realTimers, LIMIT_MS, Promise.allSettled([figures(client), loadPage()]));
}

/** Of who is signed in, and only after the device has confirmed it. */
async function figures(client: Client): Promise<void> {
  const { status } = await settledSession(client.session);
  if (status !== 'authenticated') return;
  const farms = client.queryClient.getQueryData(readQuery(listFarms, {}).queryKey);
  const shown = farms?.value.slice(0, MAX_FARMS) ?? [];
  await Promise.all(shown.map(({ index }) => paintFirst(client, readQuery(areaValues, { params: { farmId: index } }))));
}

/** Puts the device's copy where nothing stands yet, so that a screen that is about to be shown has figures at once. */
async function paintFirst(
  { queryClient, call }: Client,
  { queryKey, meta }: Pick<ReturnType<typeof readQuery>, 'queryKey' | 'meta'>,
): Promise<void> {
  if (queryClient.getQueryData(queryKey) !== undefined) return;
  try {
    const seen = await meta?.ask?.(call, { only: 'device' });
    // Marked as old, so that it never counts as the answer that is still awaited.
    if (seen) queryClient.setQueryData(queryKey, seen, { updatedAt: 1 });
  } catch {
    // No copy: the screen begins with empty shapes.
  }
}

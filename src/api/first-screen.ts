import type { QueryClient } from '@tanstack/react-query';
import { listFarms } from '#contract/farm/farm.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { realTimers } from '#src/offline/timers.ts';
import type { Seen } from './call/call.ts';
import { paintFirst, readQuery } from './read/query.ts';
import { within } from './session/identity-keeper.ts';
import { keeper, settledSession } from './session/session.ts';

/** After this the screen begins with what is there, ms: the device usually answers in a tenth of it. */
const LIMIT_MS = 500;

/** The start screen lists every farm with a figure; whoever has more sees the others a moment later. */
const MAX_FARMS = 4;

/**
 * Resolves when the first screen can be drawn in one piece. Drawing the empty shell, then the empty page, then the
 * figures costs a slow processor three times what the figures cost. `loadPage` loads the page's own files. Where
 * nobody was signed in there is nothing to wait for.
 */
export async function firstScreen(queryClient: QueryClient, loadPage: () => Promise<unknown>): Promise<void> {
  if (!keeper.glance()) return;
  await within(realTimers, LIMIT_MS, Promise.allSettled([figures(queryClient), loadPage()]));
}

/** Of who is signed in, and only after the device has confirmed it. */
async function figures(queryClient: QueryClient): Promise<void> {
  const { status } = await settledSession();
  if (status !== 'authenticated') return;
  const farms = queryClient.getQueryData<Seen<AnswerOf<typeof listFarms>>>(readQuery(listFarms, {}).queryKey);
  const shown = farms?.value.slice(0, MAX_FARMS) ?? [];
  await Promise.all(
    shown.map(({ index }) => paintFirst(queryClient, readQuery(areaValues, { params: { farmId: index } }))),
  );
}

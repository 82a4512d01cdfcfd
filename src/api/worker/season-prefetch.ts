import type { QueryClient } from '@tanstack/react-query';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import { cropSeason, cropYear } from '#contract/growth-calendar/crop-year.ts';
import { type FarmCalendars, farmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { seoulDate } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { realTimers } from '#src/offline/timers.ts';
import { askWorker } from '../call/ask-worker.ts';
import type { Seen } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { readQuery } from '../read/query.ts';
import { sparingBecause } from './offline-prefetch.ts';
import { MAX_FARMS } from './warm-up.ts';

/** The server sums up years of hours for them, one crop after the other; nobody waits for its end. */
const REPLY_LIMIT_MS = 120_000;

/** What the season page and the growth calendar tell of a farm's crops in the year of `now` (epoch ms). */
export function seasonKeys({ crops }: Pick<FarmCalendars, 'crops'>, now: number): string[] {
  const year = Number(seoulDate(now).slice(0, 4));
  return crops
    .filter(({ calendar }) => calendar !== null)
    .flatMap(({ cropId: id }) => [urlOf(cropSeason, { id }), urlOf(cropYear, { id }, { year })]);
}

/** Has the worker keep the seasons of what grows on the user's farms, where the line is not metered. `now`: epoch ms. */
export async function keepSeasons(
  queryClient: QueryClient,
  session: Pick<Credentials, 'uid' | 'token'>,
  now: number,
): Promise<void> {
  if (sparingBecause() !== null) return;
  const farms = queryClient.getQueryData<Seen<Farm[]>>(readQuery(shellFarms, {}).queryKey)?.value ?? [];
  const keys: string[] = [];
  for (const { index } of farms.filter(({ isMine }) => isMine).slice(0, MAX_FARMS)) {
    const { value } = await queryClient.fetchQuery(readQuery(farmCalendars, { params: { id: index } }));
    keys.push(...seasonKeys(value, now));
  }
  const to = navigator.serviceWorker?.controller;
  const uid = session.uid();
  const token = await session.token();
  if (!to || uid === null || token === null || keys.length === 0) return;
  await askWorker(to, 'WARM', { uid, token, keys }, { limitMs: REPLY_LIMIT_MS, timers: realTimers });
}

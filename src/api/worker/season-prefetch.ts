import type { QueryClient } from '@tanstack/react-query';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { type Farm, listFarms, shellFarms } from '#contract/farm/farm.ts';
import { cropSeason, cropYear } from '#contract/growth-calendar/crop-year.ts';
import { type FarmCalendars, farmCalendars, growthCalendar } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { addSeoulMonths, flowStatistics, innerStatistics } from '#contract/monitor/statistics.ts';
import { seoulDate, seoulMonth } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { realTimers } from '#src/offline/timers.ts';
import { askWorker } from '../call/ask-worker.ts';
import type { Fetched } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { readQuery } from '../read/query.ts';
import { prefetchOffReason } from './offline-prefetch.ts';
import { MAX_FARMS } from './warm-up.ts';

/** The server aggregates years of hourly values for each crop; nobody waits for its end, ms. */
const REPLY_LIMIT_MS = 120_000;

/**
 * Cache keys of what the season page and the growth calendar show of a farm's crops, for the years of the comparison.
 * `now`: epoch ms.
 */
export function seasonKeys({ crops }: Pick<FarmCalendars, 'crops'>, now: number): string[] {
  const year = Number(seoulDate(now).slice(0, 4));
  return crops
    .filter(({ calendar }) => calendar !== null)
    .flatMap(({ cropId: id }) => [
      urlOf(cropSeason, { id }),
      urlOf(cropYear, { id }, { year }),
      urlOf(cropYear, { id }, { year: year - 1 }),
    ]);
}

/**
 * Cache keys of the statistics of this month and the last, the ones compared most: averages of other farms cannot be
 * computed on the device.
 */
export function monthKeys(farmIndex: number, now: number): string[] {
  const running = seoulMonth(now);
  return [running, addSeoulMonths(running, -1)].flatMap((baseDate) => [
    urlOf(innerStatistics, {}, { farmIndex, baseDate }),
    urlOf(flowStatistics, {}, { farmIndex, baseDate }),
  ]);
}

/** Cache keys of the calendars of all kinds of crops, so that a kind that the user does not grow can be viewed, too. */
export function calendarKeys(codes: readonly { code: string; hasCalendar: boolean }[]): string[] {
  return codes.flatMap(({ code, hasCalendar }) => (hasCalendar ? [urlOf(growthCalendar, { itemCode: code })] : []));
}

type Session = Pick<Credentials, 'uid' | 'token'>;

/**
 * Makes the worker cache the seasons of the crops on the user's farms, unless the connection is metered. `now`: epoch
 * ms.
 */
export async function keepSeasons(queryClient: QueryClient, session: Session, now: number): Promise<void> {
  if (prefetchOffReason() !== null) return;
  const keys: string[] = [];
  for (const { index } of ownFarms(queryClient)) {
    const { value } = await queryClient.fetchQuery(readQuery(farmCalendars, { params: { id: index } }));
    keys.push(...seasonKeys(value, now));
  }
  await warm(session, keys);
}

/**
 * Makes the worker cache what seasons and records are compared with: values of other farms, calendars of other kinds
 * of crops, and the areas from which the device computes tons per 10a. `now`: epoch ms.
 */
export async function keepComparisons(queryClient: QueryClient, session: Session, now: number): Promise<void> {
  if (prefetchOffReason() !== null) return;
  const codes = await queryClient.fetchQuery(readQuery(itemCodes, { params: { prefix: CROP_PREFIX } }));
  const months = ownFarms(queryClient).flatMap(({ index }) => monthKeys(index, now));
  await warm(session, [urlOf(listFarms, {}), ...calendarKeys(codes.value), ...months]);
}

function ownFarms(queryClient: QueryClient): Farm[] {
  const farms = queryClient.getQueryData<Fetched<Farm[]>>(readQuery(shellFarms, {}).queryKey)?.value ?? [];
  return farms.filter(({ isMine }) => isMine).slice(0, MAX_FARMS);
}

async function warm(session: Session, keys: string[]): Promise<void> {
  const to = navigator.serviceWorker?.controller;
  const uid = session.uid();
  const token = await session.token();
  if (!to || uid === null || token === null || keys.length === 0) return;
  await askWorker(to, 'WARM', { uid, token, keys }, { limitMs: REPLY_LIMIT_MS, timers: realTimers });
}

import type { Query, QueryClient } from '@tanstack/react-query';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import { farmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { areaValues, targetList } from '#contract/monitor/monitor.ts';
import { addSeoulDays, seoulDate } from '#contract/time/time.ts';
import { outlook } from '#contract/weather/outlook.ts';
import {
  FORECAST_DAYS,
  forecastRecord,
  publicWeather,
  simpleWeather,
  weatherStations,
} from '#contract/weather/weather.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import type { Timers } from '#src/offline/timers.ts';
import { askWorker, type Postable } from '../call/ask-worker.ts';
import type { Fetched } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { readQuery } from '../read/query.ts';

const REPLY_LIMIT_MS = 60_000;

/** A user with more farms opens the others online first. */
export const MAX_FARMS = 12;

/**
 * What should be on the device: everything this page has read, and for every farm the newest values, its channels, its
 * growth calendars and the weather forecast, so that a farm that was never opened opens offline, too. `unread` leaves
 * out what the page has read: a controlling worker has cached that already. `now`: epoch ms.
 */
export function keysToWarm(queryClient: QueryClient, which: 'all' | 'unread', now: number): string[] {
  const days = Array.from({ length: FORECAST_DAYS }, (_, ahead) => addSeoulDays(seoulDate(now), ahead));
  const hasBeenRead = ({ meta, state }: Query) => meta?.isKept === true && state.data !== undefined;
  const read = queryClient.getQueryCache().findAll({ predicate: hasBeenRead });
  const urls = new Set(read.flatMap(({ meta }) => meta?.url ?? []));
  const keys = new Set(which === 'all' ? urls : []);
  const farms = queryClient.getQueryData<Fetched<Farm[]>>(readQuery(shellFarms, {}).queryKey);
  const mine = farms?.value.filter(({ isMine }) => isMine) ?? [];
  for (const { index } of mine.slice(0, MAX_FARMS)) {
    keys.add(urlOf(areaValues, { farmId: index }));
    keys.add(urlOf(targetList, {}, { farmIndex: index }));
    keys.add(urlOf(publicWeather, { farmIndex: index }));
    keys.add(urlOf(farmCalendars, { id: index }));
    keys.add(urlOf(weatherStations, { id: index }));
    keys.add(urlOf(outlook, { farmIndex: index }));
    for (const date of days) {
      keys.add(urlOf(simpleWeather, { id: index }, { date }));
      keys.add(urlOf(forecastRecord, { id: index }, { date }));
    }
  }
  if (mine.length > 0) keys.add(urlOf(itemCodes, { prefix: CROP_PREFIX }));
  return [...keys].filter((key) => which === 'all' || !urls.has(key));
}

type WarmPorts = {
  queryClient: QueryClient;
  session: Pick<Credentials, 'uid' | 'token' | 'hasToken'> & {
    /** Resolves once the device has stored the user; before that the worker caches nothing. */
    adopted(): Promise<void>;
  };
  worker(): Postable | null;
  /** Whether the browser's data saver is on. */
  isSaveDataOn(): boolean;
  timers: Timers;
  /** Epoch ms. */
  now(): number;
};

/**
 * Makes the worker fetch and cache what the next start may need, each key once per user; returns how many of the
 * requested keys are cached afterwards.
 */
export function createWarmUp(ports: WarmPorts): (which: 'all' | 'unread') => Promise<number> {
  const warmed = new Set<string>();
  return async (which) => {
    const { queryClient, session, worker, isSaveDataOn, timers, now } = ports;
    await session.adopted();
    const to = worker();
    const uid = session.uid();
    const token = await session.token();
    if (!to || uid === null || token === null || !session.hasToken() || isSaveDataOn()) return 0;
    const keys = keysToWarm(queryClient, which, now()).filter((key) => !warmed.has(`${uid} ${key}`));
    if (keys.length === 0) return 0;
    for (const key of keys) warmed.add(`${uid} ${key}`);
    const reply = await askWorker(to, 'WARM', { uid, token, keys }, { limitMs: REPLY_LIMIT_MS, timers });
    return reply?.kept ?? 0;
  };
}

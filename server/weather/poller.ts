import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherConfig } from '../config.ts';
import { dropLease, holdLease } from '../db/lease.ts';
import type { Store } from '../db/open.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import { allEnded } from './all-ended.ts';
import { createOwnListener } from './ambient/listen-own.ts';
import { createOwnPoll } from './ambient/poll-own.ts';
import { createAsosPoll } from './kma/poll-asos.ts';
import { createForecastPoll } from './kma/poll-forecasts.ts';
import { createStationPoll } from './kma/poll-stations.ts';
import { listPlaces, realSources } from './places.ts';
import type { AskDeps } from './provider/ask.ts';
import { listAccounts, wantedCells, wantedStations } from './wanted.ts';

type PollerDeps = {
  config: WeatherConfig;
  now(): number;
  random(): number;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Timeout of a request, ms; undefined: the default. */
  timeoutMs?: number;
  /** Delay before the first reconnection of a subscription, ms; undefined: the default. */
  retryMs?: number;
  encrypter: Encrypter;
  onAsked?: NonNullable<AskDeps['onAsked']>;
};

export type Poller = {
  /** Makes the requests that are due; a lease keeps other processes on the database from doing so meanwhile. */
  run(store: Store, stopping: AbortSignal): Promise<void>;
  /** The same for farms' own stations: subscribes to each account, and polls those that do not push. */
  runOwn(store: Store, stopping: AbortSignal): Promise<void>;
  /** Releases the lease. */
  stop(store: Store): Promise<void>;
};

const LEASE = 'weather';
const LEASE_MS = MINUTE_MS;

/** Polls the weather services that farms use. What it keeps in memory may be lost; all important state is in tables. */
export function createPoller({ config, encrypter, ...deps }: PollerDeps): Poller {
  const holder = randomUUID();
  const pollStations = createStationPoll();
  const pollForecasts = createForecastPoll();
  const pollAsos = createAsosPoll();
  const pollOwn = createOwnPoll();
  const listener = createOwnListener();
  const hold = (store: Store) => holdLease(store, { name: LEASE, holder, now: deps.now(), lastsMs: LEASE_MS });
  return {
    async run(store, stopping) {
      const { serviceKey, serviceUrl, hubKey, hubUrl } = config;
      if (!(await hold(store))) return;
      const asking: AskDeps & { store: Store } = { ...deps, store, stopping, mayAsk: () => hold(store) };
      const places = await listPlaces(store, realSources(config));
      const stations = wantedStations(places, config);
      const polls: Promise<void>[] = [];
      if (hubKey !== undefined) polls.push(pollStations({ ...asking, key: hubKey, baseUrl: hubUrl }, stations));
      if (serviceKey !== undefined) {
        const portal = { ...asking, key: serviceKey, baseUrl: serviceUrl };
        polls.push(pollForecasts(portal, wantedCells(places, hubKey === undefined ? stations : [])));
        if (hubKey !== undefined) polls.push(pollAsos(portal, stations));
      }
      await allEnded(polls);
    },
    async runOwn(store, stopping) {
      const farms = (await hold(store)) ? await listAccounts(store, encrypter, config) : [];
      if (stopping.aborted) return;
      listener.follow({ ...deps, store, baseUrl: config.ambientRealtimeUrl }, farms);
      const wait = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
      const isHeard = (account: string) => listener.isHeard(account, deps.now());
      const asking = { ...deps, store, stopping, mayAsk: () => hold(store), baseUrl: config.ambientUrl, wait, isHeard };
      await pollOwn(asking, farms);
    },
    async stop(store) {
      await listener.stop();
      await dropLease(store, { name: LEASE, holder });
    },
  };
}

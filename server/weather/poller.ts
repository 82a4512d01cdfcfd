import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherConfig } from '../config.ts';
import { dropLease, holdLease } from '../db/lease.ts';
import type { Store } from '../db/open.ts';
import { openAmbientKeys } from '../farm/queries.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import { createOwnPoll, type OwnAccount } from './ambient/poll-own.ts';
import { createAsosPoll } from './kma/poll-asos.ts';
import { createForecastPoll, type WantedCell } from './kma/poll-forecasts.ts';
import { createStationPoll, STATION_INTERVAL_MS, type WantedStation } from './kma/poll-stations.ts';
import { cellOf, listPlaces, realSources, type WeatherPlaces } from './places.ts';
import type { AskDeps } from './provider/ask.ts';
import type { Station } from './station.ts';

type PollerDeps = {
  config: WeatherConfig;
  now(): number;
  random(): number;
  log: Pick<Logger, 'warn' | 'info'>;
  /** How long a service may take, ms; left out: as long as is usual. */
  timeoutMs?: number;
  sealer: Encrypter;
  onAsked?: NonNullable<AskDeps['onAsked']>;
};

export type Poller = {
  /** Asks for what is due; other processes on the same database do nothing meanwhile. */
  run(store: Store, stopping: AbortSignal): Promise<void>;
  /** The same for farms' own stations, account by account, which may take longer than a round. */
  runOwn(store: Store, stopping: AbortSignal): Promise<void>;
  /** Leaves the asking to another process. */
  stop(store: Store): Promise<void>;
};

const LEASE = 'weather';
const LEASE_MS = MINUTE_MS;

/** Asks the weather services for what farms go by. Its memory is what it may forget: all that counts is in the tables. */
export function createPoller({ config, sealer, ...deps }: PollerDeps): Poller {
  const holder = randomUUID();
  const pollStations = createStationPoll();
  const pollForecasts = createForecastPoll();
  const pollAsos = createAsosPoll();
  const pollOwn = createOwnPoll();
  const hold = (store: Store) => holdLease(store, { name: LEASE, holder, now: deps.now(), lastsMs: LEASE_MS });
  return {
    async run(store, stopping) {
      const { serviceKey, serviceUrl, hubKey, hubUrl } = config;
      if (!(await hold(store))) return;
      const asking: AskDeps & { store: Store } = { ...deps, store, stopping, mayAsk: () => hold(store) };
      const places = await listPlaces(store, realSources(config));
      const stations = wantedStations(places, hubKey === undefined ? HOUR_MS : STATION_INTERVAL_MS);
      const polls: Promise<void>[] = [];
      if (hubKey !== undefined) polls.push(pollStations({ ...asking, key: hubKey, baseUrl: hubUrl }, stations));
      if (serviceKey !== undefined) {
        const portal = { ...asking, key: serviceKey, baseUrl: serviceUrl };
        polls.push(pollForecasts(portal, wantedCells(places, hubKey === undefined ? stations : [])));
        if (hubKey !== undefined) polls.push(pollAsos(portal, stations));
      }
      await Promise.all(polls);
    },
    async runOwn(store, stopping) {
      const accounts = await ownAccounts(store, sealer, config.ambientApplicationKey);
      if (accounts.length === 0 || !(await hold(store))) return;
      const wait = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
      const asking = { ...deps, store, stopping, mayAsk: () => hold(store), baseUrl: config.ambientUrl, wait };
      await pollOwn(asking, accounts);
    },
    stop: (store) => dropLease(store, { name: LEASE, holder }),
  };
}

type Placed = WantedStation & { cell: string | undefined };

/** Real stations that farms go by, each once. */
function wantedStations(places: readonly WeatherPlaces[], intervalMs: number): Placed[] {
  const found = new Map<string, Placed>();
  for (const { publicStation } of places) {
    if (!publicStation || publicStation.isSimulated) continue;
    const { id, number, name, position } = publicStation;
    const station: Station = { number, name, isSimulated: false, intervalMs };
    found.set(id, { id, station, cell: position ? cellOf(position) : undefined });
  }
  return [...found.values()];
}

/** Cells in which farms lie, each once, and those of stations that go by the observation of theirs. */
function wantedCells(places: readonly WeatherPlaces[], observed: readonly Placed[]): WantedCell[] {
  const ofFarms = places.flatMap(({ forecast }) => (forecast && !forecast.isSimulated ? [forecast.cell] : []));
  const ofStations = observed.flatMap(({ cell }) => cell ?? []);
  return [...new Set([...ofFarms, ...ofStations])].map((cell) => ({
    cell,
    stations: observed.filter((one) => one.cell === cell).map(({ station }) => station),
  }));
}

/** Farms that can be asked about at Ambient Weather; keys that cannot be opened are as good as none. */
async function ownAccounts(store: Store, sealer: Encrypter, applicationKey: string | undefined): Promise<OwnAccount[]> {
  const rows = await store.db
    .selectFrom('weather_link')
    .innerJoin('farm', 'farm.farm_id', 'weather_link.farm_id')
    .select(['farm.farm_id as farmId', 'weather_link.ambient_mac as mac', 'weather_link.ambient_keys as sealed'])
    .where('weather_link.ambient_keys', 'is not', null)
    .where('farm.deleted_at', 'is', null)
    .where('farm.is_simulated', '=', 0)
    .execute();
  return rows.flatMap(({ farmId, mac, sealed }) => {
    const keys = sealed === null ? undefined : openAmbientKeys(sealer, farmId, sealed);
    return keys ? [{ farmId, mac, keys: { ...keys, ...(applicationKey !== undefined && { applicationKey }) } }] : [];
  });
}

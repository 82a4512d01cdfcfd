import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherConfig } from '../config.ts';
import { dropLease, holdLease } from '../db/lease.ts';
import type { Store } from '../db/open.ts';
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
};

export type Poller = {
  /** Asks for what is due; other processes on the same database do nothing meanwhile. */
  run(store: Store, stopping: AbortSignal): Promise<void>;
  /** Leaves the asking to another process. */
  stop(store: Store): Promise<void>;
};

const LEASE = 'weather';
const LEASE_MS = MINUTE_MS;

/** Asks the weather services for what farms go by. Its memory is what it may forget: all that counts is in the tables. */
export function createPoller({ config, ...deps }: PollerDeps): Poller {
  const holder = randomUUID();
  const pollStations = createStationPoll();
  const pollForecasts = createForecastPoll();
  const pollAsos = createAsosPoll();
  return {
    async run(store, stopping) {
      const { serviceKey, serviceUrl, hubKey, hubUrl } = config;
      const mayAsk = () => holdLease(store, { name: LEASE, holder, now: deps.now(), lastsMs: LEASE_MS });
      if (!(await mayAsk())) return;
      const asking: AskDeps & { store: Store } = { ...deps, store, stopping, mayAsk };
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

import { mkdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { createApp } from './app.ts';
import { provideAdministrator } from './auth/account/first-administrator.ts';
import { createAuth } from './auth/auth.ts';
import { loadSecret } from './auth/session/secret.ts';
import { createNightly, NIGHTLY_EVERY_MS } from './backup/nightly.ts';
import { refuseHalfRestored } from './backup/restore-journal.ts';
import type { Config } from './config.ts';
import { dropOldDecisions } from './control/decisions.ts';
import { type ControllerEvents, type Controllers, createControllers } from './control/engine/controllers.ts';
import { createEngine, type Engine } from './control/engine/engine.ts';
import { type DoorDeps, openControllers } from './control/mqtt/door.ts';
import { announceToHomeAssistant } from './control/mqtt/home-assistant.ts';
import { installationId, MARK_EVERY_MS, openInstance } from './db/instance.ts';
import type { Store } from './db/open.ts';
import { watchStorageRoom } from './db/storage-room.ts';
import { createDeviceCache, type DeviceCache } from './device/device-cache.ts';
import { createRejectedReadings } from './device/rejected-readings.ts';
import { measureDisk } from './disk/sizes.ts';
import { purgeDeleted } from './farm/purge.ts';
import { dropOldAnswers } from './http/idempotency.ts';
import { createBackupMetrics, createMetrics, type Metrics } from './http/metrics.ts';
import { readApp } from './http/static-files.ts';
import { createGate, type Gate } from './ingest/accept.ts';
import { connectMqtt } from './ingest/mqtt.ts';
import { closeMqtt } from './ingest/mqtt-connection.ts';
import { dropOldReadings } from './ingest/retention.ts';
import { sealDays } from './ingest/seal-days.ts';
import { dropOldUnknown } from './ingest/unknown-readings.ts';
import { addBuiltInItems } from './item-code/commands.ts';
import { asConfigError } from './kernel/as-config-error.ts';
import { lockDataDir } from './kernel/data-dir-lock.ts';
import { createEncrypter, type Encrypter } from './kernel/encrypt-at-rest.ts';
import { createLiveHub } from './live/hub.ts';
import { addBuiltInMenus } from './menu/built-in.ts';
import { openDatabase } from './open-database.ts';
import { photoFiles } from './photo/files.ts';
import { createExclusionCache } from './quality/exclusion-cache.ts';
import { finishRebuilding } from './quality/rebuild-rollups.ts';
import { makePeriods, PERIODS_EVERY_MS } from './statistics/make-periods.ts';
import { dropOldForecasts } from './weather/drop-old.ts';
import { createOutlooks, OUTLOOK_EVERY_MS } from './weather/outlook/keep.ts';
import { realSources } from './weather/places.ts';
import { createPoller } from './weather/poller.ts';
import type { AskDeps } from './weather/provider/ask.ts';
import { dailyBudgets } from './weather/provider/state.ts';
import { dropOldRaw } from './weather/raw.ts';
import { advanceSimulated, type SimulatedWeather } from './weather/simulated.ts';

export type RunningServer = {
  port: number;
  store: Store;
  engine: Engine;
  controllers: Controllers;
  /** Closes connections, jobs and the database in that order; resolves when all are closed. */
  stop(): Promise<void>;
};

/** What the demonstration adds to a server. Only main.ts imports the demonstration and passes it in. */
export type Demo = {
  /** Called before the server listens. */
  prepare(store: Store, deps: { config: Config; log: Logger; now(): number; say(line: string): void }): Promise<void>;
  /** Called once the server listens; returns how to stop. */
  live(
    store: Store,
    deps: {
      gate: Gate;
      directory: DeviceCache;
      controllers: Controllers;
      events: ControllerEvents;
      log: Logger;
      now(): number;
    },
  ): () => Promise<void>;
  /** Simulated weather for farms without a weather service; `pastHouses` replays houses for trying rules. */
  weather: SimulatedWeather;
  pastHouses?(store: Store): Parameters<typeof createApp>[0]['findHouses'];
};

type ServerOptions = {
  config: Config;
  log: Logger;
  build: string;
  demo: Demo;
  /** Prints for the person at the terminal; a line may hold secrets that must not be logged. */
  say(line: string): void;
  now?(): number;
  /** A monotonic clock, ms. */
  monotonic?(): number;
  sockets?: SocketLimits;
};

/** Limits for idle and slow clients: sockets are finite, and a slow one may belong to a user. */
type SocketLimits = {
  /** Time until the headers of a request are complete, ms. */
  headMs: number;
  /** Time until the whole request is complete, ms. A batch of a megabyte takes 64 s at 128 kbit/s. */
  requestMs: number;
  /** Open sockets at a time, including streams of live values. */
  count: number;
};
const socketLimits: SocketLimits = { headMs: 15_000, requestMs: 120_000, count: 4_000 };

/** How often the server checks whether a request to a weather service is due. */
const POLL_MS = 15 * SECOND_MS;

/** How long running requests may take after the server is told to stop. */
const GRACE_MS = 5_000;

/** Opens the data folder, serves HTTP and MQTT, runs the jobs. Throws when it cannot start; nothing is left open then. */
export async function startServer({
  config,
  log,
  build,
  demo,
  say,
  now = Date.now,
  monotonic = () => performance.now(),
  sockets = socketLimits,
}: ServerOptions): Promise<RunningServer> {
  const closers: (() => unknown)[] = [];
  const stop = () => closeAll(closers, log);
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    const lock = lockDataDir(config.dataDir);
    closers.push(() => lock.release());
    await refuseHalfRestored(config.dataDir);
    const { store, instance } = await startStore(config, log, closers);
    await addBuiltInMenus(store);
    await addBuiltInItems(store);
    const secret = loadSecret(config.dataDir);
    const sealer = createEncrypter(secret);
    const auth = createAuth({ store, config, secret, log, now });
    await demo.prepare(store, { config, log, now, say });
    if (!config.isDemo) await provideAdministrator(store, now(), say);

    const metrics = createMetrics(now);
    const hub = createLiveHub();
    const directory = createDeviceCache(store);
    const refusals = createRejectedReadings(now());
    const findExcluded = createExclusionCache(store);
    const room = watchStorageRoom(store, { now, log });
    const passing = { onCommitted: hub.publish, onRefused: refusals.note, findExcluded, onFailed: room.note };
    const judged = createGate(store, { now, rawRetentionDays: config.retentionDays.raw, log, ...passing });
    const gate = countReadings(judged, metrics.readings);
    const { engine, controllers } = startEngine({ store, config, metrics, log, now, monotonic }, closers);
    closers.push(...startJobs(store, config, { weather: demo.weather, sealer, metrics, now, log }));
    if (config.isDemo)
      closers.push(demo.live(store, { gate, directory, controllers, events: engine.events, log, now }));

    const closing = new AbortController();
    const app = createApp({
      config,
      store,
      auth,
      sealer,
      directory,
      refusals,
      gate,
      findExcluded,
      hub,
      engine,
      controllers,
      metrics,
      room,
      log,
      now,
      build,
      instance,
      closing: closing.signal,
      findHouses: config.isDemo ? demo.pastHouses?.(store) : undefined,
      builtApp: readApp(path.resolve('dist/app'), config.isDemo && !config.isPublic),
    });
    const { server, port } = await listen(app.fetch, config, sockets);
    closers.push(() => closeServer(server, closing));

    const reach = { store, directory, controllers, events: engine.events, gate, metrics, log, now, monotonic };
    if (config.mqtt) await openBroker(config.mqtt, config, reach, closers);
    return { port, store, engine, controllers, stop };
  } catch (error) {
    await stop();
    throw asConfigError(error, config);
  }
}

/** Closes in the reverse order of opening; logs a failure and closes the rest. */
async function closeAll(closers: (() => unknown)[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'part of the server could not be closed as it should');
    }
  }
}

/** Opens the database, reads its instance id, and keeps the marks that identify an older copy. */
async function startStore(
  config: Parameters<typeof openDatabase>[0],
  log: Logger,
  closers: (() => unknown)[],
): Promise<{ store: Store; instance: string }> {
  const { dataDir } = config;
  const store = await openDatabase(config);
  closers.push(() => store.close());
  const { id, isRestored, mark } = await openInstance(store, dataDir);
  if (isRestored) log.warn({ instance: id }, 'the database is an older copy: devices send again what it lacks');
  const last = () => mark().catch((error: unknown) => log.error({ err: error }, 'the database could not be marked'));
  closers.push(last, every(MARK_EVERY_MS, mark, log));
  return { store, instance: id };
}

type EngineGiven = {
  store: Store;
  config: Config;
  metrics: Metrics;
  log: Logger;
  now(): number;
  monotonic(): number;
};

/** Starts the control of equipment: each second, where something is due. */
function startEngine(
  { store, config, metrics, log, now, monotonic }: EngineGiven,
  closers: (() => unknown)[],
): { engine: Engine; controllers: Controllers } {
  const controllers = createControllers();
  const onStrayAck = () => metrics.controllerMessages.inc({ kind: 'ack', outcome: 'stray' });
  const real = realSources(config.weather);
  const engine = createEngine({ store, controllers, real, log, now, monotonic, onStrayAck });
  closers.push(
    () => engine.stop(),
    every(SECOND_MS, (stopping) => engine.run(stopping), log),
  );
  return { engine, controllers };
}

/** Connects to the MQTT broker: for controllers, for readings, and for Home Assistant if configured. */
async function openBroker(
  settings: NonNullable<Config['mqtt']>,
  { isHaDiscovery }: Pick<Config, 'isHaDiscovery'>,
  given: Omit<DoorDeps, 'onMessage'> & { store: Store; gate: Gate; metrics: Metrics },
  closers: (() => unknown)[],
): Promise<void> {
  const { store, directory, gate, metrics, log, now } = given;
  const onMessage: DoorDeps['onMessage'] = (kind, outcome) => metrics.controllerMessages.inc({ kind, outcome });
  const { knowsTime, stop } = openControllers(settings, { ...given, onMessage });
  closers.push(stop);
  const clientId = `onsil-${await installationId(store)}`;
  const client = connectMqtt(settings, { directory, gate, log, clientId, now, knowsTime });
  closers.push(() => closeMqtt(client));
  if (!isHaDiscovery) return;
  const { refresh, stop: leave } = announceToHomeAssistant(settings, { store, log });
  closers.push(leave, every(MINUTE_MS, refresh, log));
}

async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: Config,
  { headMs, requestMs, count }: SocketLimits,
): Promise<{ server: Server; port: number }> {
  const { tls } = config;
  const limits = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    // How often Node checks the timeouts; a timeout fires late by at most this.
    connectionsCheckingInterval: Math.min(headMs, 5_000),
  };
  const how = tls
    ? {
        createServer: createHttpsServer,
        serverOptions: { ...limits, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
      }
    : { createServer: createHttpServer, serverOptions: limits };
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: config.port, hostname: config.host, ...how }, (info: AddressInfo) =>
      resolve({ server: server as Server, port: info.port }),
    );
    (server as Server).maxConnections = count;
    server.once('error', reject);
  });
}

/** Ends streams first, then idle keep-alive connections; other requests may finish within the grace period. */
async function closeServer(server: Server, closing: AbortController): Promise<void> {
  closing.abort();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
}

type JobDeps = { weather: SimulatedWeather; sealer: Encrypter; metrics: Metrics; now(): number; log: Logger };

/** Starts the daily, hourly and minutely jobs; returns how to stop each. */
function startJobs(
  store: Store,
  config: Pick<Config, 'dataDir' | 'retentionDays' | 'isCold' | 'weather' | 'backup'>,
  { weather, sealer, metrics, now, log }: JobDeps,
): (() => Promise<void>)[] {
  const { dataDir, retentionDays, isCold, weather: services, backup } = config;
  const real = realSources(services);
  const poller = createPoller({
    config: services,
    sealer,
    now,
    random: Math.random,
    log,
    onAsked: countWeatherCalls(metrics, now),
  });
  const outlooks = createOutlooks({ real, weather, now });
  const copying = { dataDir, log, now };
  const nightly = backup && createNightly({ ...copying, settings: backup, metrics: createBackupMetrics(metrics) });
  return [
    every(DAY_MS, () => finishRebuilding(store, { now: now(), rawRetentionDays: retentionDays.raw }), log),
    every(DAY_MS, () => dropOldAnswers(store, now()), log),
    every(HOUR_MS, () => dropOldUnknown(store, now()), log),
    every(DAY_MS, (stopping) => purgeDeleted(store, { now: now(), stopping }), log),
    every(DAY_MS, () => photoFiles(dataDir).sweep(store, now()), log),
    every(HOUR_MS, async () => metrics.tellDisk(await measureDisk(store, dataDir, now())), log),
    every(DAY_MS, () => dropOldDecisions(store, now()), log),
    every(DAY_MS, () => dropOldReadings(store, { now: now(), retentionDays }), log),
    ...(isCold ? [every(HOUR_MS, (stopping) => sealDays(store, { now: now(), stopping }), log)] : []),
    every(DAY_MS, () => dropOldForecasts(store, now()), log),
    every(DAY_MS, () => dropOldRaw(store, now()), log),
    every(PERIODS_EVERY_MS, (stopping) => makePeriods(store, stopping), log),
    every(MINUTE_MS, (stopping) => advanceSimulated(store, { weather, real, now }, stopping), log),
    () => outlooks.stop(store),
    every(OUTLOOK_EVERY_MS, (stopping) => outlooks.run(store, stopping), log),
    () => poller.stop(store),
    every(POLL_MS, (stopping) => poller.runOwn(store, stopping), log),
    ...(real.stations ? [every(POLL_MS, (stopping) => poller.run(store, stopping), log)] : []),
    ...(nightly ? [every(NIGHTLY_EVERY_MS, (stopping) => nightly(store, stopping), log)] : []),
  ];
}

/** Runs a job periodically. A failure is logged and the next run comes as planned. Long jobs check the signal. */
function every(periodMs: number, job: (stopping: AbortSignal) => Promise<unknown>, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const run = () => {
    // A job that takes longer than its period does not run twice at a time.
    running ??= job(stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'job failed'))
      .then(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, periodMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

function countWeatherCalls(metrics: Metrics, now: () => number): NonNullable<AskDeps['onAsked']> {
  return ({ provider: service, outcome, state }) => {
    metrics.weatherCalls.inc({ service, outcome });
    if (state.lastSuccessAt !== null) metrics.weatherLastSuccess.set({ service }, state.lastSuccessAt / SECOND_MS);
    metrics.noteWeatherCalls(service, { used: state.used, budget: dailyBudgets[service], at: now() });
    metrics.weatherNextTry.set({ service }, (state.nextTryAt ?? 0) / SECOND_MS);
  };
}

function countReadings(gate: Gate, counter: ReturnType<typeof createMetrics>['readings']): Gate {
  return {
    refuse(device, reason) {
      gate.refuse(device, reason);
      counter.inc({ outcome: 'refused' });
    },
    async accept(device, sent, arrival) {
      const answer = await gate.accept(device, sent, arrival);
      for (const outcome of ['stored', 'duplicate', 'flagged', 'kept', 'refused'] as const)
        counter.inc({ outcome }, answer[outcome]);
      return answer;
    },
  };
}

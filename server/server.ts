import { mkdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import { LIVE_HEARTBEAT_MS } from '#contract/monitor/live.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { createApp } from './app.ts';
import { provideAdministrator } from './auth/account/first-administrator.ts';
import { type Auth, createAuth } from './auth/auth.ts';
import { loadSecret, requireSharedSecret } from './auth/session/secret.ts';
import { refuseHalfRestored } from './backup/restore-journal.ts';
import type { Config } from './config.ts';
import { type ControllerEvents, type Controllers, createControllers } from './control/engine/controllers.ts';
import { createEngine, type Engine } from './control/engine/engine.ts';
import { type DoorDeps, openControllers } from './control/mqtt/door.ts';
import { announceToHomeAssistant } from './control/mqtt/home-assistant.ts';
import { installationId, JOBS_LEASE, MARK_EVERY_MS, openInstance } from './db/instance.ts';
import type { MaybePromise } from './db/maybe-promise.ts';
import type { Store } from './db/open.ts';
import { watchStorageRoom } from './db/storage-room.ts';
import { createDeviceCache, type DeviceCache } from './device/device-cache.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { readApp } from './http/static-files.ts';
import { createGate, type Gate } from './ingest/accept.ts';
import { connectMqtt } from './ingest/mqtt.ts';
import { closeMqtt } from './ingest/mqtt-connection.ts';
import { addBuiltInItems } from './item-code/commands.ts';
import { every, measureHourly, startJobs, together } from './jobs.ts';
import { asConfigError } from './kernel/as-config-error.ts';
import { createEncrypter } from './kernel/encrypt-at-rest.ts';
import { lockDataDir } from './kernel/process/data-dir-lock.ts';
import { onOneProcess } from './kernel/process/on-one-process.ts';
import { createDatabaseClock, type DatabaseClock } from './live/database-clock.ts';
import { createLiveHub, type LiveHub } from './live/hub.ts';
import { createPeerMessages, type PeerMessages } from './live/peer-messages.ts';
import { createStreamLimit, type StreamLimit } from './live/stream-limit.ts';
import { addBuiltInMenus } from './menu/built-in.ts';
import { openDatabase } from './open-database.ts';
import { subscribeToPeers, wakeByWrites, withPeers } from './peers.ts';
import { createExclusionCache } from './quality/exclusion-cache.ts';
import { realSources } from './weather/places.ts';
import type { SimulatedWeather } from './weather/simulated.ts';

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
  /** Identifies that clock, where it goes on over restarts of the server. */
  clockId?: string;
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
  clockId,
  sockets = socketLimits,
}: ServerOptions): Promise<RunningServer> {
  const closers: (() => unknown)[] = [];
  const stop = () => closeAll(closers, log);
  try {
    const { store, instance } = await startStore(config, { log, now }, closers);
    const secret = loadSecret(config.dataDir);
    await requireSharedSecret(store, secret, now());
    const encrypter = createEncrypter(secret);
    const auth = createAuth({ store, config, secret, log, now });
    await demo.prepare(store, { config, log, now, say });
    if (!config.isDemo) await provideAdministrator(store, now(), say);

    const metrics = createMetrics(now);
    const peerMessages = store.peers && createPeerMessages(store.peers);
    const hub = createLiveHub(peerMessages?.live);
    const directory = createDeviceCache(store);
    const findExcluded = createExclusionCache(store);
    const room = watchStorageRoom(store, { now, log });
    const clock = await compareClocks(store, { metrics, log }, closers);
    const passing = { onCommitted: hub.publish, findExcluded, isClockWrong: clock.isWrong, onFailed: room.note };
    const judged = createGate(store, { now, rawRetentionDays: config.retentionDays.raw, log, ...passing });
    const gate = countReadings(judged, metrics.readings);
    const deciding = { store, config, metrics, log, now, monotonic, clockId };
    const { engine, controllers } = startEngine({ ...deciding, peerMessages, hub, auth }, closers);
    const once: Once = (name, start) =>
      onOneProcess(store, name, start, { log, now: () => now() + clock.aheadMs(), monotonic });
    const given = { weather: demo.weather, encrypter, metrics, now, log };
    closers.push(measureHourly(store, config, given));
    closers.push(await once(JOBS_LEASE, (own) => startJobs(own, config, given)));
    // The next process to start finds this lease, by which it refuses another data folder.
    await store.peers?.started();
    if (config.isDemo)
      closers.push(demo.live(store, { gate, directory, controllers, events: engine.events, log, now }));

    const streams = limitStreams(store, { log, now }, closers);
    const closing = new AbortController();
    const app = createApp({
      config,
      store,
      auth,
      encrypter,
      directory,
      gate,
      findExcluded,
      hub,
      streams,
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
    if (config.mqtt) await openBroker(config.mqtt, config, { ...reach, once }, closers);
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

/** Opens data folder and database, reads its instance id, keeps the marks of an older copy, adds what is built in. */
async function startStore(
  config: Parameters<typeof openDatabase>[0],
  { log, now }: { log: Logger; now(): number },
  closers: (() => unknown)[],
): Promise<{ store: Store; instance: string }> {
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!config.isOneOfMany) {
    const lock = lockDataDir(dataDir);
    closers.push(() => lock.release());
  }
  await refuseHalfRestored(dataDir);
  const store = await openDatabase(config);
  closers.push(() => store.close());
  const { id, isRestored, mark } = await openInstance(store, dataDir, now());
  if (isRestored) log.warn({ instance: id }, 'the database is an older copy: devices send again what it lacks');
  const last = () => mark().catch((error: unknown) => log.error({ err: error }, 'the database could not be marked'));
  closers.push(last, every(MARK_EVERY_MS, mark, store, log));
  await addBuiltInMenus(store);
  await addBuiltInItems(store);
  return { store, instance: id };
}

function limitStreams(
  store: Store,
  { log, now }: { log: Logger; now(): number },
  closers: (() => unknown)[],
): StreamLimit {
  const streams = createStreamLimit(store, now);
  closers.push(streams.stop, every(LIVE_HEARTBEAT_MS, streams.renew, store, log));
  return streams;
}

/** Compares the clock with that of the database, now and every minute. */
async function compareClocks(
  store: Store,
  { metrics, log }: { metrics: Metrics; log: Logger },
  closers: (() => unknown)[],
): Promise<DatabaseClock> {
  const clock = createDatabaseClock(store.peers, log);
  const compare = async () => {
    await clock.compare();
    metrics.clockAhead.set(clock.aheadMs() / SECOND_MS);
  };
  await compare();
  closers.push(every(MINUTE_MS, compare, store, log));
  return clock;
}

type EngineGiven = {
  store: Store;
  peerMessages: PeerMessages | undefined;
  hub: LiveHub;
  auth: Auth;
  config: Config;
  metrics: Metrics;
  log: Logger;
  now(): number;
  monotonic(): number;
  clockId: string | undefined;
};

/** Starts the control of equipment: every second, for farms that are due. */
function startEngine(
  { store, peerMessages, hub, auth, config, metrics, log, now, monotonic, clockId }: EngineGiven,
  closers: (() => unknown)[],
): { engine: Engine; controllers: Controllers } {
  const controllers = createControllers();
  const onStrayAck = () => metrics.controllerMessages.inc({ kind: 'ack', outcome: 'stray' });
  const real = realSources(config.weather);
  const engine = createEngine({ store, controllers, real, log, now, monotonic, clockId, onStrayAck });
  metrics.watchUndecided(engine.undecidedMs);
  const lookAtWrites = store.peers && wakeByWrites(store.peers, engine, monotonic);
  const look = (stopping: AbortSignal) => {
    lookAtWrites?.();
    return engine.run(stopping);
  };
  closers.push(() => engine.stop(), every(SECOND_MS, look, store, log), hub.listen(engine.readings));
  if (!peerMessages) return { engine, controllers };
  closers.push(subscribeToPeers(peerMessages, { store, hub, auth, engine, log }));
  return { engine: withPeers(engine, peerMessages), controllers };
}

/** Runs `start` on one of several processes, by a lease of that name. */
type Once = (name: string, start: (store: Store) => MaybePromise<() => Promise<void>>) => Promise<() => Promise<void>>;

/** Connects to the MQTT broker: for controllers, for readings, and for Home Assistant if configured. */
async function openBroker(
  settings: NonNullable<Config['mqtt']>,
  { isHaDiscovery }: Pick<Config, 'isHaDiscovery'>,
  given: Omit<DoorDeps, 'onMessage'> & { store: Store; gate: Gate; metrics: Metrics; once: Once },
  closers: (() => unknown)[],
): Promise<void> {
  const { store, directory, gate, metrics, log, now, once } = given;
  const onMessage: DoorDeps['onMessage'] = (kind, outcome) => metrics.controllerMessages.inc({ kind, outcome });
  const { knowsTime, stop } = openControllers(settings, { ...given, onMessage });
  closers.push(stop);
  const clientId = `onsil-${await installationId(store)}`;
  // The broker keeps messages for a client id, which only one client may use at a time.
  const connect = () => {
    const client = connectMqtt(settings, { directory, gate, log, clientId, now, knowsTime });
    return () => closeMqtt(client);
  };
  closers.push(await once('mqtt', connect));
  if (!isHaDiscovery) return;
  const announce = () => {
    const { refresh, stop: leave } = announceToHomeAssistant(settings, { store, log });
    return together([leave, every(MINUTE_MS, refresh, store, log)]);
  };
  closers.push(await once('home-assistant', announce));
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

function countReadings(gate: Gate, counter: ReturnType<typeof createMetrics>['readings']): Gate {
  return {
    async refuse(device, reason) {
      await gate.refuse(device, reason);
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

import { Hono } from 'hono';
import type { Logger } from 'pino';
import { endpoints } from '#contract/endpoints.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { errors } from '#contract/wire/errors.ts';
import { apiDescription, DEMO_PASSWORD, health, siteInfo } from '#contract/wire/site.ts';
import { mountAudit } from './audit/routes.ts';
import type { Auth } from './auth/auth.ts';
import { mountBoard } from './board/routes.ts';
import { mountClimate } from './climate/routes.ts';
import type { Config } from './config.ts';
import { controlMattersOf } from './control/attention.ts';
import type { Controllers } from './control/engine/controllers.ts';
import type { Engine } from './control/engine/engine.ts';
import { reportedBy } from './control/queries.ts';
import type { FindHouses } from './control/rehearsal/simulated-houses.ts';
import { mountRehearsal } from './control/rehearsal-routes.ts';
import { mountControl } from './control/routes.ts';
import { mountRules } from './control/rule-routes.ts';
import { mountCrops } from './crop/routes.ts';
import type { Store } from './db/open.ts';
import type { FindExcluded } from './db/reading-writer.ts';
import type { StorageRoom } from './db/storage-room.ts';
import type { DeviceCache } from './device/device-cache.ts';
import { mountDevice } from './device/routes.ts';
import { mountDisk } from './disk/routes.ts';
import { mountFarm } from './farm/routes.ts';
import { mountGrowing } from './growing/routes.ts';
import { mountGrowthCalendar } from './growth-calendar/routes.ts';
import { mountHeat } from './heat/routes.ts';
import { compressed } from './http/compressed.ts';
import { localNamesOnly } from './http/local-names-only.ts';
import { type Metrics, mountMetrics } from './http/metrics.ts';
import { answerError, RETRY_STORAGE_FULL_S } from './http/on-error.ts';
import { openapiOf } from './http/openapi.ts';
import { mountReceipts } from './http/receipts.ts';
import { requestFrame } from './http/request-frame.ts';
import { requestLog } from './http/request-log.ts';
import { requireAllMounted } from './http/require-all-mounted.ts';
import { type Guards, honoPath } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { type BuiltApp, mountApp } from './http/static-files.ts';
import { mountHumidity } from './humidity/routes.ts';
import type { Gate } from './ingest/accept.ts';
import { mountIngest } from './ingest/http.ts';
import { mountInspections } from './inspection/routes.ts';
import { mountItemCodes } from './item-code/routes.ts';
import { cachedRights } from './kernel/access/access.ts';
import type { Env } from './kernel/access/caller.ts';
import type { Encrypter } from './kernel/encrypt-at-rest.ts';
import { Failure, fail } from './kernel/fail.ts';
import { mountLeadFarm } from './lead-farm/routes.ts';
import type { LiveHub } from './live/hub.ts';
import { mountLive } from './live/routes.ts';
import type { StreamLimit } from './live/stream-limit.ts';
import { mountMenu } from './menu/routes.ts';
import { mountMonitor } from './monitor/routes.ts';
import { photoFiles } from './photo/files.ts';
import { mountPhotos } from './photo/routes.ts';
import { mountQuality } from './quality/routes.ts';
import { mountSensor } from './sensor/routes.ts';
import { mountStatistics } from './statistics/routes.ts';
import { mountTiles } from './tile/routes.ts';
import { mountUserAdmin } from './user/admin-routes.ts';
import { mountMyPage } from './user/routes.ts';
import { realSources } from './weather/places.ts';
import { mountWeather } from './weather/routes.ts';

type AppDeps = {
  config: Config;
  store: Store;
  auth: Auth;
  /** Encrypts the keys of other services in the database. */
  encrypter: Encrypter;
  directory: DeviceCache;
  gate: Gate;
  /** Finds the values left out by hand, as the open transaction sees them. */
  findExcluded: FindExcluded;
  hub: LiveHub;
  streams: StreamLimit;
  /** Controls the equipment through its controllers. */
  engine: Engine;
  controllers: Controllers;
  metrics: Metrics;
  room: StorageRoom;
  log: Logger;
  now(): number;
  build: string;
  /** The id of the database; a restore changes it. */
  instance: string;
  /** Aborted when the server stops, so that open streams end. */
  closing: AbortSignal;
  /** The simulated houses of the demonstration in the past; undefined without a demonstration. */
  findHouses: FindHouses | undefined;
  /** Undefined in tests that need no built app. */
  builtApp: BuiltApp | undefined;
};

/** Requests below /api that match no route. */
const UNKNOWN_ROUTE = '/api/*';

/** The whole HTTP side without a socket; tests call `app.request`. */
export function createApp(deps: AppDeps): Hono<Env> {
  const { config, store, auth, metrics, log } = deps;
  const app = new Hono<Env>();
  const guards: Guards = { rights: cachedRights(store) };

  app.onError((error, c) => {
    deps.room.note(error);
    const answer = answerError(error, c, log);
    if (answer.status === errors.INTERNAL.status) metrics.errors.inc();
    return answer;
  });
  app.notFound((c) =>
    c.req.path.startsWith('/api/') ? answerError(new Failure('NOT_FOUND'), c, log) : c.text('Not found', 404),
  );

  app.use('*', securityHeaders(config, deps.builtApp?.page));
  app.use('/api/*', requestLog({ ...deps, unknownRoute: UNKNOWN_ROUTE }));
  app.use('/api/*', requestFrame({ ...deps, callerOf: auth.callerOf, catchUp: store.catchUp }));

  const { isDemo, isPublic, operator } = config;
  if (isDemo && !isPublic) app.use('*', localNamesOnly);
  const site: AnswerOf<typeof siteInfo> = {
    isDemo,
    ...(isDemo && !isPublic && { demoPassword: DEMO_PASSWORD }),
    operator,
  };
  app.get(honoPath(health.path), async (c) => {
    if (!deps.store.isInPlace()) fail('INTERNAL');
    if (await deps.room.isFull()) fail('STORAGE_FULL', { retryAfterS: RETRY_STORAGE_FULL_S });
    return c.json({ ok: true, build: deps.build } satisfies AnswerOf<typeof health>);
  });
  app.get(honoPath(siteInfo.path), (c) => c.json(site));
  let description: Promise<string> | undefined;
  app.get(honoPath(apiDescription.path), async (c) => {
    c.header('Content-Type', 'application/json; charset=UTF-8');
    description ??= openapiOf(endpoints, deps.build).then((api) => JSON.stringify(api));
    return c.body(await compressed(c, await description));
  });
  mountMetrics(app, metrics, config);

  auth.mount(app);
  mountNouns(app, guards, deps);
  requireAllMounted(app);
  app.all(UNKNOWN_ROUTE, () => fail('NOT_FOUND'));
  if (deps.builtApp) mountApp(app, deps.builtApp);
  return app;
}

/** Mounts the endpoints of every noun. */
function mountNouns(app: Hono<Env>, guards: Guards, deps: AppDeps): void {
  const { config, store, auth } = deps;
  mountMenu(app, guards, deps);
  mountAudit(app, guards, store);
  mountDisk(app, guards, { store, dataDir: config.dataDir, backup: config.backup, now: deps.now });
  mountReceipts(app, guards, store);
  const { attempts } = auth;
  const people = { store, attempts, now: deps.now, sessionsEnded: auth.sessions.tellEnded };
  mountMyPage(app, guards, people);
  mountUserAdmin(app, guards, people);
  mountFarm(app, guards, { ...deps, attempts });
  mountDevice(app, guards, deps);
  mountSensor(app, guards, deps);
  mountGrowthCalendar(app, guards, deps);
  mountGrowing(app, guards, deps);
  mountClimate(app, guards, deps);
  mountHeat(app, guards, deps);
  mountCrops(app, guards, deps);
  mountItemCodes(app, guards, deps);
  mountMonitor(app, guards, { store, now: deps.now });
  mountTiles(app, guards, store);
  mountLeadFarm(app, guards, store);
  mountHumidity(app, guards, deps);
  mountStatistics(app, guards, deps);
  const reports = reportedBy(deps);
  mountQuality(app, guards, {
    ...deps,
    controlMatters: (farmId) => controlMattersOf(store, farmId, { reports, now: deps.now() }),
  });
  mountInspections(app, guards, deps);
  mountRules(app, guards, deps);
  mountRehearsal(app, { store, real: realSources(config.weather), findHouses: deps.findHouses, now: deps.now });
  mountControl(app, guards, deps);
  mountWeather(app, guards, deps);
  mountBoard(app, guards, deps);
  mountPhotos(app, guards, { store, files: photoFiles(config.dataDir), now: deps.now });
  mountIngest(app, deps);
  mountLive(app, {
    hub: deps.hub,
    streams: deps.streams,
    store,
    stillSignedIn: auth.stillSignedIn,
    onSessionEnded: auth.onSessionEnded,
    closing: deps.closing,
    log: deps.log,
  });
}

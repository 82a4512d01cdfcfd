import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { dropOldAttempts } from './auth/sign-in/attempt-memory.ts';
import { createNightly, NIGHTLY_EVERY_MS } from './backup/nightly.ts';
import type { Config } from './config.ts';
import { dropOldDecisions } from './control/decisions.ts';
import { LeaseLost } from './db/lease.ts';
import type { Store } from './db/open.ts';
import { measureDisk } from './disk/sizes.ts';
import { purgeDeleted } from './farm/purge.ts';
import { dropOldAnswers } from './http/idempotency.ts';
import { createBackupMetrics, type Metrics } from './http/metrics.ts';
import { dropOldReadings } from './ingest/retention.ts';
import { sealDays } from './ingest/seal-days.ts';
import { dropOldUnknown } from './ingest/unknown-readings.ts';
import type { Encrypter } from './kernel/encrypt-at-rest.ts';
import { photoFiles } from './photo/files.ts';
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

/** How often the server checks whether a request to a weather service is due. */
const POLL_MS = 15 * SECOND_MS;

type JobDeps = { weather: SimulatedWeather; encrypter: Encrypter; metrics: Metrics; now(): number; log: Logger };

/** Starts the daily, hourly and minutely jobs; returns a function that stops them. */
export function startJobs(
  store: Store,
  config: Pick<Config, 'dataDir' | 'retentionDays' | 'isCold' | 'weather' | 'backup'>,
  { weather, encrypter, metrics, now, log }: JobDeps,
): () => Promise<void> {
  const { dataDir, retentionDays, isCold, weather: services, backup } = config;
  const real = realSources(services);
  const poller = createPoller({
    config: services,
    encrypter,
    now,
    random: Math.random,
    log,
    onAsked: countWeatherCalls(metrics, now),
  });
  const outlooks = createOutlooks({ real, weather, now });
  const copying = { dataDir, log, now };
  const nightly = backup && createNightly({ ...copying, settings: backup, metrics: createBackupMetrics(metrics) });
  const job = (periodMs: number, run: Job) => every(periodMs, run, store, log);
  return together([
    job(DAY_MS, () => finishRebuilding(store, { now: now(), rawRetentionDays: retentionDays.raw })),
    job(DAY_MS, () => dropOldAnswers(store, now())),
    job(MINUTE_MS, () => dropOldAttempts(store, now())),
    job(HOUR_MS, () => dropOldUnknown(store, now())),
    job(DAY_MS, (stopping) => purgeDeleted(store, { now: now(), stopping })),
    job(DAY_MS, () => photoFiles(dataDir).sweep(store, now())),
    job(DAY_MS, () => dropOldDecisions(store, now())),
    job(DAY_MS, () => dropOldReadings(store, { now: now(), retentionDays })),
    ...(isCold ? [job(HOUR_MS, (stopping) => sealDays(store, { now: now(), stopping }))] : []),
    job(DAY_MS, () => dropOldForecasts(store, now())),
    job(DAY_MS, () => dropOldRaw(store, now())),
    job(PERIODS_EVERY_MS, (stopping) => makePeriods(store, stopping)),
    job(MINUTE_MS, (stopping) => advanceSimulated(store, { weather, real, now }, stopping)),
    () => outlooks.stop(store),
    job(OUTLOOK_EVERY_MS, (stopping) => outlooks.run(store, stopping)),
    () => poller.stop(store),
    job(POLL_MS, (stopping) => poller.runOwn(store, stopping)),
    ...(real.stations ? [job(POLL_MS, (stopping) => poller.run(store, stopping))] : []),
    ...(nightly ? [job(NIGHTLY_EVERY_MS, (stopping) => nightly(store, stopping))] : []),
  ]);
}

/** Measures the disk every hour; each process has its own metrics. */
export function measureHourly(
  store: Store,
  { dataDir }: Pick<Config, 'dataDir'>,
  { metrics, now, log }: Pick<JobDeps, 'metrics' | 'now' | 'log'>,
): () => Promise<void> {
  return every(HOUR_MS, async () => metrics.tellDisk(await measureDisk(store, dataDir, now())), store, log);
}

/** One function that calls all of these in reverse order, even if some fail. Throws the first failure. */
export function together(stops: readonly (() => Promise<void>)[]): () => Promise<void> {
  return async () => {
    const failures: unknown[] = [];
    for (const stop of stops.toReversed()) await stop().catch((error: unknown) => failures.push(error));
    // Another process has the lease, so there is nothing to release.
    if (failures.some((error) => !(error instanceof LeaseLost))) throw failures[0];
  };
}

type Job = (stopping: AbortSignal) => Promise<unknown>;

/** Runs a job periodically. A failure is logged and the next run comes as planned. Long jobs check the signal. */
export function every(periodMs: number, job: Job, { catchUp }: Store, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const caughtUp = async () => {
    await catchUp();
    await job(stopping.signal);
  };
  const run = () => {
    // A job that takes longer than its period does not run twice at a time.
    running ??= caughtUp()
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) log.info({ err: error }, 'job given up');
        else log.error({ err: error }, 'job failed');
      })
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

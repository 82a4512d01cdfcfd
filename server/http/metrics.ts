import type { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND_MS, seoulDate } from '#contract/time/time.ts';
import type { Config } from '../config.ts';
import type { Env } from '../kernel/access/caller.ts';
import { constantTimeEqual } from '../kernel/constant-time-equal.ts';
import { fail } from '../kernel/fail.ts';
import { isLocalName } from '../kernel/network/local-name.ts';
import { bearerOf } from './bearer.ts';
import { compressed } from './compressed.ts';
import { peerAddress } from './forwarded.ts';

/** The metrics of the server for Prometheus; one set per app, so that tests do not share values. `now`: epoch ms. */
export function createMetrics(now: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const dataBytes = new Gauge({
    name: 'onsil_data_folder_bytes',
    help: 'What the data folder takes, as measured once an hour',
    registers,
  });
  const diskFree = new Gauge({
    name: 'onsil_data_disk_free_bytes',
    help: 'What is left on the disk of the data folder, as measured once an hour',
    registers,
  });
  return {
    registry,
    requests: new Counter({
      name: 'onsil_http_requests_total',
      help: 'Requests answered, by method and status',
      labelNames: ['method', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'onsil_http_request_seconds',
      help: 'Time from request to answer',
      buckets: [0.005, 0.02, 0.1, 0.25, 1, 5],
      registers,
    }),
    readings: new Counter({
      name: 'onsil_readings_total',
      help: 'Readings that came in, by what became of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    controllerMessages: new Counter({
      name: 'onsil_controller_messages_total',
      help: 'Messages of controllers over MQTT, by what they are and what became of them',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    replays: new Counter({
      name: 'onsil_http_replays_total',
      help: 'Writes sent again under their key, answered as they were the first time',
      registers,
    }),
    weatherCalls: new Counter({
      name: 'onsil_weather_calls_total',
      help: 'Calls to weather services, by what became of them',
      labelNames: ['service', 'outcome'] as const,
      registers,
    }),
    weatherLastSuccess: new Gauge({
      name: 'onsil_weather_last_success_timestamp_seconds',
      help: 'When a weather service last answered as it should',
      labelNames: ['service'] as const,
      registers,
    }),
    noteWeatherCalls: callsLeftGauge(registers, now),
    weatherNextTry: new Gauge({
      name: 'onsil_weather_next_try_timestamp_seconds',
      help: 'Until when a weather service is left alone after a failure; 0 when it is not',
      labelNames: ['service'] as const,
      registers,
    }),
    clockAhead: new Gauge({
      name: 'onsil_database_clock_ahead_seconds',
      help: 'How far the clock of the database is ahead of that of this machine; 0 for a single process',
      registers,
    }),
    watchUndecided: undecidedGauge(registers),
    errors: new Counter({ name: 'onsil_errors_total', help: 'Requests that failed unexpectedly', registers }),
    /** Sets the measured size of the data folder and the free space of its disk. */
    tellDisk({ bytes, freeBytes }: { bytes: number; freeBytes: number }) {
      dataBytes.set(bytes);
      diskFree.set(freeBytes);
    },
  };
}

/** The time that the farm which has waited longest was not decided on, ms, is asked with each scrape. */
function undecidedGauge(registers: Registry[]): (undecidedMs: () => number) => void {
  return (undecidedMs) => {
    new Gauge({
      name: 'onsil_control_undecided_seconds',
      help: 'How long the farm that has waited longest was not decided on; 0 where another process decides',
      registers,
      collect() {
        this.set(undecidedMs() / SECOND_MS);
      },
    });
  };
}

/** How many calls of a service were used, and at what time (epoch ms). */
type UsedCalls = { used: number; budget: number; at: number };

/** Calls that a service has left today: all of them when it was not called on this Seoul day. */
function callsLeftGauge(registers: Registry[], now: () => number): (service: string, calls: UsedCalls) => void {
  const known = new Map<string, UsedCalls>();
  new Gauge({
    name: 'onsil_weather_calls_left',
    help: 'Calls that the key asked with last may still make on this Seoul day',
    labelNames: ['service'] as const,
    registers,
    collect() {
      const today = seoulDate(now());
      for (const [service, { used, budget, at }] of known)
        this.set({ service }, seoulDate(at) === today ? budget - used : budget);
    },
  });
  return (service, calls) => void known.set(service, calls);
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The newest backup; `madeAt`: epoch ms. */
type ToldCopy = { madeAt: number; seconds: number; bytes: number; copies: number };

/** Metrics of nightly backups, only where they are configured: an alert must tell a missing one from none wanted. */
export function createBackupMetrics({ registry }: Pick<Metrics, 'registry'>) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `onsil_backup_${name}`, help, registers: [registry] });
  const madeAt = gauge('last_success_timestamp_seconds', 'When the newest copy was made; 0 where there is none');
  const seconds = gauge('duration_seconds', 'How long the newest copy took');
  const bytes = gauge('size_bytes', 'What database and photos of the newest copy take');
  const count = gauge('copies', 'Copies that are kept');
  return {
    tell(newest: ToldCopy | undefined) {
      madeAt.set((newest?.madeAt ?? 0) / SECOND_MS);
      seconds.set(newest?.seconds ?? 0);
      bytes.set(newest?.bytes ?? 0);
      count.set(newest?.copies ?? 0);
    },
    failures: new Counter({
      name: 'onsil_backup_failures_total',
      help: 'Nightly copies that were tried and not made',
      registers: [registry],
    }),
  };
}

/** Headers that proxies add. A request with one of them did not come from this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Serves the metrics in Prometheus' text format with the token, and to this machine also without it. Behind a proxy
 * every request seems local, so there only the token counts.
 */
export function mountMetrics(
  app: Hono<Env>,
  { registry }: Pick<Metrics, 'registry'>,
  { metricsToken, publicUrl, isBehindProxy }: Pick<Config, 'metricsToken' | 'publicUrl' | 'isBehindProxy'>,
): void {
  const isProxied = publicUrl !== undefined || isBehindProxy;
  app.get('/api/metrics', async (c) => {
    const isLocal =
      !isProxied &&
      /^(::1$|127\.|::ffff:127\.)/.test(peerAddress(c)) &&
      isLocalName(c.req.header('host') ?? '') &&
      !proxyHeaders.some((name) => c.req.header(name) !== undefined);
    if (!isLocal && !(metricsToken !== undefined && constantTimeEqual(bearerOf(c) ?? '', metricsToken)))
      fail('NOT_FOUND');
    c.header('Content-Type', registry.contentType);
    return c.body(await compressed(c, await registry.metrics()));
  });
}

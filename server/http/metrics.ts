import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { seoulDate } from '#contract/time/time.ts';
import type { Config } from '../config.ts';
import type { Env } from '../kernel/caller.ts';
import { fail } from '../kernel/fail.ts';
import { isLocalName } from '../kernel/local-name.ts';
import { bearerOf } from './bearer.ts';
import { peerAddress } from './forwarded.ts';
import { packed } from './packed.ts';

/** What the server counts, in Prometheus' terms. One per app, so that tests do not share figures. `now`: epoch ms. */
export function createMetrics(now: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
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
    errors: new Counter({ name: 'onsil_errors_total', help: 'Requests that failed unexpectedly', registers }),
  };
}

/** What was used of a service's calls, and when that was. */
type UsedCalls = { used: number; budget: number; at: number };

/** A service that has not been asked on the Seoul day of the look has all of its calls left. */
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

/** What proxies add to what they pass on: with one of them a request from this machine came from elsewhere. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * The figures in Prometheus' text, for whoever has the token, and without it for this machine alone. Where a proxy
 * may stand in front, everything seems to come from this machine, and the token decides alone.
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
    if (!isLocal && !(metricsToken !== undefined && isSame(bearerOf(c) ?? '', metricsToken))) fail('NOT_FOUND');
    c.header('Content-Type', registry.contentType);
    return c.body(await packed(c, await registry.metrics()));
  });
}

/** Compared in a time that does not tell how much was right. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

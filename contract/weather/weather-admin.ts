import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';

/** The weather services, each with its own keys and quota. */
export const weatherServiceNames = ['kma-forecast', 'kma-hub', 'kma-asos', 'ambient'] as const;

/**
 * Kinds of failures. retry, rate: try again after a pause. quota: not before the next Seoul day. auth: the key is
 * refused, so somebody has to act. config, bad-request: the call itself is wrong. no-data: no data yet. empty: the
 * account has no station, or none with a measurement.
 */
export const weatherFailureKinds = [
  'no-data',
  'empty',
  'retry',
  'rate',
  'quota',
  'auth',
  'config',
  'bad-request',
] as const;

const weatherService = z.object({
  service: z.enum(weatherServiceNames),
  /** Whether there is a key; without one the data of the service is simulated. */
  isSet: z.boolean(),
  /** Number of farms that use it. */
  farms: z.number(),
  /** Identifies the key without revealing it; null without one. */
  keyPrint: z.nullable(z.string()),
  /** Calls on this Seoul day, and the limit of the key. */
  usedToday: z.number(),
  dailyBudget: z.number(),
  /** Failures since the last success. */
  failures: z.number(),
  /** ISO instants; null before the first. */
  lastSuccessAt: z.nullable(instantText),
  lastFailureAt: z.nullable(instantText),
  /** The service's message, without any key. */
  lastFailure: z.nullable(z.string()),
  failureKind: z.nullable(z.enum(weatherFailureKinds)),
  /** No calls before this instant; null when there is no pause. */
  nextTryAt: z.nullable(instantText),
});
export type WeatherService = z.infer<typeof weatherService>;

export const weatherServices = endpoint({
  method: 'GET',
  path: '/api/admin/weather-services',
  who: 'administrator',
  farm: 'none',
  answer: z.object({
    /** One row for each meteorological service and for each Ambient Weather account, failing ones first. */
    services: z.array(weatherService),
  }),
  offline: 'live',
  about: 'Returns the state of the weather services: last success, remaining calls, last failure and next attempt.',
});

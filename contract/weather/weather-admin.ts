import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';

/** The services that are asked, each with keys and a budget of its own. */
export const weatherServiceNames = ['kma-forecast', 'kma-hub', 'kma-asos', 'ambient'] as const;

/**
 * What a failure means. retry, rate: it is asked again after a pause. quota: not before the next Seoul day. auth: it
 * refuses the key, somebody has to act. config, bad-request: the call itself is wrong. no-data: nothing is there yet. empty: the account has no
 * station, or none that has measured anything.
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
  /** Whether there is a key; without one what the service would tell is simulated. */
  isSet: z.boolean(),
  /** Farms that go by it. */
  farms: z.number(),
  /** Names the key without telling it; null without one. */
  keyPrint: z.nullable(z.string()),
  /** Calls made on this Seoul day, and how many the key may make. */
  usedToday: z.number(),
  dailyBudget: z.number(),
  /** Failures since the last success. */
  failures: z.number(),
  /** ISO instants; null before the first. */
  lastSuccessAt: z.nullable(instantText),
  lastFailureAt: z.nullable(instantText),
  /** In the service's words, without any key. */
  lastFailure: z.nullable(z.string()),
  failureKind: z.nullable(z.enum(weatherFailureKinds)),
  /** Before this instant it is left alone; null: it is asked whenever something is due. */
  nextTryAt: z.nullable(instantText),
});
export type WeatherService = z.infer<typeof weatherService>;

export const weatherServices = endpoint({
  method: 'GET',
  path: '/api/admin/weather-services',
  who: 'administrator',
  farm: 'none',
  answer: z.object({
    /** Of the meteorological services one row each, of Ambient Weather one for each account, those that fail first. */
    services: z.array(weatherService),
  }),
  offline: 'live',
  about: 'How the weather services stand: last success, calls left, last failure, next try.',
});

import * as z from 'zod/mini';
import { ambientKeys } from '../farm/farm-weather.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { doneOf } from '../wire/write.ts';

const ambientStation = z.object({
  /** '00:0E:C6:20:0F:7B'. */
  mac: z.string(),
  /** The owner's name for it; the MAC address without one. */
  name: z.string(),
  /** Time of its newest measurement; null before the first. */
  observedAt: z.nullable(instantText),
});
export type AmbientStation = z.infer<typeof ambientStation>;

export const ambientDevices = endpoint({
  method: 'POST',
  path: '/api/ambient/devices/{id}',
  who: 'farm:own',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-edit',
  params: z.object({ id: indexParam }),
  // In the body, because proxies log URLs.
  body: ambientKeys,
  answer: doneOf(z.array(ambientStation)),
  errors: ['WEATHER_KEY_REFUSED', 'WEATHER_SERVICE_FAILED'],
  offline: 'now-or-never',
  about: 'Lists the stations of an Ambient Weather account, by asking Ambient Weather; the given keys are not stored.',
});

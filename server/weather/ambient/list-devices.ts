import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import type { AmbientStation } from '#contract/weather/ambient-devices.ts';
import { fail } from '../../kernel/fail.ts';
import { fetchBytes } from '../provider/fetch-bytes.ts';
import { readObservation } from './observation.ts';
import { devicesUrl, readDevices } from './reply.ts';

/** Short, because a user waits in front of a form. */
const TIMEOUT_MS = 5_000;

/**
 * Asks the service for the stations of an account. Fails with WEATHER_KEY_REFUSED, or with WEATHER_SERVICE_FAILED
 * without an answer in time.
 */
export async function askDevices(baseUrl: string, keys: AmbientKeys): Promise<AmbientStation[]> {
  const url = devicesUrl(baseUrl, keys);
  const nobodyStops = new AbortController().signal;
  const fetched = await fetchBytes(url, { signal: nobodyStops, timeoutMs: TIMEOUT_MS }).catch(() => undefined);
  const read = fetched && readDevices(fetched);
  if (!read) return fail('WEATHER_SERVICE_FAILED');
  if ('failure' in read) return fail(read.failure.kind === 'auth' ? 'WEATHER_KEY_REFUSED' : 'WEATHER_SERVICE_FAILED');
  return read.value.flatMap(({ macAddress, info, lastData }) => {
    // Without a measurement only the address is read.
    const { mac = null, at = 0 } = readObservation({ dateutc: 0, ...lastData, macAddress }) ?? {};
    return mac === null
      ? []
      : [{ mac, name: info?.name?.trim() || mac, observedAt: at === 0 ? null : new Date(at).toISOString() }];
  });
}

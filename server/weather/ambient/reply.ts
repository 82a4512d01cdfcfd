import * as z from 'zod/mini';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { kindOfStatus, type ProviderFailure } from '../provider/failure.ts';
import type { Fetched } from '../provider/fetch-bytes.ts';
import { parseJson } from '../provider/parse-json.ts';

const device = z.object({
  macAddress: z.string(),
  // Only the name is used: an odd description must not hide the measurements.
  info: z.catch(z.nullish(z.object({ name: z.nullish(z.string()) })), undefined),
  lastData: z.nullish(z.record(z.string(), z.unknown())),
});
/** A station of an account, with its newest measurement as received. */
export type AmbientDevice = z.infer<typeof device>;

/** Returns an empty list for an invalid entry, so that it does not hide the valid ones. */
function readDevice(sent: unknown): AmbientDevice[] {
  const read = z.safeParse(device, sent);
  return read.success ? [read.data] : [];
}

/** The stations in a list from the service; undefined when it is not a list. */
export const readDeviceList = (sent: unknown): AmbientDevice[] | undefined =>
  Array.isArray(sent) ? sent.flatMap(readDevice) : undefined;

const failed = z.object({ error: z.string() });

/** The URL for the stations of an account. */
export function devicesUrl(baseUrl: string, { apiKey, applicationKey }: AmbientKeys): URL {
  const url = new URL(`${baseUrl}/v1/devices`);
  url.searchParams.set('apiKey', apiKey);
  url.searchParams.set('applicationKey', applicationKey);
  return url;
}

/** The stations of an account; an empty list is valid. */
export function readDevices({ status, bytes }: Fetched): { value: AmbientDevice[] } | { failure: ProviderFailure } {
  const body = parseJson(new TextDecoder().decode(bytes));
  const devices = status === 200 ? readDeviceList(body) : undefined;
  if (devices) return { value: devices };
  const parsed = z.safeParse(failed, body);
  const message = parsed.success ? parsed.data.error : `HTTP ${status} without a list`;
  return { failure: { kind: kindOfStatus(status), code: String(status), message } };
}

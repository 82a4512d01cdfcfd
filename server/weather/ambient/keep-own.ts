import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { OWN_STATION_NAME } from '#contract/weather/weather-text.ts';
import type { Store } from '../../db/open.ts';
import { storeMeasurements } from '../commands.ts';
import { keepRaw } from '../raw.ts';
import { readObservation } from './observation.ts';
import type { AmbientDevice } from './reply.ts';

/** The service updates a station's newest measurement about once a minute. */
export const OWN_INTERVAL_MS = MINUTE_MS;

/** A farm with its own Ambient Weather account; without `mac` it uses the account's first station. */
export type OwnAccount = { farmId: number; mac: string | null; keys: AmbientKeys };

/** Identifies an account by both of its keys, so that a changed application key is tried at once. */
export const accountOf = ({ apiKey, applicationKey }: AmbientKeys): string => `${apiKey} ${applicationKey}`;

/** Groups farms by their account. */
export function byAccount(farms: readonly OwnAccount[]): Map<string, [OwnAccount, ...OwnAccount[]]> {
  const accounts = new Map<string, [OwnAccount, ...OwnAccount[]]>();
  for (const farm of farms) {
    const account = accounts.get(accountOf(farm.keys));
    if (account) account.push(farm);
    else accounts.set(accountOf(farm.keys), [farm]);
  }
  return accounts;
}

/** Stores the measurement of a farm's station from a list of its account's stations. */
export async function keepOwn(
  store: Store,
  { farmId, mac }: Pick<OwnAccount, 'farmId' | 'mac'>,
  devices: readonly AmbientDevice[],
  now: number,
): Promise<void> {
  const measured = devices.flatMap(({ macAddress, lastData }) => {
    const sent = { ...lastData, macAddress };
    const observation = readObservation(sent);
    return observation ? [{ sent, observation }] : [];
  });
  const chosen = mac === null ? measured[0] : measured.find(({ observation }) => observation.mac === mac);
  if (!chosen) return;
  await keepRaw(store, `ambient ${farmId}`, now, JSON.stringify(chosen.sent));
  await storeOwn(store, farmId, chosen.observation, now);
}

/** Stores a measurement of a farm's own station, whether it was polled or pushed. */
export async function storeOwn(
  store: Store,
  farmId: number,
  observation: NonNullable<ReturnType<typeof readObservation>>,
  fetchedAt: number,
): Promise<void> {
  const { mac: _, gustMps: __, ...measurement } = observation;
  const number = stationNumber('own', farmId, false);
  const station = { number, name: OWN_STATION_NAME, isSimulated: false, intervalMs: OWN_INTERVAL_MS };
  await storeMeasurements(store, station, [measurement], fetchedAt);
}

import { FUTURE_TOLERANCE_MS } from '#contract/device/ingest.ts';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { OWN_STATION_NAME } from '#contract/weather/weather-text.ts';
import type { Store } from '../../db/open.ts';
import { storeMeasurements } from '../commands.ts';
import { keepRaw } from '../raw.ts';
import { readObservation } from './observation.ts';
import type { AmbientDevice } from './reply.ts';

/** The service renews a station's newest measurement about once a minute. */
export const OWN_INTERVAL_MS = MINUTE_MS;

/** A farm with an account of its own; without an address it goes by the account's first station. */
export type OwnAccount = { farmId: number; mac: string | null; keys: AmbientKeys };

/** Names an account by both of its keys: with another application key it is another one, and asked at once. */
export const accountOf = ({ apiKey, applicationKey }: AmbientKeys): string => `${apiKey} ${applicationKey}`;

/** Farms by the account they go by, each account once. */
export function byAccount(farms: readonly OwnAccount[]): Map<string, [OwnAccount, ...OwnAccount[]]> {
  const accounts = new Map<string, [OwnAccount, ...OwnAccount[]]>();
  for (const farm of farms) {
    const account = accounts.get(accountOf(farm.keys));
    if (account) account.push(farm);
    else accounts.set(accountOf(farm.keys), [farm]);
  }
  return accounts;
}

/** Keeps what the service tells of a farm's station among those of its account, asked for or not. */
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
  // By a clock that runs ahead it would stay the newest for as long as it does.
  if (chosen.observation.at > now + FUTURE_TOLERANCE_MS) return;
  await storeOwn(store, farmId, chosen.observation, now);
}

/** Keeps a measurement of a farm's own station, by whichever door it came. */
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

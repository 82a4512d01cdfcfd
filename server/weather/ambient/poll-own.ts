import { FUTURE_TOLERANCE_MS } from '#contract/device/ingest.ts';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { OWN_STATION_NAME } from '#contract/weather/weather-text.ts';
import type { Store } from '../../db/open.ts';
import { storeMeasurements } from '../commands.ts';
import { type AskDeps, ask } from '../provider/ask.ts';
import { keepRaw } from '../raw.ts';
import { readObservation } from './observation.ts';
import { type AmbientDevice, devicesUrl, readDevices } from './reply.ts';

/** The service renews a station's newest measurement about once a minute. */
const INTERVAL_MS = MINUTE_MS;
/** The service allows one application three calls a second; each account is asked once in an interval anyway. */
const BETWEEN_CALLS_MS = 350;

/** A farm with an account of its own; without an address it goes by the account's first station. */
export type OwnAccount = { farmId: number; mac: string | null; keys: AmbientKeys };

type OwnDeps = AskDeps & { store: Store; baseUrl: string; wait(ms: number): Promise<void> };

/** Brings what farms' own stations measure; knows between two rounds when each account was asked last. */
export function createOwnPoll(): (deps: OwnDeps, accounts: readonly OwnAccount[]) => Promise<void> {
  const nextAt = new Map<string, number>();
  return async (deps, accounts) => {
    for (const apiKey of new Set(accounts.map(({ keys }) => keys.apiKey))) {
      const farms = accounts.filter(({ keys }) => keys.apiKey === apiKey);
      if (deps.stopping.aborted) return;
      const now = deps.now();
      const [{ keys } = { keys: undefined }] = farms;
      if (!keys || now < (nextAt.get(apiKey) ?? 0)) continue;
      nextAt.set(apiKey, now + INTERVAL_MS);
      const url = devicesUrl(deps.baseUrl, keys);
      const asked = await ask(deps, { provider: 'ambient', key: apiKey, url, read: readDevices });
      if ('isPaused' in asked) continue;
      if ('value' in asked) for (const farm of farms) await keep(deps, farm, asked.value);
      await deps.wait(BETWEEN_CALLS_MS);
    }
  };
}

async function keep({ store, now }: OwnDeps, { farmId, mac }: OwnAccount, devices: readonly AmbientDevice[]) {
  const measured = devices.flatMap(({ macAddress, lastData }) => {
    const sent = { ...lastData, macAddress };
    const observation = readObservation(sent);
    return observation ? [{ sent, observation }] : [];
  });
  const chosen = mac === null ? measured[0] : measured.find(({ observation }) => observation.mac === mac);
  if (!chosen) return;
  await keepRaw(store, `ambient ${farmId}`, now(), JSON.stringify(chosen.sent));
  // By a clock that runs ahead it would stay the newest for as long as it does.
  if (chosen.observation.at > now() + FUTURE_TOLERANCE_MS) return;
  await storeOwn(store, farmId, chosen.observation, now());
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
  const station = { number, name: OWN_STATION_NAME, isSimulated: false, intervalMs: INTERVAL_MS };
  await storeMeasurements(store, station, [measurement], fetchedAt);
}

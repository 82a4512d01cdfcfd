import { HOUR_MS } from '#contract/time/time.ts';
import type { WeatherConfig } from '../config.ts';
import type { Queries } from '../db/open.ts';
import { decryptAmbientKeys } from '../farm/queries.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import type { OwnAccount } from './ambient/keep-own.ts';
import type { WantedCell } from './kma/poll-forecasts.ts';
import { STATION_INTERVAL_MS, type WantedStation } from './kma/poll-stations.ts';
import { cellOf, type WeatherPlaces } from './places.ts';
import type { Station } from './station.ts';

/** A station that farms use, and its grid cell. */
type Placed = WantedStation & { cell: string | undefined };

/** The real stations that farms use, each once. Without the hub's key they report hourly. */
export function wantedStations(
  places: readonly WeatherPlaces[],
  { hubKey }: Pick<WeatherConfig, 'hubKey'>,
): readonly Placed[] {
  const intervalMs = hubKey === undefined ? HOUR_MS : STATION_INTERVAL_MS;
  const found = new Map<string, Placed>();
  for (const { publicStation } of places) {
    if (!publicStation || publicStation.isSimulated) continue;
    const { id, number, name, position } = publicStation;
    const station: Station = { number, name, isSimulated: false, intervalMs };
    found.set(id, { id, station, cell: position ? cellOf(position) : undefined });
  }
  return [...found.values()];
}

/** The cells of farms, each once, and those of stations that use the observation of their cell. */
export function wantedCells(places: readonly WeatherPlaces[], observed: readonly Placed[]): WantedCell[] {
  const ofFarms = places.flatMap(({ forecast }) => (forecast && !forecast.isSimulated ? [forecast.cell] : []));
  const ofStations = observed.flatMap(({ cell }) => cell ?? []);
  return [...new Set([...ofFarms, ...ofStations])].map((cell) => ({
    cell,
    stations: observed.filter((one) => one.cell === cell).map(({ station }) => station),
  }));
}

/** Farms with an Ambient Weather account; keys that cannot be decrypted count as missing. */
export async function listAccounts(
  { db }: Queries,
  encrypter: Encrypter,
  { ambientApplicationKey: applicationKey }: Pick<WeatherConfig, 'ambientApplicationKey'>,
): Promise<OwnAccount[]> {
  const rows = await db
    .selectFrom('weather_link')
    .innerJoin('farm', 'farm.farm_id', 'weather_link.farm_id')
    .select(['farm.farm_id as farmId', 'weather_link.ambient_mac as mac', 'weather_link.ambient_keys as encrypted'])
    .where('weather_link.ambient_keys', 'is not', null)
    .where('farm.deleted_at', 'is', null)
    .where('farm.is_simulated', '=', 0)
    .execute();
  return rows.flatMap(({ farmId, mac, encrypted }) => {
    const keys = encrypted === null ? undefined : decryptAmbientKeys(encrypter, farmId, encrypted);
    return keys ? [{ farmId, mac, keys: { ...keys, ...(applicationKey !== undefined && { applicationKey }) } }] : [];
  });
}

import { findStation } from '#contract/farm/stations.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { OWN_STATION_NAME } from '#contract/weather/weather-text.ts';
import type { WeatherConfig } from '../config.ts';
import type { Queries } from '../db/open.ts';
import { type ParameterOf, preparedQuery } from '../db/prepared-query.ts';
import { gridCellOf } from './kma/grid.ts';

/** Which services are really asked; others are simulated and marked as such. */
export type RealSources = { stations: boolean; forecasts: boolean };

/** With only the portal's key, its hourly observation replaces the stations' measurements. */
export function realSources({ serviceKey, hubKey }: Pick<WeatherConfig, 'serviceKey' | 'hubKey'>): RealSources {
  return { stations: (hubKey ?? serviceKey) !== undefined, forecasts: serviceKey !== undefined };
}

export type Position = { latitude: number; longitude: number };

export type PublicStation = {
  number: number;
  id: string;
  name: string;
  isSimulated: boolean;
  position: Position | null;
};
type OwnStation = { number: number; name: string; isSimulated: boolean };
export type ForecastPlace = { cell: string; isSimulated: boolean; position: Position };

/** The sources of a farm's weather; null for missing ones. */
export type WeatherPlaces = {
  farmId: number;
  publicStation: PublicStation | null;
  ownStation: OwnStation | null;
  forecast: ForecastPlace | null;
};

const findLink = preparedQuery((db, param: ParameterOf<{ farmId: number }>) =>
  linked(db).where('farm.farm_id', '=', param('farmId')),
);

function linked(db: Queries['db']) {
  return db
    .selectFrom('farm')
    .leftJoin('weather_link', 'weather_link.farm_id', 'farm.farm_id')
    .select(['farm.farm_id as farmId', 'farm.latitude', 'farm.longitude', 'farm.is_simulated as isSimulated'])
    .select(['weather_link.public_station_id as stationId', 'weather_link.ambient_mac as mac'])
    .select(['weather_link.ambient_keys as keys', 'weather_link.push_issued_at as pushIssuedAt'])
    .where('farm.deleted_at', 'is', null);
}

type Linked = Awaited<ReturnType<typeof findLink>>[number];

export async function findPlaces(store: Queries, real: RealSources, farmId: number): Promise<WeatherPlaces> {
  const [row] = await findLink(store, { farmId });
  return row ? placesOf(row, real) : { farmId, publicStation: null, ownStation: null, forecast: null };
}

/** Whether a farm is linked to a weather station of its own. */
export async function hasOwnStation(store: Queries, farmId: number): Promise<boolean> {
  const [row] = await findLink(store, { farmId });
  return row !== undefined && isOwnLinked(row);
}

function isOwnLinked({ mac, keys, pushIssuedAt }: Linked): boolean {
  return mac !== null || keys !== null || pushIssuedAt !== null;
}

/** The sources of all farms. */
export async function listPlaces({ db }: Queries, real: RealSources): Promise<WeatherPlaces[]> {
  return (await linked(db).orderBy('farm.farm_id').execute()).map((row) => placesOf(row, real));
}

function placesOf(row: Linked, real: RealSources): WeatherPlaces {
  const { farmId, stationId } = row;
  const isDemo = row.isSimulated === 1;
  const station = stationId === null ? undefined : findStation(stationId);
  const position = positionOf(row) ?? (station ? positionOf(station) : null);
  return {
    farmId,
    publicStation: station
      ? {
          number: stationNumber('public', station.id, isDemo || !real.stations),
          id: station.id,
          name: station.name,
          isSimulated: isDemo || !real.stations,
          position: positionOf(station) ?? position,
        }
      : null,
    ownStation: isOwnLinked(row)
      ? { number: stationNumber('own', farmId, isDemo), name: OWN_STATION_NAME, isSimulated: isDemo }
      : null,
    forecast: position ? { cell: cellOf(position), isSimulated: isDemo || !real.forecasts, position } : null,
  };
}

function positionOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The name of the grid cell of a position. */
export function cellOf(position: Position): string {
  const { nx, ny } = gridCellOf(position);
  return `${nx}-${ny}`;
}

import { stationRows } from './data-stations.ts';

/** A public weather station. Degrees (WGS 84), height above the sea in m; null when unknown. */
type Station = {
  id: string;
  name: string;
  latitude: number | null;
  longitude: number | null;
  altitudeM: number | null;
};

export const stations: readonly Station[] = stationRows.map(([id, name, latitude, longitude, altitudeM]) => {
  return { id, name, latitude, longitude, altitudeM };
});

export function findStation(id: string): Station | undefined {
  return stations.find((station) => station.id === id);
}

export type Position = { latitude: number; longitude: number };

/** The mean radius of the earth (IUGG), km. */
const EARTH_KM = 6371.0088;

/** Distance along the great circle, km (haversine formula). */
export function distanceKm(from: Position, to: Position): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from1: number, to1: number) => Math.sin(rad(to1 - from1) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(rad(from.latitude)) * Math.cos(rad(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Citrus on Jeju grows below about this height, m; a higher station on Hallasan is colder than any farm. */
const FARMLAND_M = 200;
/** Air cools by 0.65 ℃ per 100 m of height; 100 m above FARMLAND_M count as much as this distance. */
const KM_PER_100_M = 5;

export type Nearby = { station: Station; distanceKm: number; isHigh: boolean };

/**
 * Stations with a known position, the best first: by distance, with a penalty for height on the mountain. The height of
 * the farm is not considered.
 */
export function stationsNear(position: Position): Nearby[] {
  const loss = ({ distanceKm: km, station }: Nearby) =>
    km + (Math.max(0, (station.altitudeM ?? 0) - FARMLAND_M) / 100) * KM_PER_100_M;
  return stations
    .flatMap((station) => {
      const { latitude, longitude, altitudeM } = station;
      if (latitude === null || longitude === null) return [];
      const km = distanceKm(position, { latitude, longitude });
      return [{ station, distanceKm: km, isHigh: (altitudeM ?? 0) > FARMLAND_M }];
    })
    .sort((a, b) => loss(a) - loss(b));
}

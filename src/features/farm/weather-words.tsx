import type { WeatherInfo } from '#contract/farm/farm-manage.ts';
import { findStation } from '#contract/farm/stations.ts';
import { formatNumber } from '#src/lib/format-number.ts';

export function stationWords(id: string | null): string {
  if (id === null) return '-';
  const station = findStation(id);
  return station ? `${station.name} (${id})` : id;
}

/** Distances are rounded to the precision of the station positions, about a hundred metres. */
export function distanceWords(km: number): string {
  return km < 0.1 ? '0.1 km 안' : `${formatNumber(km, km < 10 ? 1 : 0)} km`;
}

export function ambientWords({ ambientMac, hasAmbientKeys }: WeatherInfo): string {
  if (!hasAmbientKeys) return ambientMac === null ? '-' : `${ambientMac} · 키 없음`;
  return ambientMac === null ? '키 설정됨' : `${ambientMac} · 키 설정됨`;
}

import type { WeatherInfo } from '#contract/farm/farm-manage.ts';
import type { AmbientKeys, WeatherField } from '#contract/farm/farm-weather.ts';
import { type Given, mergeEdit } from '#contract/wire/write.ts';

export type WeatherStations = Pick<WeatherInfo, 'publicStationId' | 'ambientMac'>;

/** An edit of the weather stations. An undefined field stays as it is; null deletes it. */
type WeatherEdit = Given<WeatherStations> & {
  ambientKeys?: AmbientKeys | null | undefined;
  base?: WeatherInfo | undefined;
};

const stationsOf = ({ publicStationId, ambientMac }: WeatherStations) => ({ publicStationId, ambientMac });

/**
 * Merges an edit into the stored stations. Keys cannot be compared, because clients never get them: they conflict when
 * somebody else has set or deleted them meanwhile.
 */
export function mergeWeather(
  edit: WeatherEdit,
  current: WeatherInfo,
): { merged: WeatherStations; conflicts: WeatherField[] } {
  const { base = current, ambientKeys, ...mine } = edit;
  const { merged, conflicts } = mergeEdit(stationsOf(base), mine, stationsOf(current));
  const isCleared = ambientKeys === null && !current.hasAmbientKeys;
  const areTouched = ambientKeys !== undefined && !isCleared;
  const areChanged = current.hasAmbientKeys !== base.hasAmbientKeys;
  return { merged, conflicts: areTouched && areChanged ? [...conflicts, 'ambientKeys'] : conflicts };
}

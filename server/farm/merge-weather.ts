import type { WeatherInfo } from '#contract/farm/farm-manage.ts';
import type { AmbientKeys, WeatherField } from '#contract/farm/farm-weather.ts';
import { mergeEdit } from '#contract/wire/write.ts';

export type WeatherStations = Pick<WeatherInfo, 'publicStationId' | 'ambientMac'>;

/** An edit of the weather stations; `ambientKeys` undefined leaves the keys as they are, null forgets them. */
type WeatherEdit = WeatherStations & { ambientKeys?: AmbientKeys | null | undefined; base: WeatherInfo };

const stationsOf = ({ publicStationId, ambientMac }: WeatherStations) => ({ publicStationId, ambientMac });

/**
 * The edit upon what is stored now. Keys cannot be compared, because nobody is told them: they are in conflict when
 * somebody has meanwhile set what was missing or cleared what was set.
 */
export function mergeWeather(
  edit: WeatherEdit,
  current: WeatherInfo,
): { merged: WeatherStations; conflicts: WeatherField[] } {
  const { merged, conflicts } = mergeEdit(stationsOf(edit.base), stationsOf(edit), stationsOf(current));
  const isCleared = edit.ambientKeys === null && !current.hasAmbientKeys;
  const areTouched = edit.ambientKeys !== undefined && !isCleared;
  const areChanged = current.hasAmbientKeys !== edit.base.hasAmbientKeys;
  return { merged, conflicts: areTouched && areChanged ? [...conflicts, 'ambientKeys'] : conflicts };
}

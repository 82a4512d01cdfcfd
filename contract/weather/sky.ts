/** Precipitation types of the meteorological services; 4 is a shower and occurs only in village forecasts. */
const precipitationTypes = [0, 1, 2, 3, 4, 5, 6, 7] as const;
type PrecipitationType = (typeof precipitationTypes)[number];

type WeatherIcon = 'sunny' | 'rain' | 'snow';

const icons: { readonly [Type in PrecipitationType]: WeatherIcon } = {
  0: 'sunny',
  1: 'rain',
  2: 'rain',
  3: 'snow',
  4: 'rain',
  5: 'rain',
  6: 'snow',
  7: 'snow',
};

/** The icon of a precipitation type; undefined for an unknown number. */
export function weatherIconOf(type: number): WeatherIcon | undefined {
  const known = precipitationTypes.find((one) => one === type);
  return known === undefined ? undefined : icons[known];
}

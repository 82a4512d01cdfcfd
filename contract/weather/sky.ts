/** What falls from the sky, as the meteorological services number it: 4 is a shower and comes in village forecasts alone. */
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

/** The icon of the header for a precipitation type; undefined for a number that is none. */
export function weatherIconOf(type: number): WeatherIcon | undefined {
  const known = precipitationTypes.find((one) => one === type);
  return known === undefined ? undefined : icons[known];
}

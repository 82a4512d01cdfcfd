import type { ChannelTypeName } from '../series/sensor-types.ts';

/** What a grower calls what a weather station measures, where it is not what a sensor in a house is called. */
export const measuredNames: { readonly [Type in ChannelTypeName]?: string } = {
  TEMPERATURE: '기온',
};

export const PRECIPITATION_TYPE_NAME = '강수 형태';

/** Where no station is linked, what is known of the farm's place comes from the forecast for it. */
export const FORECAST_PLACE_NAME = '동네예보';

/** The station of a farm's own, where its maker tells no name. */
export const OWN_STATION_NAME = '농장 기상대';

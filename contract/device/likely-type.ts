import type { ChannelTypeName } from '../series/sensor-types.ts';

/** Parts of codes that makers use. The order matters: 'soil_temp' is not an air temperature. */
const signs: readonly (readonly [RegExp, ChannelTypeName])[] = [
  [/leaf|wetness/, 'LEAF_WETNESS'],
  [/(soil|root|ground).*te?mp|te?mp.*(soil|root|ground)|^st\d*$/, 'SOIL_TEMPERATURE'],
  [/soil|moist|vwc|^sm\d*$/, 'SOIL_MOISTURE'],
  [/hum|^rh\d*$|^hm\d*$/, 'HUMIDITY'],
  [/te?mp|^t\d*$|^ta\d*$/, 'TEMPERATURE'],
  [/co2/, 'CO2'],
  [/solar|radiation|^sr\d*$|irradiance/, 'SOLAR'],
  [/flow/, 'FLOW_RATE'],
  [/rain_?-?(det|drop|sens)/, 'RAIN_DETECT'],
  [/^ec\d*$|conduct/, 'EC'],
  [/valve/, 'WATER'],
  [/pump/, 'PUMP'],
  [/heater/, 'HEATER'],
  [/curtain/, 'CURTAIN'],
  [/(^|[^a-z])fan/, 'FAN'],
  [/(^|[^a-z])vent|window/, 'VENT'],
];

/** The most likely type for a code, as the default choice for the user; null when the code tells nothing. */
export function likelyType(code: string): ChannelTypeName | null {
  const spelled = code.toLowerCase();
  return signs.find(([sign]) => sign.test(spelled))?.[1] ?? null;
}

import type { ChannelTypeName } from '../series/sensor-types.ts';

/** What makers write into codes, in the order in which it is asked: 'soil_temp' is no air temperature. */
const signs: readonly (readonly [RegExp, ChannelTypeName])[] = [
  [/leaf|wetness/, 'LEAF_WETNESS'],
  [/(soil|root|ground).*te?mp|te?mp.*(soil|root|ground)|^st\d*$/, 'SOIL_TEMPERATURE'],
  [/soil|moist|vwc|^sm\d*$/, 'SOIL_MOISTURE'],
  [/hum|^rh\d*$|^hm\d*$/, 'HUMIDITY'],
  [/te?mp|^t\d*$|^ta\d*$/, 'TEMPERATURE'],
  [/co2/, 'CO2'],
  [/solar|radiation|^sr\d*$|irradiance/, 'SOLAR'],
  [/flow/, 'FLOW_RATE'],
  [/^ec\d*$|conduct/, 'EC'],
];

/** What a quantity of this code most likely is, to be chosen before anybody asks; null where the code says nothing. */
export function likelyType(code: string): ChannelTypeName | null {
  const spelled = code.toLowerCase();
  return signs.find(([sign]) => sign.test(spelled))?.[1] ?? null;
}

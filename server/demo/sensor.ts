/** Turns the true state of a house into sensor readings: offset, noise, resolution. Instantaneous values, no means. */
import { channelTypes } from '#contract/series/sensor-types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { relativeHumidity } from './air.ts';
import type { Outside } from './climate.ts';
import { DEMO_SEED, type DemoChannel } from './farms.ts';
import { type Equipment, type HouseState, soilMoisturePct } from './greenhouse.ts';
import { bell, hash01 } from './noise.ts';

/** A number from a name, as a seed of its noise. */
export function seedOf(name: string): number {
  let h = DEMO_SEED;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h;
}

function trueValue(channel: DemoChannel, state: HouseState, equipment: Equipment, outside: Outside): number {
  switch (channel.type) {
    case 'TEMPERATURE':
      return state.airC;
    case 'HUMIDITY':
      return relativeHumidity(state.vapourGm3, state.airC);
    case 'SOIL_TEMPERATURE':
      return state.soilC;
    case 'SOIL_MOISTURE':
      return soilMoisturePct(state);
    case 'FLOW_RATE':
      return equipment.flowLpm;
    case 'CO2':
      return state.co2Ppm;
    case 'SOLAR':
      return outside.solarWm2;
    case 'HEATER':
      return equipment.heaterPct;
    case 'VENT':
      return equipment.ventPct;
    case 'CURTAIN':
      return equipment.curtainPct;
    case 'CO2_SUPPLY':
      return equipment.supplyPct;
    case 'WATER':
      return equipment.flowLpm > 0 ? 100 : 0;
    default:
      throw new Error(`no demonstration house has a ${channel.type}`);
  }
}

/** The standard deviation of one reading. */
function noiseOf(type: DemoChannel['type'], value: number): number {
  switch (type) {
    case 'TEMPERATURE':
      return 0.06;
    case 'HUMIDITY':
      return 0.5;
    case 'SOIL_TEMPERATURE':
      return 0.03;
    case 'SOIL_MOISTURE':
      return 0.07;
    case 'CO2':
      return 4;
    case 'SOLAR':
      return value > 0 ? 1 + 0.008 * value : 0;
    case 'FLOW_RATE':
      return 0.012 * value;
    default:
      return 0;
  }
}

export function measure(
  channel: DemoChannel,
  seed: number,
  state: HouseState,
  equipment: Equipment,
  outside: Outside,
): number {
  const value = trueValue(channel, state, equipment, outside);
  const noise = noiseOf(channel.type, value);
  const shown = value + channel.calibration + (noise > 0 ? noise * bell(seed, outside.at / MINUTE_MS) : 0);
  const { decimals, plausible } = channelTypes[channel.type];
  const step = 10 ** decimals;
  return Math.round(Math.min(plausible[1], Math.max(plausible[0], shown)) * step) / step;
}

const OUTAGE_EVERY_MS = 73 * DAY_MS;
const OUTAGE_MAX_MS = 10 * HOUR_MS;

/** A farm's gateway loses power or network about five times a year, for 1.5 to 9.5 hours. */
export function isOffline(farmCode: string, at: number): boolean {
  const seed = seedOf(farmCode);
  const slot = Math.floor(at / OUTAGE_EVERY_MS);
  const begin = slot * OUTAGE_EVERY_MS + hash01(seed, slot, 1) * (OUTAGE_EVERY_MS - OUTAGE_MAX_MS);
  const length = (1.5 + 8 * hash01(seed, slot, 2) ** 2) * HOUR_MS;
  return at >= begin && at < begin + length;
}

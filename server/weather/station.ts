import type { ChannelTypeName } from '#contract/series/sensor-types.ts';

/**
 * Stations are read like farms: their number stands where series have the farm's. No farm has such a number, so that
 * nobody opens a station directly, only through a farm that is linked to it. What is simulated lives under numbers of
 * its own and never mixes with what was measured. All are below 2^31.
 */
const firstNumbers = {
  public: { real: 1_000_000_000, simulated: 1_500_000_000 },
  own: { real: 2_000_000_000, simulated: 2_100_000_000 },
} as const;

/** The number of a public station ('184'), or of a farm's own station by the farm's index. */
export function stationNumber(kind: keyof typeof firstNumbers, id: string | number, isSimulated: boolean): number {
  return firstNumbers[kind][isSimulated ? 'simulated' : 'real'] + Number(id);
}

/** What is written of a station with its measurements. */
export type Station = { number: number; name: string; isSimulated: boolean; intervalMs: number };

/** What a station measured at an instant. What it has no sensor for, or could not tell, is missing or null. */
export type Measurement = {
  /** Epoch ms. */
  at: number;
  temperatureC?: number | null;
  humidityPct?: number | null;
  windMps?: number | null;
  windDeg?: number | null;
  pressureHpa?: number | null;
  solarWm2?: number | null;
  uvIndex?: number | null;
  /** How hard it rains; a station that tells a total instead gives the next one. */
  rainMmH?: number | null;
  /** What has fallen since midnight in Seoul. */
  rainDayMm?: number | null;
};

type MeasuredField = Exclude<keyof Measurement, 'at' | 'rainDayMm'>;

/** The type of channel in which a quantity is kept. */
export const measuredTypes: { readonly [Field in MeasuredField]: ChannelTypeName } = {
  temperatureC: 'TEMPERATURE',
  humidityPct: 'HUMIDITY',
  windMps: 'WIND_SPEED',
  windDeg: 'WIND_DIRECTION',
  pressureHpa: 'PRESSURE',
  solarWm2: 'SOLAR',
  uvIndex: 'UV',
  rainMmH: 'RAINFALL',
};

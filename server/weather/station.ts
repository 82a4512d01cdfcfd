import type { ChannelTypeName } from '#contract/series/sensor-types.ts';

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

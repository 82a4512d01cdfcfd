import type { ChannelTypeName } from '#contract/series/sensor-types.ts';

/** The stored fields of a station. */
export type Station = { number: number; name: string; isSimulated: boolean; intervalMs: number };

/** A measurement of a station. Quantities without a sensor, or without a value, are undefined or null. */
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
  /** The rain rate; a station that reports a total has the next field instead. */
  rainMmH?: number | null;
  /** Rain since midnight in Seoul. */
  rainDayMm?: number | null;
};

type MeasuredField = Exclude<keyof Measurement, 'at' | 'rainDayMm'>;

/** The channel type that stores each quantity. */
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

import type { ColumnType } from 'kysely';
import type { Flag } from './flag.ts';

/** Which weather stations a farm goes by. */
export type WeatherLinkTable = {
  farm_id: number;
  public_station_id: string | null;
  ambient_mac: string | null;
  /** Sealed with the installation's secret. */
  ambient_keys: string | null;
  /** When the address was made under which its console sends by itself; null: it may not. */
  push_issued_at: ColumnType<number | null, number | null | undefined, number | null>;
  updated_at: number;
};

/**
 * A station whose measurements are kept as series: its number stands where series have the farm's, and is no farm's
 * (contract/weather/station-number.ts).
 */
export type WeatherStationTable = {
  farm_id: number;
  name: string;
  is_simulated: Flag;
  /** Of its newest measurement: when it was made, and when it was had. */
  observed_at: number | null;
  fetched_at: number | null;
  /** The day's total of rain as the station told it last, mm: what it has grown by is what fell. */
  rain_total_mm: number | null;
  rain_total_at: number | null;
};

type ForecastServiceName = 'getUltraSrtNcst' | 'getUltraSrtFcst' | 'getVilageFcst';

/** What a forecast service has issued for a cell of the grid ('53-38'); an observation is an issue of one hour. */
export type ForecastIssueTable = {
  cell: string;
  is_simulated: 0 | 1;
  service: ForecastServiceName;
  issued_at: number;
  fetched_at: number;
};

/** One hour of an issue; what the service does not say is null. */
export type ForecastHourTable = {
  cell: string;
  is_simulated: 0 | 1;
  at: number;
  service: ForecastServiceName;
  issued_at: number;
  temperature_c: number | null;
  /** The day's extremes, each in one hour of its day. */
  day_min_c: number | null;
  day_max_c: number | null;
  humidity_pct: number | null;
  sky: number | null;
  precipitation_type: number | null;
  probability_pct: number | null;
  rain_min_mm: number | null;
  rain_max_mm: number | null;
  rain_mm: number | null;
  snow_min_cm: number | null;
  snow_max_cm: number | null;
  snow_cm: number | null;
  wind_mps: number | null;
  wind_deg: number | null;
};

/** What is told of a night's minimum or a day's maximum at a house of a farm ('' for its public station), ℃. */
export type OutlookTable = {
  farm_id: number;
  place: string;
  kind: 'night' | 'day';
  /** The Seoul day on which the stretch begins. */
  on_date: string;
  is_simulated: 0 | 1;
  /** Of the forecast it rests on now. */
  issued_at: number;
  forecast_c: number;
  /** Null while too few nights or days stand behind it. */
  expected_c: number | null;
  error_c: number | null;
  past_count: number;
  /** What the heater holds at least; null where there is none. */
  heat_c: number | null;
  /** What was told first, which is what counts; all null until the hour from which it is told. */
  told_forecast_c: number | null;
  told_wind_mps: number | null;
  told_sky: number | null;
  told_heat_c: number | null;
  told_expected_c: number | null;
  /** What came of it; null before. */
  actual_c: number | null;
};

/** How a weather service stands with one key; the key is named by its fingerprint. */
export type ProviderStateTable = {
  provider: string;
  key_print: string;
  /** The Seoul day that `used` counts the calls of. */
  day: string;
  used: number;
  failures: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_failure: string | null;
  failure_kind: 'no-data' | 'retry' | 'rate' | 'quota' | 'auth' | 'config' | 'bad-request' | null;
  next_try_at: number | null;
};

/** What a service answered, as it came: deflated, in base64. */
export type WeatherRawTable = { source: string; fetched_at: number; body: string };

import { type Kysely, sql } from 'kysely';
import type { Flag } from '../flag.ts';
import { farmTable, table } from '../table.ts';

type ForecastServiceName = 'getUltraSrtNcst' | 'getUltraSrtFcst' | 'getVilageFcst';

/**
 * A station whose measurements are kept as series: its number stands where series have the farm's, and is no farm's
 * (contract/weather/station-number.ts).
 */
type WeatherStationTable = {
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

/** What a forecast service has issued for a cell of the grid ('53-38'); an observation is an issue of one hour. */
type ForecastIssueTable = {
  cell: string;
  is_simulated: 0 | 1;
  service: ForecastServiceName;
  issued_at: number;
  fetched_at: number;
};

/** One hour of an issue; what the service does not say is null. */
type ForecastHourTable = {
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

export const tables = {
  weather_station: farmTable<WeatherStationTable>('weather'),
  forecast_issue: table<ForecastIssueTable>('weather'),
  forecast_hour: table<ForecastHourTable>('weather'),
};

/** Stations whose measurements are kept as series, and forecasts by the cell of the grid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('weather_station')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('observed_at', 'bigint')
    .addColumn('fetched_at', 'bigint')
    .addColumn('rain_total_mm', 'double precision')
    .addColumn('rain_total_at', 'bigint')
    .execute();

  await db.schema
    .createTable('forecast_issue')
    .addColumn('cell', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('fetched_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('forecast_issue_pk', ['cell', 'is_simulated', 'service', 'issued_at'])
    .execute();
  await db.schema.createIndex('forecast_issue_at').on('forecast_issue').column('issued_at').execute();

  // By the hour first: what is asked for is a day of a cell, in whatever issue.
  await db.schema
    .createTable('forecast_hour')
    .addColumn('cell', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('temperature_c', 'double precision')
    .addColumn('day_min_c', 'double precision')
    .addColumn('day_max_c', 'double precision')
    .addColumn('humidity_pct', 'double precision')
    .addColumn('sky', 'integer')
    .addColumn('precipitation_type', 'integer')
    .addColumn('probability_pct', 'double precision')
    .addColumn('rain_min_mm', 'double precision')
    .addColumn('rain_max_mm', 'double precision')
    .addColumn('rain_mm', 'double precision')
    .addColumn('snow_min_cm', 'double precision')
    .addColumn('snow_max_cm', 'double precision')
    .addColumn('snow_cm', 'double precision')
    .addColumn('wind_mps', 'double precision')
    .addColumn('wind_deg', 'double precision')
    .addPrimaryKeyConstraint('forecast_hour_pk', ['cell', 'is_simulated', 'at', 'service', 'issued_at'])
    .modifyEnd(sql`without rowid`)
    .execute();
}

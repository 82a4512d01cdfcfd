import { type Kysely, sql } from 'kysely';
import type { Flag } from '../flag.ts';
import { farmTable, table } from '../table.ts';

type ForecastServiceName = 'getUltraSrtNcst' | 'getUltraSrtFcst' | 'getVilageFcst';

/**
 * A station whose measurements are stored as series. Its number stands in the place of a farm id and is no farm's
 * (contract/weather/station-number.ts).
 */
type WeatherStationTable = {
  farm_id: number;
  name: string;
  is_simulated: Flag;
  /** When its newest measurement was made, and when it was fetched. */
  observed_at: number | null;
  fetched_at: number | null;
  /** The day's rain total that the station last reported, mm; its increase is the rain that fell. */
  rain_total_mm: number | null;
  rain_total_at: number | null;
};

/** A forecast that a service issued for a grid cell ('53-38'); an observation is an issue of one hour. */
type ForecastIssueTable = {
  cell: string;
  is_simulated: 0 | 1;
  service: ForecastServiceName;
  issued_at: number;
  fetched_at: number;
};

/** One hour of an issue; values that the service does not give are null. */
type ForecastHourTable = {
  cell: string;
  is_simulated: 0 | 1;
  at: number;
  service: ForecastServiceName;
  issued_at: number;
  temperature_c: number | null;
  /** The day's extremes; each stands in one hour of its day. */
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

/** Adds weather stations with their series, and forecasts by grid cell. */
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

  // The key begins with the hour, because queries ask for a day of a cell across all issues.
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

import type { ColumnType, Kysely } from 'kysely';
import { columns } from '../table.ts';

type AddedWeatherLinkColumns = {
  /** When the push address of the farm's weather console was made; null: the console may not push. */
  push_issued_at: ColumnType<number | null, number | null | undefined, number | null>;
};

export const tables = {
  weather_link: columns<AddedWeatherLinkColumns>(),
};

/** Adds the time at which the push address of a farm's weather console was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('weather_link').addColumn('push_issued_at', 'bigint').execute();
}

import type { ColumnType, Kysely } from 'kysely';
import { columns } from '../table.ts';

type AddedWeatherLinkColumns = {
  /** When the address was made under which its console sends by itself; null: it may not. */
  push_issued_at: ColumnType<number | null, number | null | undefined, number | null>;
};

export const tables = {
  weather_link: columns<AddedWeatherLinkColumns>(),
};

/** When the address was made under which a farm's console sends by itself; null: it may not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('weather_link').addColumn('push_issued_at', 'bigint').execute();
}

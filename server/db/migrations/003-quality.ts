import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Flag } from '../flag.ts';
import { farmTable } from '../table.ts';

/** Readings of a channel in [since, until) excluded by hand; until null: without end. */
type ExclusionTable = {
  farm_id: number;
  exclusion_id: number;
  channel_id: number;
  since: number;
  until: number | null;
  reason: string;
  user_id: number;
  noted_at: number;
  lifted_by: ColumnType<number | null, number | null | undefined, number>;
  lifted_at: ColumnType<number | null, number | null | undefined, number>;
  /** Whether readings and buckets already reflect the exclusion; 0 while they are rebuilt. */
  is_settled: Flag;
};

export const tables = {
  exclusion: farmTable<ExclusionTable>('farms'),
};

/** Adds exclusions of readings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exclusion')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('exclusion_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addColumn('lifted_by', 'integer')
    .addColumn('lifted_at', 'bigint')
    .addColumn('is_settled', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('exclusion_pk', ['farm_id', 'exclusion_id'])
    .execute();
  await db.schema.createIndex('exclusion_by_id').on('exclusion').column('exclusion_id').execute();
  await db.schema.createIndex('exclusion_channel').on('exclusion').columns(['farm_id', 'channel_id']).execute();
  // Unsettled rows are few; the partial index finds them at a start without reading the others.
  await sql`create index exclusion_unsettled on exclusion (exclusion_id) where is_settled = 0`.execute(db);
}

import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** What was seen and measured on a tree; null for what was not measured. */
type ObservationTable = {
  farm_id: number;
  /** UUID. */
  observation_id: string;
  crop_id: string;
  house: string;
  tree: string;
  season: string;
  observed_at: number;
  shoot_cm: number | null;
  fruit_mm: number | null;
  brix: number | null;
  acidity_pct: number | null;
  leaf_spad: number | null;
  leaf_colour: number | null;
  /** Lists of names as JSON. */
  pests: string;
  confirmed: string;
  other_pest: string;
  note: string;
  /** The author. */
  user_id: number;
  created_at: number;
  deleted_at: number | null;
};

export const tables = {
  observation: farmTable<ObservationTable>('farms'),
};

/** Adds observations of trees, under ids given by their clients. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('observation')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('observation_id', 'text', (c) => c.notNull())
    .addColumn('crop_id', 'text', (c) => c.notNull())
    .addColumn('house', 'text', (c) => c.notNull())
    .addColumn('tree', 'text', (c) => c.notNull())
    .addColumn('season', 'text', (c) => c.notNull())
    .addColumn('observed_at', 'bigint', (c) => c.notNull())
    .addColumn('shoot_cm', 'double precision')
    .addColumn('fruit_mm', 'double precision')
    .addColumn('brix', 'double precision')
    .addColumn('acidity_pct', 'double precision')
    .addColumn('leaf_spad', 'double precision')
    .addColumn('leaf_colour', 'integer')
    .addColumn('pests', 'text', (c) => c.notNull())
    .addColumn('other_pest', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('confirmed', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('observation_pk', ['farm_id', 'observation_id'])
    .execute();
  await db.schema.createIndex('observation_by_id').on('observation').column('observation_id').execute();
  await db.schema
    .createIndex('observation_by_crop')
    .on('observation')
    .columns(['farm_id', 'crop_id', 'observed_at'])
    .execute();
}

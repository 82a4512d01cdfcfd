import { type Kysely, sql } from 'kysely';
import { columns, farmTable } from '../table.ts';

/** The id under which a thing was created, by whom, with what content. It outlives the thing: no id is reused. */
type CreationTable = {
  farm_id: number;
  /** UUID. */
  thing_id: string;
  /** A digest of the request; empty for things older than this table. */
  fingerprint: string;
  user_id: number;
  created_at: number;
};

export const tables = {
  creation: farmTable<CreationTable>('journal'),
  /** When the size of a day was last measured; null for older days. */
  disk_size: columns<{ measured_at: number | null }>(),
};

/** Tables of things with a UUID: the id column, and the user who created them (0: unknown). */
const things = [
  ['crop', 'crop_id', '0'],
  ['observation', 'observation_id', 'user_id'],
  ['inspection', 'inspection_id', '0'],
  ['photo', 'photo_id', 'user_id'],
  ['post', 'post_id', 'user_id'],
  ['comment', 'comment_id', 'user_id'],
] as const;

/** Adds one list of used ids in place of columns of inspections and photos, and when a disk size was measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creation')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('thing_id', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('creation_pk', ['farm_id', 'thing_id'])
    .execute();
  await db.schema.createIndex('creation_by_id').on('creation').column('thing_id').execute();
  for (const [name, id, user] of things) {
    await sql`
      insert into creation (farm_id, thing_id, fingerprint, user_id, created_at)
      select farm_id, ${sql.ref(id)}, '', ${sql.raw(user)}, created_at from ${sql.table(name)} where true
      on conflict do nothing
    `.execute(db);
  }
  await db.schema.alterTable('inspection').dropColumn('fingerprint').execute();
  await db.schema.alterTable('photo').dropColumn('source_hash').execute();
  await db.schema.alterTable('disk_size').addColumn('measured_at', 'bigint').execute();
}

import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** A photo of a thing; its file is named by `hash`. farm_id 0: on a thing for everybody. */
type PhotoTable = {
  farm_id: number;
  /** UUID given by the client. */
  photo_id: string;
  owner_kind: string;
  owner_id: string;
  role: string | null;
  taken_at: number | null;
  width: number;
  height: number;
  bytes: number;
  /** SHA-256 of the stored photo, hex. */
  hash: string;
  user_id: number;
  created_at: number;
};

export const tables = { photo: farmTable<PhotoTable>('journal') };

/** Adds photos of things; the files lie beside the database under the hash of their content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('photo')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('photo_id', 'text', (c) => c.notNull())
    .addColumn('owner_kind', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('role', 'text')
    .addColumn('taken_at', 'bigint')
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('source_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('photo_pk', ['farm_id', 'photo_id'])
    .execute();
  await db.schema.createIndex('photo_owner').on('photo').columns(['farm_id', 'owner_kind', 'owner_id']).execute();
  // The sweep looks up whether any row still refers to a file.
  await db.schema.createIndex('photo_hash').on('photo').column('hash').execute();
}

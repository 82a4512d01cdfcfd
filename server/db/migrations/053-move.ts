import type { Kysely } from 'kysely';
import type { Flag } from '../flag.ts';
import { table } from '../table.ts';

/** At most one row: this database is being filled from another one, or its content was moved to another one. */
type MoveTable = {
  /** UUID, the same at both ends. */
  move_id: string;
  state: 'arriving' | 'left';
  /** The moved installation: its instance id, and the mark of its state (../instance.ts). */
  instance: string;
  mark: string;
  /** The other end, as displayed. */
  other: string;
  at: number;
};

/** The progress of a table that is being filled; `last_key`: of the last copied row, JSON, null before the first. */
type MoveProgressTable = { name: string; row_count: number; last_key: string | null; is_whole: Flag };

export const tables = {
  move: table<MoveTable>('journal'),
  move_progress: table<MoveProgressTable>('journal'),
};

/** The record of a move between databases: an interrupted move is resumed, and only one end is served. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('move')
    .addColumn('move_id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('instance', 'text', (c) => c.notNull())
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('other', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('move_progress')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('row_count', 'bigint', (c) => c.notNull())
    .addColumn('last_key', 'text')
    .addColumn('is_whole', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

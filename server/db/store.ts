import type { Kysely } from 'kysely';
import type { Horizons } from './horizons.ts';
import type { ReadingWriter } from './reading-writer.ts';
import type { Database } from './schema.ts';
import type { TableGroup } from './table.ts';
import type { TileChanges } from './tile-change.ts';

/** The query builder: of the open store, or of a transaction that is under way. */
export type Queries = { db: Kysely<Database> };

/** The open store: the query builder, and the statements that are too hot for it. */
export type Store = Queries & {
  readings: ReadingWriter;
  tileChanges: TileChanges;
  horizons: Horizons;
  /** Grows with every change of these tables, committed or not: what was read under the same number holds. */
  version(groups: readonly TableGroup[]): number;
  /** Whether the database is still the file that was opened: nothing is committed to one that was removed. */
  isInPlace(): boolean;
  close(): Promise<void>;
};

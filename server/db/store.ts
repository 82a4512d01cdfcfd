import type { Kysely } from 'kysely';
import type { Horizons } from './horizons.ts';
import type { ReadingWriter } from './reading-writer.ts';
import type { Database } from './schema.ts';
import type { TableGroup } from './table.ts';
import type { TileChanges } from './tile-change.ts';
import type { WholeTables } from './whole/whole-tables.ts';

/** The query builder of the open store or of an open transaction. */
export type Queries = { db: Kysely<Database> };

/** Looks at a database as it was found; throws where it is not to be opened. */
export type OpenChecks = (found: Queries) => Promise<void>;

/** The open store: the query builder, and the prepared statements of the ingest path. */
export type Store = Queries & {
  readings: ReadingWriter;
  tileChanges: TileChanges;
  horizons: Horizons;
  wholeTables: WholeTables;
  /** Grows with every change of these groups, committed or not. A value read under the same number is still valid. */
  version(groups: readonly TableGroup[]): number;
  /** Whether the database file is still the one that was opened; commits to a removed file are refused. */
  isInPlace(): boolean;
  close(): Promise<void>;
};

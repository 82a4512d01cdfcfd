import type { Kysely } from 'kysely';
import type { Horizons } from './horizons.ts';
import type { Lease } from './lease.ts';
import type { Portions, SearchedTable } from './list.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { ReadingWriter } from './reading-writer.ts';
import type { Database } from './schema.ts';
import type { TableGroup } from './table.ts';
import type { CopiedTables } from './table-copy/copied-tables.ts';
import type { TileChanges } from './tile-change.ts';
import type { Trx } from './transaction.ts';

/** The query builder of the open store or of an open transaction. */
export type Queries = { db: Kysely<Database> };

/** Looks at a database as it was found; throws where it is not to be opened. */
export type OpenChecks = (found: Queries) => Promise<void>;

/** The open store: the query builder, and the prepared statements of the ingest path. */
export type Store = Queries & {
  /**
   * A transaction that stores readings of these farms, and what is made of them. Several processes run such transactions
   * at the same time unless they name the same farm; every other transaction waits for them, and they for it.
   */
  storing<Result>(farms: readonly number[], run: (trx: Trx) => Promise<Result>): Promise<Result>;
  readings: ReadingWriter;
  tileChanges: TileChanges;
  horizons: Horizons;
  copiedTables: CopiedTables;
  /** How a long search goes through a table without holding the thread. */
  portionsOf(table: SearchedTable): Portions;
  /** Grows with every change of these groups, committed or not. A value read under the same number is still valid. */
  version(groups: readonly TableGroup[]): number;
  /** Has `version` count what other processes have committed until now; does nothing for a single process. */
  catchUp(): MaybePromise<void>;
  /** The other processes on the database; undefined for a single process. */
  peers: Peers | undefined;
  /** Whether the database file is still the one that was opened; commits to a removed file are refused. */
  isInPlace(): boolean;
  close(): Promise<void>;
};

/** The other processes on one database. */
export type Peers = {
  /** Notifies all others, without a guarantee; after a gap they get `onMissed`. */
  publish(messages: readonly string[]): void;
  /** `onMissed`: messages may have been lost. Returns how to unsubscribe. */
  subscribe(onMessage: (message: string) => void, onMissed: () => void): () => void;
  /** Grows with what other processes have written to these groups; `catchUp` brings it up to date. */
  version(groups: readonly TableGroup[]): number;
  /** The store for work under a lease: each transaction throws LeaseLost when another process has it. */
  withLease(lease: Lease): Store;
  /** What the clock of the database says, epoch ms. */
  clock(): Promise<number>;
  /** Lets the next process start; only one starts at a time. */
  started(): Promise<void>;
};

import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, Migrator } from 'kysely';
import { type Horizons, openHorizons } from './horizons.ts';
import { migrations } from './migrations/index.ts';
import { prepareReadingWriter, type ReadingWriter } from './reading-writer.ts';
import type { Database } from './schema.ts';
import { OwnSqliteDialect } from './sqlite-dialect.ts';
import type { TableGroup } from './table.ts';
import { createTableVersions } from './table-versions.ts';
import { prepareTileChanges, type TileChanges } from './tile-change.ts';

/**
 * As much as SQLite allows. Reading a day of one sensor out of 21 million readings takes half as long from mapped pages
 * as through a read for each page; the kernel gives them back when it needs the memory.
 */
const MAPPED_BYTES = 2_147_418_112;

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

/**
 * Opens (and migrates) the database file. WAL with synchronous=FULL: a commit that was acknowledged is on the
 * disk. Throws when a migration fails; the file is then as it was before that migration.
 */
export async function openStore(file: string): Promise<Store> {
  mkdirSync(path.dirname(file), { recursive: true });
  // Password hashes and whose farm is where: for the owner alone. SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const sqlite = new SQLite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  // What the log grew to while a copy was made is given back.
  sqlite.pragma('journal_size_limit = 67108864');
  sqlite.pragma('cache_size = -65536');
  sqlite.pragma(`mmap_size = ${MAPPED_BYTES}`);
  const versions = createTableVersions(sqlite);
  const opened = inodeOf(file);
  const isInPlace = () => inodeOf(file) === opened;
  const db = new Kysely<Database>({ dialect: new OwnSqliteDialect(sqlite, versions, isInPlace) });
  // Migrations of one release touch tables of their own: which of them was there first does not matter.
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw new Error(`the database ${file} could not be migrated`, { cause: error });
  }
  return {
    db,
    readings: prepareReadingWriter(sqlite),
    tileChanges: prepareTileChanges(sqlite),
    horizons: await openHorizons({ db }),
    version: versions.of,
    isInPlace,
    close: () => db.destroy(),
  };
}

/** Whether an error of the store says that its database has been through migrations that this release does not know. */
export function isOfNewerRelease(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && /previously executed migration .* is missing/.test(cause.message);
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/** Whether an error of the store, or what caused it, says that the file is none of a database, or one no longer. */
export function isDamaged(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === 'SQLITE_NOTADB' || String(one.code).startsWith('SQLITE_CORRUPT'))) return true;
  }
  return false;
}

import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { openHorizons } from '../horizons.ts';
import { type Migrating, migrate } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { OpenChecks, Store } from '../store.ts';
import { prepareCopiedTables } from './copied-tables.ts';
import { OwnSqliteDialect } from './dialect.ts';
import { preparePortions } from './portions.ts';
import { prepareReadingWriter } from './reading-writer.ts';
import { createTableVersions } from './table-versions.ts';
import { prepareTileChanges } from './tile-changes.ts';

/**
 * The maximum of SQLite. Reading a day of one sensor out of 21 million readings takes half as long from mapped pages as
 * with read calls; the kernel frees them when it needs the memory.
 */
const MAPPED_BYTES = 2_147_418_112;

type Opening = { look?: OpenChecks | undefined } & Migrating;

/** Opens and migrates the database file. WAL with synchronous=FULL: a commit that was acknowledged is on the disk. */
export async function openSqlite(file: string, { look, ...migrating }: Opening = {}): Promise<Store> {
  mkdirSync(path.dirname(file), { recursive: true });
  // The file holds password hashes, so only its owner may read it. SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const sqlite = new SQLite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  // Shrinks the write-ahead log after a backup has made it grow.
  sqlite.pragma('journal_size_limit = 67108864');
  sqlite.pragma('cache_size = -65536');
  sqlite.pragma(`mmap_size = ${MAPPED_BYTES}`);
  const versions = createTableVersions(sqlite);
  const opened = inodeOf(file);
  const isInPlace = () => inodeOf(file) === opened;
  const db = new Kysely<Database>({ dialect: new OwnSqliteDialect(sqlite, versions, isInPlace) });
  try {
    await look?.({ db });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  await migrate(db, file, migrating);
  return {
    db,
    storing: (_farms, run) => db.transaction().execute(run),
    readings: prepareReadingWriter(sqlite),
    tileChanges: prepareTileChanges(sqlite),
    horizons: await openHorizons({ db }),
    copiedTables: prepareCopiedTables(sqlite),
    portionsOf: preparePortions(sqlite),
    version: versions.of,
    // What others write to the file counts by itself.
    catchUp: () => {},
    peers: undefined,
    isInPlace,
    close: () => db.destroy(),
  };
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { migrations } from './migrations/index.ts';
import { prepareReadingWriter, type ReadingWriter } from './reading-writer.ts';
import type { Database } from './schema.ts';

/** The open store: the query builder, and the one statement that is too hot for it. */
export type Store = {
  db: Kysely<Database>;
  readings: ReadingWriter;
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
  sqlite.pragma('cache_size = -65536');
  sqlite.pragma('mmap_size = 268435456');
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw new Error(`the database ${file} could not be migrated`, { cause: error });
  }
  return { db, readings: prepareReadingWriter(sqlite), close: () => db.destroy() };
}

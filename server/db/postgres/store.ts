import { Kysely } from 'kysely';
import { DatabaseEmpty } from '../away.ts';
import { openHorizons } from '../horizons.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { Store } from '../store.ts';
import { Connections } from './connections.ts';
import { OwnPostgresDialect } from './dialect.ts';
import { readingWriter } from './reading-writer.ts';
import { postgresTables } from './tables.ts';
import { tileChanges } from './tile-changes.ts';
import { createVersions } from './versions.ts';

/**
 * Opens (and migrates) a PostgreSQL database as the one process that writes to it. Throws DatabaseAway where it cannot
 * be reached, DatabaseTaken where another process has it, and DatabaseEmpty.
 */
export async function openPostgres(url: string, isExpected: boolean): Promise<Store> {
  const versions = createVersions();
  const connections = new Connections(url, versions);
  const db = new Kysely<Database>({ dialect: new OwnPostgresDialect(connections, versions) });
  try {
    await connections.open();
    if (isExpected && (await db.introspection.getTables()).length === 0) throw new DatabaseEmpty();
    await migrate(db.withPlugin(postgresTables), nameOf(url));
    const horizons = await openHorizons({ db });
    return {
      db,
      readings: readingWriter,
      tileChanges,
      horizons,
      version: versions.of,
      // Whoever has lost the server is told so by every question.
      isInPlace: () => true,
      close: () => db.destroy(),
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** The address without user and password, which must stand in no log. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

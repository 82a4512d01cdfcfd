import { Kysely } from 'kysely';
import { DatabaseEmpty } from '../database-errors.ts';
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
 * Opens and migrates a PostgreSQL database as its only writer. Throws DatabaseUnavailable when it cannot be reached,
 * DatabaseTaken when another process has it, and DatabaseEmpty.
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
      // Every query fails when the server is lost, so there is nothing to check here.
      isInPlace: () => true,
      close: () => db.destroy(),
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** The address without user and password, for logs. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

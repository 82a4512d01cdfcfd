import { Kysely } from 'kysely';
import { openHorizons } from '../horizons.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { OpenChecks, Store } from '../store.ts';
import { Connections } from './connections.ts';
import { OwnPostgresDialect } from './dialect.ts';
import { readingWriter } from './reading-writer.ts';
import { postgresTables } from './tables.ts';
import { tileChanges } from './tile-changes.ts';
import { createVersions } from './versions.ts';
import { createWholeTables } from './whole-tables.ts';

/**
 * Opens and migrates a PostgreSQL database as its only writer. Throws DatabaseUnavailable when it cannot be reached,
 * DatabaseTaken when another process has it, and what `look` throws.
 */
export async function openPostgres(url: string, look?: OpenChecks): Promise<Store> {
  const versions = createVersions();
  const connections = new Connections(url, versions);
  const db = new Kysely<Database>({ dialect: new OwnPostgresDialect(connections, versions) });
  try {
    await connections.open();
    await look?.({ db });
    await migrate(db.withPlugin(postgresTables), nameOf(url));
    const horizons = await openHorizons({ db });
    return {
      db,
      readings: readingWriter,
      tileChanges,
      horizons,
      wholeTables: createWholeTables(db),
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

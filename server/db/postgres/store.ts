import { Kysely } from 'kysely';
import { openHorizons } from '../horizons.ts';
import type { Lease } from '../lease.ts';
import { whole } from '../list.ts';
import { type Migrating, migrate } from '../migrate.ts';
import { migrations as all } from '../migrations/index.ts';
import type { Database } from '../schema.ts';
import type { OpenChecks, Store } from '../store.ts';
import { Connections } from './connections.ts';
import { createCopiedTables } from './copied-tables.ts';
import { OwnPostgresDialect } from './dialect.ts';
import { readingWriter } from './reading-writer.ts';
import { postgresTables } from './tables.ts';
import { tileChanges } from './tile-changes.ts';
import type { Turn } from './turns.ts';
import { createVersions } from './versions.ts';

type Opening = { look?: OpenChecks | undefined; isOneOfMany?: boolean } & Migrating;

/**
 * Opens and migrates a PostgreSQL database as its only writing process, or as one of several. Throws DatabaseUnavailable
 * when it cannot be reached, DatabaseTaken when other processes exclude this one, OlderProcesses when they could not live
 * with its migrations, and what `look` throws.
 */
export async function openPostgres(
  url: string,
  { look, isOneOfMany = false, migrations = all, mayBeNewer }: Opening = {},
): Promise<Store> {
  const versions = createVersions();
  const connections = new Connections(url, versions, isOneOfMany);
  const db = new Kysely<Database>({ dialect: new OwnPostgresDialect(connections, versions) });
  try {
    await connections.open();
    await look?.({ db });
    const around = connections.migrating.bind(connections);
    await migrate(db.withPlugin(postgresTables), nameOf(url), { migrations, mayBeNewer, around });
    const horizons = await openHorizons({ db });
    const store: Store = {
      db,
      storing: (_farms, run) => db.transaction().execute(run),
      readings: readingWriter,
      tileChanges,
      horizons,
      copiedTables: createCopiedTables(db),
      // The server searches beside this process.
      portionsOf: () => whole,
      version: versions.of,
      catchUp: () => {},
      peers: undefined,
      // Every query fails when the server is lost, so there is nothing to check here.
      isInPlace: () => true,
      close: () => db.destroy(),
    };
    const { notifications } = connections;
    if (!notifications) return store;
    connections.follow({
      knows: (migration) => Object.hasOwn(migrations, migration),
      follow(stamps) {
        for (const { name, version } of stamps) horizons.follow(name, version);
        versions.follow(stamps);
      },
    });
    // The store closes the connections, so these need not be.
    const taking = (turn: Turn) =>
      new Kysely<Database>({ dialect: new OwnPostgresDialect(connections, versions, turn) });
    const storingWith =
      (lease?: Lease): Store['storing'] =>
      (farms, run) =>
        taking({ lease, farms }).transaction().execute(run);
    const withLease = (lease: Lease): Store => {
      const written = taking({ lease });
      const by = { db: written, storing: storingWith(lease), horizons: horizons.by({ db: written }) };
      return { ...shared, ...by, close: async () => {} };
    };
    const peers = {
      publish: notifications.publish.bind(notifications),
      subscribe: notifications.subscribe.bind(notifications),
      version: versions.ofPeers,
      withLease,
      clock: () => connections.clock(),
      started: () => connections.started(),
    };
    const shared: Store = { ...store, storing: storingWith(), catchUp: connections.catchUp, peers };
    return shared;
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

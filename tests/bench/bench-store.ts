import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import { MINUTE_MS } from '#contract/time/time.ts';
import { createUser } from '#server/auth/account/users.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres/store.ts';
import { createDevice } from '#server/device/commands.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { aFarm } from '../support/store/store.ts';
import { whole } from './machine.ts';

export const LOGIN = 'bench';
export const PASSWORD = 'a long enough bench password';

/** Sensors of each house in the benchmark; readings.ts has plausible values for them. */
export const houseTypes = [
  'TEMPERATURE',
  'HUMIDITY',
  'CO2',
  'SOLAR',
  'SOIL_MOISTURE',
  'EC',
  'SOIL_TEMPERATURE',
  'FLOW_RATE',
] as const;

export type BenchStore = {
  dataDir: string;
  farmId: number;
  devices: { key: string; channels: { code: string; index: number }[] }[];
  /** Readings are in [from, to), epoch ms; both 0 before anything was loaded. */
  from: number;
  to: number;
};

const noteOf = (dataDir: string) => path.join(dataDir, 'bench.json');

/** A PostgreSQL server, on which the benchmark uses only a database of its own; undefined: SQLite. */
const server = process.env.DATABASE_URL || undefined;
export const engine = server === undefined ? 'sqlite' : 'postgres';
const DATABASE = 'onsil_bench';

/** Location of the store of a data folder. */
function benchPlace(dataDir: string): string {
  if (server === undefined) return path.join(dataDir, 'onsil.db');
  const url = new URL(server);
  url.pathname = `/${DATABASE}`;
  return url.href;
}

/** Opens the engine explicitly, because openStore's dynamic import does not work in the built benchmark. */
export const openBench = (dataDir: string): Promise<Store> =>
  server === undefined ? openStore(benchPlace(dataDir)) : openPostgres(benchPlace(dataDir));

/** A new data folder without anything in its store. */
export async function emptyBench(dataDir: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  if (server === undefined) return;
  await askServer(server, `drop database if exists ${DATABASE} with (force)`);
  await askServer(server, `create database ${DATABASE} encoding 'UTF8' template template0`);
}

/** Size of the store on disk, bytes, write-ahead log included. */
export async function bytesOf(dataDir: string): Promise<number> {
  if (server === undefined) {
    return readdirSync(dataDir).reduce((sum, name) => sum + statSync(path.join(dataDir, name)).size, 0);
  }
  const [row] = await askServer(benchPlace(dataDir), 'select pg_database_size(current_database()) as bytes');
  return Number(row?.bytes);
}

export const DEADLOCKS = 'select deadlocks from pg_stat_database where datname = current_database()';

/** A connection of its own to the benchmark's database on PostgreSQL, not open yet. */
export const benchClient = (): pg.Client => new pg.Client({ connectionString: benchPlace('') });

/** What a server needs to find the store of a data folder. */
export const envOf = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(engine === 'postgres' && { DATABASE_URL: benchPlace(dataDir) }),
});

/**
 * How much of the store is not in use, of each table that changes all the time on PostgreSQL: its size over what it
 * takes when it is written anew.
 */
export async function bloatOf(dataDir: string): Promise<string> {
  if (server === undefined) {
    const sqlite = new SQLite(benchPlace(dataDir), { readonly: true });
    const pages = Number(sqlite.pragma('page_count', { simple: true }));
    const free = Number(sqlite.pragma('freelist_count', { simple: true }));
    sqlite.close();
    return (pages / (pages - free)).toFixed(2);
  }
  const figures: string[] = [];
  for (const table of ['rollup', 'latest', 'tile_change', 'device']) {
    const size = `select pg_total_relation_size('${table}') as bytes`;
    const [before] = await askServer(benchPlace(dataDir), size);
    await askServer(benchPlace(dataDir), `vacuum full ${table}`);
    const [after] = await askServer(benchPlace(dataDir), size);
    figures.push(`${table} ${(Number(before?.bytes) / Number(after?.bytes)).toFixed(2)}`);
  }
  return figures.join(', ');
}

/** Sealed days of sensors. */
export async function countSealed(dataDir: string): Promise<number> {
  const store = await openBench(dataDir);
  const counting = store.db.selectFrom('sealed_reading').select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await counting.executeTakeFirstOrThrow().finally(() => store.close());
  return count;
}

const TABLES = `select relname as name, n_live_tup as live, n_dead_tup as dead, autovacuum_count as vacuumed,
  pg_total_relation_size(relid) as bytes from pg_stat_user_tables order by bytes desc limit 6`;

/** The largest tables of PostgreSQL with their dead rows, and its deadlocks, a line each; nothing on SQLite. */
export async function tablesOf(dataDir: string): Promise<string[]> {
  if (server === undefined) return [];
  const tables = await askServer(benchPlace(dataDir), TABLES);
  const [{ deadlocks } = {}] = await askServer(benchPlace(dataDir), DEADLOCKS);
  return [
    ...tables.map(({ name, live, dead, vacuumed, bytes }) => {
      const rows = `${whole(Number(live))} rows, ${whole(Number(dead))} dead, vacuumed ${vacuumed} times`;
      return `table ${name}: ${whole(Number(bytes) / 1_048_576)} MB, ${rows}`;
    }),
    `deadlocks: ${deadlocks}`,
  ];
}

async function askServer(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A new data folder with one farm: `devices` devices with `houses` houses each. */
export async function seedBench(dataDir: string, { devices, houses }: { devices: number; houses: number }) {
  await emptyBench(dataDir);
  const store = await openBench(dataDir);
  const user = { login: LOGIN, name: 'bench', password: PASSWORD, authority: 'ROLE_USER' as const, isNew: false };
  const farmId = await aFarm(store, { ownerId: await createUser(store, user) });
  const bench: BenchStore = { dataDir, farmId, devices: [], from: 0, to: 0 };
  for (let d = 0; d < devices; d += 1) {
    const channels = Array.from({ length: houses }, (_, house) =>
      houseTypes.map((type) => {
        const code = `${type.toLowerCase()}_${house + 1}`;
        return { code, type, name: code, areaName: `${d * houses + house + 1}동`, intervalMs: MINUTE_MS };
      }),
    ).flat();
    const created = await createDevice(store, { farmId, code: `n${d + 1}`, name: `n${d + 1}`, channels }, Date.now());
    bench.devices.push({ key: created.key, channels: [...created.channels].map(([code, index]) => ({ code, index })) });
  }
  await store.close();
  return bench;
}

/** Stored with the data, so that a later run can query it. */
export function remember(bench: BenchStore): void {
  writeFileSync(noteOf(bench.dataDir), JSON.stringify(bench));
}

/** The store that an earlier run has loaded; undefined without one. */
export function recall(dataDir: string): BenchStore | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(dataDir), 'utf8'));
  } catch {
    return undefined; // Never loaded, or only partly.
  }
}

/** Starts the built server on this data, as a process. */
export const startOn = (dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> =>
  startServerProcess({
    ...envOf(dataDir),
    RETENTION_RAW_DAYS: '4000',
    // Sealing during a measurement would disturb it; the part "cold" measures it.
    COLD: '0',
    ...env,
  });

/** Runs `use` with the built server on this data, as a process; stops it cleanly afterwards. */
export async function withServer<T>(
  dataDir: string,
  use: (server: { url: string; pid: number }) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const server = await startOn(dataDir, env);
  try {
    return await use(server);
  } finally {
    server.kill('SIGTERM');
    await server.gone;
  }
}

import { createHash } from 'node:crypto';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { onCleanup } from '../on-cleanup.ts';
import { ownerOf } from './postgres-cluster.ts';

/** URL of the server on which tests create databases; undefined on SQLite. */
const server = () => process.env.TEST_DATABASE_URL;

/** A migrated, empty database created once a run; tests copy it, which is much faster than migrating. */
export const TEMPLATE = 'onsil_template';

/** The location of a store: the file itself, or on PostgreSQL a database named after it, created on the first call. */
export async function placeOf(file: string): Promise<string> {
  if (server() === undefined) return file;
  const name = nameOf(file);
  await administer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return addressOf(name);
}

const nameOf = (file: string) => `onsil_${createHash('sha256').update(file).digest('hex').slice(0, 24)}`;

/** Keeps the database of this file in a folder, until the test has ended. */
export async function keepIn(folder: string, file: string): Promise<void> {
  const [name, place] = [nameOf(file), path.join(folder, 'tables')];
  await placeOf(file);
  mkdirSync(place);
  const { uid, gid } = ownerOf(place);
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  await administer(async (client) => {
    await client.query(`create tablespace ${name} location ${client.escapeLiteral(place)}`);
    await client.query(`alter database ${name} set tablespace ${name}`);
  });
  onCleanup(() =>
    administer(async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop tablespace ${name}`);
    }),
  );
}

/** The environment of a server with this data folder. */
export const databaseEnv = async (file: string): Promise<{ DATABASE_URL?: string }> =>
  server() === undefined ? {} : { DATABASE_URL: await placeOf(file) };

/** Whether tests run on PostgreSQL; assertions about database files do not apply there. */
export const isOnPostgres = server() !== undefined;

/** URL of a database on the tests' server. */
export function addressOf(name: string): string {
  const url = new URL(server() ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer<T>(work: (client: pg.Client) => Promise<T>, name = 'postgres'): Promise<T> {
  const client = new pg.Client({ connectionString: addressOf(name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

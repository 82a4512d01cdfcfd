import { createHash } from 'node:crypto';
import pg from 'pg';

/** Where tests run on PostgreSQL: the address of a server on which databases may be made; undefined on SQLite. */
const server = () => process.env.TEST_DATABASE_URL;

/** The database made once a run, migrated and empty; others are copies of it, which takes a fraction of the time. */
export const TEMPLATE = 'onsil_template';

/**
 * The place of the store that would stand in this file: the file itself, or, where tests run on PostgreSQL, a database
 * named by it, made when it is first asked for.
 */
export async function placeOf(file: string): Promise<string> {
  if (server() === undefined) return file;
  const name = `onsil_${createHash('sha256').update(file).digest('hex').slice(0, 24)}`;
  await administer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return addressOf(name);
}

/** The environment of a server whose data folder this is. */
export const databaseEnv = async (file: string): Promise<{ DATABASE_URL?: string }> =>
  server() === undefined ? {} : { DATABASE_URL: await placeOf(file) };

/** Whether tests run on PostgreSQL; what is said of files on a disk is then said of nothing. */
export const isOnPostgres = server() !== undefined;

/** The address of a database of the server that the tests have. */
export function addressOf(name: string): string {
  const url = new URL(server() ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: addressOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

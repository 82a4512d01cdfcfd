import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseTaken, DatabaseUnavailable, isConnectionLost } from '../database-errors.ts';
import { allGroups } from '../migrations/index.ts';
import { ownTypes } from './parsers.ts';
import type { Versions } from './versions.ts';

/** Connections that only read; so many queries run at a time. */
const READERS = 8;
const CONNECT_MS = 3_000;
/** A read query that takes longer is cancelled with its connection, because its client has given up. */
const READ_MS = 60_000;

/** The key of the advisory lock for the writing process; the same in every release. */
const WRITER_LOCK = 7_110_642;

/** How long a starting process waits for the previous one to end. */
const TAKEN_MS = 3_000;
const TAKEN_EVERY_MS = 100;

/** Keepalive settings with which the server notices a lost client within about 15 s and frees its lock. */
const LIVELINESS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2';

type Rows = pg.QueryArrayResult | pg.QueryResult;
type Statement = { text: string; values: unknown[]; name?: string };

/**
 * The connections of a process. Reads run in parallel through a pool. All writes go through one connection, which holds
 * an advisory lock as long as it lives. So there is only one writer, even after network failures: what a transaction
 * has read stays valid until it commits, as with SQLite's single connection.
 */
export class Connections {
  readonly #config: pg.ClientConfig;
  readonly #readers: pg.Pool;
  readonly #versions: Versions;
  #writer: pg.Client | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(url: string, versions: Versions) {
    this.#config = {
      connectionString: url,
      types: ownTypes,
      application_name: 'onsil',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    };
    this.#readers = new pg.Pool({ ...this.#config, max: READERS, query_timeout: READ_MS });
    // The pool replaces an idle connection that breaks.
    this.#readers.on('error', () => {});
    this.#versions = versions;
  }

  /** Runs a read outside of transactions; tries again once when the connection was lost. Throws DatabaseUnavailable. */
  async read(statement: Statement): Promise<Rows> {
    try {
      return await this.#readers.query(statement);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    return this.#readers.query(statement).catch(throwUnavailable);
  }

  /**
   * Takes the writer lock for the first time. It waits for a process that has just ended, because the server frees its
   * lock with a delay. Throws DatabaseUnavailable, or DatabaseTaken.
   */
  async open(): Promise<void> {
    for (const deadline = performance.now() + TAKEN_MS; ; await setTimeout(TAKEN_EVERY_MS)) {
      try {
        await this.writer();
        return;
      } catch (error) {
        if (!(error instanceof DatabaseTaken) || performance.now() > deadline) throw error;
      }
    }
  }

  /** Waits for the turn to write; the returned function ends the turn. */
  async turn(): Promise<() => void> {
    const before = this.#queue;
    let end = () => {};
    this.#queue = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  /** The writing connection, reopened after a loss. Throws DatabaseUnavailable, or DatabaseTaken. */
  async writer(): Promise<pg.Client> {
    if (this.#writer) return this.#writer;
    if (this.#isClosed) throw new Error('the store is closed');
    const client = new pg.Client({ ...this.#config, options: LIVELINESS });
    const lost = () => {
      if (this.#writer === client) this.#writer = undefined;
    };
    client.on('error', lost).on('end', lost);
    await client.connect().catch(throwUnavailable);
    const locking = client.query(`select pg_try_advisory_lock(${WRITER_LOCK}) as "isOurs"`).catch(throwUnavailable);
    const [{ isOurs }] = (await locking).rows;
    if (!isOurs) {
      await client.end();
      throw new DatabaseTaken();
    }
    this.#writer = client;
    // Another process may have held the lock meanwhile and written anything.
    this.#versions.count(allGroups);
    return client;
  }

  /**
   * Writes on `client`, within a turn. A connection that has failed is not used again. Throws DatabaseUnavailable, also
   * when `client` was lost meanwhile: its transaction ended with it, and the rest must not run on the next connection.
   */
  async write(client: pg.Client, statement: Statement): Promise<Rows> {
    if (client !== this.#writer) throw new DatabaseUnavailable(new Error('the writing connection was lost'));
    try {
      return await client.query(statement);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      this.drop();
      return throwUnavailable(error);
    }
  }

  /** Closes the writing connection, which rolls back its open transaction. */
  drop(): void {
    const client = this.#writer;
    this.#writer = undefined;
    client?.end().catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue;
    await Promise.all([this.#writer?.end(), this.#readers.end()]);
  }
}

function throwUnavailable(error: unknown): never {
  throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
}

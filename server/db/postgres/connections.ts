import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway, DatabaseTaken, isConnectionLost } from '../away.ts';
import { allGroups } from '../migrations/index.ts';
import { ownTypes } from './parsers.ts';
import type { Versions } from './versions.ts';

/** Connections that only read; as many questions are asked at a time. */
const READERS = 8;
const CONNECT_MS = 3_000;
/** A question that takes longer is given up, its connection with it: nobody waits for its answer any more. */
const READ_MS = 60_000;

/** Names the lock that makes a process the one that writes; any number, the same in every release. */
const WRITER_LOCK = 7_110_642;

/** How long a process that starts waits for the one before it to be gone. */
const TAKEN_MS = 3_000;
const TAKEN_EVERY_MS = 100;

/** What the server notices by itself of a process whose machine has gone: within about 15 s its lock is free. */
const LIVELINESS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2';

type Rows = pg.QueryArrayResult | pg.QueryResult;
type Statement = { text: string; values: unknown[]; name?: string };

/**
 * The connections of a process. Any number of questions at a time go through a pool; all writing goes through one
 * connection, which holds a lock of the database for as long as it lives. So there is one writer, whatever becomes of
 * the network: what a transaction has read holds until it commits, as it does on SQLite's one connection.
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
    // A connection that breaks while nobody uses it is replaced by the next question.
    this.#readers.on('error', () => {});
    this.#versions = versions;
  }

  /** Asks outside of any transaction; once more where the connection turns out to be gone. Throws DatabaseAway. */
  async read(statement: Statement): Promise<Rows> {
    try {
      return await this.#readers.query(statement);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    return this.#readers.query(statement).catch(toldAway);
  }

  /**
   * Becomes the process that writes, for the first time. One that has just ended is waited for: its lock goes when the
   * server has noticed. Throws DatabaseAway, or DatabaseTaken.
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

  /** Waits for its turn to write; to be given back by what is returned. */
  async turn(): Promise<() => void> {
    const before = this.#queue;
    let end = () => {};
    this.#queue = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  /** The connection that writes, opened anew where it was lost. Throws DatabaseAway, or DatabaseTaken. */
  async writer(): Promise<pg.Client> {
    if (this.#writer) return this.#writer;
    if (this.#isClosed) throw new Error('the store is closed');
    const client = new pg.Client({ ...this.#config, options: LIVELINESS });
    const lost = () => {
      if (this.#writer === client) this.#writer = undefined;
    };
    client.on('error', lost).on('end', lost);
    await client.connect().catch(toldAway);
    const locking = client.query(`select pg_try_advisory_lock(${WRITER_LOCK}) as "isOurs"`).catch(toldAway);
    const [{ isOurs }] = (await locking).rows;
    if (!isOurs) {
      await client.end();
      throw new DatabaseTaken();
    }
    this.#writer = client;
    // Whoever had the lock meanwhile may have written anything.
    this.#versions.count(allGroups);
    return client;
  }

  /** Writes in the turn of whoever calls. A connection that has failed is not used again. Throws DatabaseAway. */
  async write(statement: Statement): Promise<Rows> {
    const client = await this.writer();
    try {
      return await client.query(statement);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      this.drop();
      return toldAway(error);
    }
  }

  /** Ends the connection that writes, and so whatever it has open. */
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

function toldAway(error: unknown): never {
  throw isConnectionLost(error) ? new DatabaseAway(error) : error;
}

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import {
  DatabaseTaken,
  DatabaseUnavailable,
  isAnswerLate,
  isConnectionLost,
  isContended,
  isLockTimeout,
  OlderProcesses,
} from '../database-errors.ts';
import { LeaseLost } from '../lease.ts';
import { NEEDED } from '../migrate.ts';
import { allGroups } from '../migrations/index.ts';
import { sharedRun } from '../shared-run.ts';
import type { TableGroup } from '../table.ts';
import { Notifications } from './notifications.ts';
import { ownTypes } from './parsers.ts';
import { beginning, ending, STAMPS, type Turn } from './turns.ts';
import type { Stamp, Versions } from './versions.ts';

/** Connections that only read; so many queries run at a time. */
const READERS = 8;
const CONNECT_MS = 3_000;
/** A read query that takes longer is cancelled with its connection, because its client has given up. */
const READ_MS = 60_000;

/** Longer than the wait for a turn among processes (lock_timeout). */
const BEGIN_MS = 20_000;
/** While no standby follows, commits wait for one without end; then they are given up with their connection. */
const COMMIT_MS = 10_000;
/** A write that has waited this long for its turn within the process is refused, to be sent again. */
const TURN_MS = 15_000;

/** The key of the advisory lock of writing processes, exclusive or shared; the same in every release. */
const WRITER_LOCK = 7_110_642;
/** Of several processes only one starts at a time. */
const START_LOCK = 7_110_644;

/** How long a starting process waits for the previous one to end. */
const TAKEN_MS = 3_000;
const TAKEN_EVERY_MS = 100;

/** Keepalive settings with which the server notices a lost client within about 15 s and frees its lock. */
const LIVELINESS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2';
/** A process that stops within a transaction loses it before the others give up waiting for their turn. */
const LOCK_MS = 15_000;
const PATIENCE = `-c idle_in_transaction_session_timeout=10000 -c tcp_user_timeout=10000 -c lock_timeout=${LOCK_MS}`;
/** A migration that waits for a table keeps all others from it, so it waits for this long only, and tries again. */
const TABLE_LOCK_MS = 500;
const TABLE_LOCK_TRIES = 40;

/** Whether the server is a standby, which may be behind: nothing is read there, and nothing can be written. */
const IS_STANDBY = 'pg_is_in_recovery() as "isStandby"';

const CLOCK = 'select extract(epoch from clock_timestamp()) * 1000 as now';

/** A proxy led to a standby; like a lost connection. */
class Standby extends Error {
  readonly code = '25006';
  constructor() {
    super('a standby answered in place of the primary');
  }
}

/** SQLSTATE of a warning. */
const WARNING = '01000';

type Rows = pg.QueryArrayResult | pg.QueryResult;
type Statement = { text: string; values: unknown[]; name?: string; query_timeout?: number };

/** Gets the stamps that any process has set. */
type Follower = {
  follow(stamps: readonly Stamp[]): void;
  /** Whether this release has a migration of that name. */
  knows(migration: string): boolean;
};

/**
 * The connections of a process. Reads run in parallel through a pool. All writes go through one connection, which holds
 * an advisory lock as long as it lives: exclusive for a single process, so there is only one writer even after network
 * failures; shared by several processes, which take turns at transactions. Either way what a transaction has read stays
 * valid until it commits, as with SQLite's single connection.
 */
export class Connections {
  /** Undefined for a single process. */
  readonly notifications: Notifications | undefined;
  /** Reads what other processes have committed until now, so that `version` counts it. */
  readonly catchUp: () => Promise<void>;
  readonly #config: pg.ClientConfig;
  readonly #readers: pg.Pool;
  readonly #versions: Versions;
  #follower: Follower | undefined;
  #writer: pg.Client | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Refuses a write that waits for its turn. */
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(url: string, versions: Versions, isOneOfMany: boolean) {
    this.#config = {
      connectionString: url,
      types: ownTypes,
      application_name: 'onsil',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    };
    this.#readers = new pg.Pool({ ...this.#config, max: READERS, query_timeout: READ_MS, verify: isPrimary });
    // The pool replaces an idle connection that breaks.
    this.#readers.on('error', () => {});
    this.#versions = versions;
    this.notifications = isOneOfMany ? new Notifications(this.#config) : undefined;
    this.catchUp = sharedRun(async () =>
      this.#follower?.follow(stampsIn(await this.read({ text: STAMPS, values: [] }))),
    );
  }

  /** Runs a read outside of transactions; tries again once when the connection was lost. Throws DatabaseUnavailable. */
  async read(statement: Statement): Promise<Rows> {
    try {
      return await this.#readers.query(statement);
    } catch (error) {
      if (!isConnectionLost(error) && !isContended(error)) throw error;
    }
    return this.#readers.query(statement).catch((error: unknown) => {
      if (isContended(error)) throw new DatabaseUnavailable(error);
      return throwUnavailable(error);
    });
  }

  /** What the clock of the database's machine says, epoch ms. Throws DatabaseUnavailable. */
  async clock(): Promise<number> {
    const answer = await this.read({ text: CLOCK, values: [] });
    return Number(answer.rows[0].now);
  }

  /**
   * Takes the writer lock for the first time, and with several processes the lock to start. It waits for a process that
   * has just ended, because the server frees its lock with a delay. Throws DatabaseUnavailable, or DatabaseTaken.
   */
  async open(): Promise<void> {
    for (const deadline = performance.now() + TAKEN_MS; ; await setTimeout(TAKEN_EVERY_MS)) {
      try {
        await this.writer();
        return await this.notifications?.open().catch(throwUnavailable);
      } catch (error) {
        if (!(error instanceof DatabaseTaken) || performance.now() > deadline) throw error;
      }
    }
  }

  /**
   * Runs migrations. Additive ones run beside other processes. Before all others every other process must have stopped;
   * throws OlderProcesses otherwise.
   */
  async migrating(run: () => Promise<void>, areAdditive: boolean): Promise<void> {
    if (!this.notifications) return run();
    if (areAdditive) return this.#tryForTables(run);
    const client = await this.writer();
    await this.#beAlone(client);
    await run();
    await client.query(`select pg_advisory_unlock(${WRITER_LOCK})`).catch(throwUnavailable);
  }

  async #tryForTables(run: () => Promise<void>): Promise<void> {
    const waitFor = async (ms: number) =>
      (await this.writer()).query(`set lock_timeout = ${ms}`).catch(throwUnavailable);
    for (let left = TABLE_LOCK_TRIES; ; left -= 1) {
      try {
        await waitFor(TABLE_LOCK_MS);
        await run();
        await waitFor(LOCK_MS);
        return;
      } catch (error) {
        const isLocked = isContended(error) || (error instanceof Error && isContended(error.cause));
        if (!isLocked || left === 0) throw error;
        await setTimeout(TABLE_LOCK_MS / 2);
      }
    }
  }

  /** Takes the writer lock for this process alone, beside its share. It waits for those that have just ended. */
  async #beAlone(client: pg.Client): Promise<void> {
    for (const deadline = performance.now() + TAKEN_MS; ; await setTimeout(TAKEN_EVERY_MS)) {
      const locking = client.query(`select pg_try_advisory_lock(${WRITER_LOCK}) as "isAlone"`).catch(throwUnavailable);
      if ((await locking).rows[0].isAlone) return;
      if (performance.now() > deadline) throw new OlderProcesses();
    }
  }

  /** From now on stamps are read and written; call it when the migrations have run. */
  follow(follower: Follower): void {
    this.#follower = follower;
  }

  /** Releases the lock to start. A connection that was lost meanwhile has released it already. */
  async started(): Promise<void> {
    const end = await this.turn();
    await this.#writer?.query(`select pg_advisory_unlock(${START_LOCK})`).catch(throwUnavailable).finally(end);
  }

  /** Waits for the turn to write within this process; the returned function ends the turn. Throws DatabaseUnavailable. */
  async turn(): Promise<() => void> {
    const before = this.#queue;
    let end = () => {};
    this.#queue = new Promise<void>((resolve) => {
      end = resolve;
    });
    const isOurs = await new Promise<boolean>((resolve) => {
      const refuse = () => resolve(false);
      const timer = globalThis.setTimeout(refuse, TURN_MS);
      this.#waiting.add(refuse);
      void before.then(() => {
        clearTimeout(timer);
        this.#waiting.delete(refuse);
        resolve(true);
      });
    });
    if (isOurs) return end;
    void before.then(end);
    throw new DatabaseUnavailable(new Error('another write takes too long'));
  }

  /** The writing connection, reopened after a loss. Throws DatabaseUnavailable, or DatabaseTaken. */
  async writer(): Promise<pg.Client> {
    if (this.#writer) return this.#writer;
    if (this.#isClosed) throw new Error('the store is closed');
    const options = this.notifications ? `${LIVELINESS} ${PATIENCE}` : LIVELINESS;
    const client = new pg.Client({ ...this.#config, options });
    const lost = () => {
      if (this.#writer === client) this.#writer = undefined;
    };
    client.on('error', lost).on('end', lost);
    await client.connect().catch(throwUnavailable);
    // Before the share of the writer lock: who starts first may need that lock for itself.
    if (this.notifications && !this.#follower) {
      await client.query(`select pg_advisory_lock(${START_LOCK})`).catch(throwUnavailable);
    }
    const lock = this.notifications ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const locking = client.query(`select ${lock}(${WRITER_LOCK}) as "isOurs", ${IS_STANDBY}`).catch(throwUnavailable);
    const [{ isOurs, isStandby }] = (await locking).rows;
    if (isOurs && !isStandby) await this.#requireKnown(client);
    if (!isOurs || isStandby) {
      await client.end();
      throw isStandby ? new DatabaseUnavailable(new Standby()) : new DatabaseTaken();
    }
    this.#writer = client;
    // Another process may have held the lock meanwhile and written anything.
    this.#versions.count(allGroups);
    return client;
  }

  /** A process that was cut off while a newer release has migrated the database must not write any more. */
  async #requireKnown(client: pg.Client): Promise<void> {
    if (!this.#follower) return;
    const reading = client.query(`select value from setting where name = '${NEEDED}'`).catch(throwUnavailable);
    const needed = (await reading).rows[0]?.value;
    if (needed === undefined || this.#follower.knows(needed)) return;
    await client.end();
    throw new DatabaseUnavailable(new Error('a newer release has migrated it'));
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
      // Who waits behind it would wait once more as long.
      if (isLockTimeout(error) || isAnswerLate(error)) for (const refuse of this.#waiting) refuse();
      if (isContended(error)) throw new DatabaseUnavailable(error);
      if (!isConnectionLost(error)) throw error;
      this.drop();
      return throwUnavailable(error);
    }
  }

  /**
   * Begins a transaction within a turn. With several processes it waits for the turn among them, too, and reads what the
   * others have written. Throws LeaseLost, and DatabaseUnavailable, also when the turn does not come within 15 s.
   */
  async begin(turn: Turn): Promise<pg.Client> {
    const client = await this.writer();
    if (!this.notifications) {
      await this.write(client, { text: 'begin', values: [], query_timeout: BEGIN_MS });
      return client;
    }
    try {
      const { lease } = turn;
      const hasStamps = this.#follower !== undefined;
      const answers = await this.#askAll(client, beginning(turn, hasStamps), BEGIN_MS);
      if (lease && answers.at(hasStamps ? -2 : -1)?.rows[0]?.holder !== lease.holder) throw new LeaseLost(lease);
      this.#follower?.follow(stampsIn(answers.at(-1)));
      return client;
    } catch (error) {
      // Ends the transaction, if it has begun.
      this.drop();
      throw error;
    }
  }

  /**
   * Commits; returns the command tag of the answer. Throws DatabaseUnavailable, also when the commit has not waited for a
   * standby: PostgreSQL answers a cancelled wait with success, and nothing but a warning.
   */
  async commit(client: pg.Client, written: readonly TableGroup[]): Promise<string> {
    let warning: Error | undefined;
    const warned = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
      if (code === WARNING) warning = new Error(message);
    };
    client.on('notice', warned);
    try {
      const hasStamps = this.#follower !== undefined && written.length > 0;
      const answers = await this.#askAll(client, hasStamps ? ending(written) : 'commit', COMMIT_MS);
      if (warning) {
        this.drop();
        throw new DatabaseUnavailable(warning);
      }
      if (hasStamps) this.#versions.own(stampsIn(answers[0]));
      return answers.at(-1)?.command ?? '';
    } finally {
      client.off('notice', warned);
    }
  }

  /** Sends several statements at once; one result each. */
  async #askAll(client: pg.Client, text: string, withinMs: number): Promise<readonly Rows[]> {
    return [await this.write(client, { text, values: [], query_timeout: withinMs })].flat();
  }

  /** Closes the writing connection, which rolls back its open transaction. */
  drop(): void {
    const client = this.#writer;
    this.#writer = undefined;
    client?.end().catch(() => {});
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#queue;
    await Promise.all([this.#writer?.end(), this.#readers.end(), this.notifications?.close()]);
  }
}

/** Lets a new connection into the pool. One to a primary that becomes a standby ends, because that restarts. */
function isPrimary(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query(`select ${IS_STANDBY}`).then(
    ({ rows: [{ isStandby }] }) => done(isStandby ? new Standby() : undefined),
    (error: Error) => done(error),
  );
}

const stampsIn = (answer: Rows | undefined): Stamp[] => (answer?.rows ?? []) as Stamp[];

function throwUnavailable(error: unknown): never {
  throw isConnectionLost(error) || isLockTimeout(error) ? new DatabaseUnavailable(error) : error;
}

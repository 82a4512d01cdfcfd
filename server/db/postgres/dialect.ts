import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type FunctionNode,
  type Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  ValueListNode,
} from 'kysely';
import type pg from 'pg';
import { engineFunction } from '../fragments.ts';
import { allGroups } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';
import type { Connections } from './connections.ts';
import { postgresFunctions } from './functions.ts';
import type { Turn } from './turns.ts';
import { groupsWrittenBy, isRead, type Versions } from './versions.ts';

/** Kysely over the connections of a process: reads in parallel, transactions and other writes one after another. */
export class OwnPostgresDialect implements Dialect {
  readonly #connections: Connections;
  readonly #versions: Versions;
  readonly #turn: Turn;

  /** `turn`: what its transactions are for. */
  constructor(connections: Connections, versions: Versions, turn: Turn = {}) {
    this.#connections = connections;
    this.#versions = versions;
    this.#turn = turn;
  }

  createDriver = (): Driver => new OwnDriver(this.#connections, this.#versions, this.#turn);
  createQueryCompiler = (): PostgresQueryCompiler => new OwnCompiler();
  createAdapter = (): DialectAdapter => new OwnAdapter();
  createIntrospector = (db: Kysely<unknown>): PostgresIntrospector => new PostgresIntrospector(db);
}

/** Migrations need no lock of their own: only one process writes, or only one of several starts at a time. */
class OwnAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class OwnCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const ours = engineFunction(postgresFunctions, node);
    if (ours) this.visitNode(ours);
    else super.visitFunction(node);
  }

  /** Accepts an empty list after IN, as SQLite does. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node;
    const isEmpty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0;
    if (isEmpty && OperatorNode.is(operator)) this.append(operator.operator === 'not in' ? '1 = 1' : '1 = 0');
    else super.visitBinaryOperation(node);
  }
}

class OwnDriver implements Driver {
  readonly #connections: Connections;
  readonly #versions: Versions;
  readonly #turn: Turn;

  constructor(connections: Connections, versions: Versions, turn: Turn) {
    this.#connections = connections;
    this.#versions = versions;
    this.#turn = turn;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<OwnConnection> {
    return new OwnConnection(this.#connections, this.#versions, this.#turn);
  }

  beginTransaction = (connection: OwnConnection): Promise<void> => connection.begin();
  commitTransaction = (connection: OwnConnection): Promise<void> => connection.commit();
  rollbackTransaction = (connection: OwnConnection): Promise<void> => connection.rollback();

  async releaseConnection(connection: OwnConnection): Promise<void> {
    connection.release();
  }

  destroy = (): Promise<void> => this.#connections.close();
}

/** A statement is prepared from this use on. */
const PREPARED_FROM = 3;
const MAX_STATEMENTS = 500;

/** Statements by text, with their number of uses and name. Each connection prepares a name at its first use. */
const seen = new Map<string, { name: string; times: number }>();

/** All columns of a table: a prepared statement fails when a newer release has added one, within its transaction. */
const ALL_COLUMNS = /^select \*|"\.\*|returning \*/;

function statementOf({ sql: text, parameters }: CompiledQuery) {
  const isFull = seen.size >= MAX_STATEMENTS && !seen.has(text);
  if (isFull || ALL_COLUMNS.test(text)) return { text, values: [...parameters] };
  const known = seen.get(text) ?? { name: `s${seen.size}`, times: 0 };
  known.times += 1;
  seen.set(text, known);
  return { text, values: [...parameters], ...(known.times >= PREPARED_FROM && { name: known.name }) };
}

/** Kysely's connection: a transaction after begin(), otherwise single statements. */
class OwnConnection implements DatabaseConnection {
  readonly #connections: Connections;
  readonly #versions: Versions;
  readonly #turn: Turn;
  /** Ends the turn of the open transaction. */
  #end: (() => void) | undefined;
  /** The connection on which that transaction began. */
  #client: pg.Client | undefined;
  readonly #written = new Set<TableGroup>();

  constructor(connections: Connections, versions: Versions, turn: Turn) {
    this.#connections = connections;
    this.#versions = versions;
    this.#turn = turn;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = statementOf(query);
    if (this.#client) {
      this.#count(groupsWrittenBy(query.sql));
      return resultOf(await this.#connections.write(this.#client, statement));
    }
    if (isRead(query.sql)) return resultOf(await this.#connections.read(statement));
    if (this.#connections.notifications) return this.#executeAlone(query);
    const end = await this.#connections.turn();
    try {
      return resultOf(await this.#connections.write(await this.#connections.writer(), statement));
    } finally {
      this.#versions.count(groupsWrittenBy(query.sql));
      end();
    }
  }

  /** Runs a single write in its own transaction, because other processes write too. */
  async #executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      await this.begin();
      const result = await this.executeQuery<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      if (this.#client) await this.rollback();
      throw error;
    } finally {
      this.release();
    }
  }

  /** Counts a write immediately, for reads within the transaction; commit() counts it again, when others can see it. */
  #count(groups: readonly TableGroup[]): void {
    for (const group of groups) this.#written.add(group);
    this.#versions.count(groups);
  }

  async begin(): Promise<void> {
    this.#end = await this.#connections.turn();
    this.#client = await this.#connections.begin(this.#turn);
  }

  /** PostgreSQL answers a commit of a failed transaction with ROLLBACK. */
  async commit(): Promise<void> {
    const written = [...this.#written];
    const command = await this.#connections.commit(this.#open(), written);
    this.#versions.count(written);
    if (command !== 'COMMIT') throw new Error(`the transaction was not committed but answered ${command}`);
  }

  async rollback(): Promise<void> {
    this.#versions.count(allGroups);
    // A lost connection has rolled back its transaction already.
    await this.#connections.write(this.#open(), { text: 'rollback', values: [] }).catch(() => this.#connections.drop());
  }

  #open(): pg.Client {
    if (!this.#client) throw new Error('there is no transaction');
    return this.#client;
  }

  release(): void {
    this.#client = undefined;
    this.#written.clear();
    this.#end?.();
    this.#end = undefined;
  }

  // biome-ignore lint/correctness/useYield: streaming is not supported.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not read in pieces');
  }
}

const CHANGING = ['INSERT', 'UPDATE', 'DELETE'];

function resultOf<Row>({ command, rowCount, rows }: { command: string; rowCount: number | null; rows: Row[] }) {
  return { rows, ...(CHANGING.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

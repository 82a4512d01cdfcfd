import type SQLite from 'better-sqlite3';
import {
  type DatabaseConnection,
  type Driver,
  type FunctionNode,
  type QueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';

import { yieldInSlices } from '../../kernel/process/yield-to-others.ts';
import { engineFunction } from '../fragments.ts';
import type { TableGroup } from '../table.ts';
import { sqliteFunctions } from './functions.ts';
import { groupsWrittenBy, type TableVersions } from './table-versions.ts';

/**
 * Kysely on one SQLite connection, with five changes: our own SQL functions, cached statements, turns for others between
 * statements, rollbacks that SQLite has already done, and no commit to a file that was removed or replaced.
 */
export class OwnSqliteDialect extends SqliteDialect {
  readonly #sqlite: SQLite.Database;
  readonly #versions: TableVersions;
  readonly #database: SqliteDatabase;
  readonly #isInPlace: () => boolean;

  /** `isInPlace`: whether the file is still the one that was opened. */
  constructor(sqlite: SQLite.Database, versions: TableVersions, isInPlace: () => boolean) {
    const database = rememberingStatements(sqlite, versions);
    super({ database });
    this.#sqlite = sqlite;
    this.#versions = versions;
    this.#database = database;
    this.#isInPlace = isInPlace;
  }

  override createDriver(): Driver {
    return new OwnSqliteDriver(this.#sqlite, this.#versions, this.#database, this.#isInPlace);
  }

  override createQueryCompiler(): QueryCompiler {
    return new OwnSqliteCompiler();
  }
}

class OwnSqliteCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const ours = engineFunction(sqliteFunctions, node);
    if (ours) this.visitNode(ours);
    else super.visitFunction(node);
  }
}

/**
 * SQLite rolls a transaction back by itself when the disk is full or fails. A second rollback would fail and hide the
 * original error.
 */
class OwnSqliteDriver extends SqliteDriver {
  readonly #sqlite: SQLite.Database;
  readonly #versions: TableVersions;
  readonly #isInPlace: () => boolean;
  readonly #pauseForOthers = yieldInSlices();

  constructor(sqlite: SQLite.Database, versions: TableVersions, database: SqliteDatabase, isInPlace: () => boolean) {
    super({ database });
    this.#sqlite = sqlite;
    this.#versions = versions;
    this.#isInPlace = isInPlace;
  }

  /** SQLite answers at once, so that whoever asks many questions in a row would hold the thread for all of them. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#pauseForOthers();
    return super.acquireConnection();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // The system still writes to a removed file, so a commit would succeed and its data be lost at exit.
    if (!this.#isInPlace())
      throw new Error(`${this.#sqlite.name} was removed or replaced while the server runs: nothing is stored any more`);
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
    else this.#versions.countRollback();
  }
}

/** There are few distinct statements (lists vary in length); the limit keeps a mistake from becoming a leak. */
const MAX_STATEMENTS = 500;

type Known = { statement: SQLite.Statement; writes: readonly TableGroup[] };

/**
 * Kysely prepares each query again, which takes longer than running most of ours, so statements are cached by text.
 * Kysely runs a statement right after preparing it, so a write can be counted here.
 */
function rememberingStatements(sqlite: SQLite.Database, versions: TableVersions): SqliteDatabase {
  const known = new Map<string, Known>();
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const { statement, writes } = known.get(text) ?? prepared(sqlite, text);
      if (known.size >= MAX_STATEMENTS) known.clear();
      known.set(text, { statement, writes });
      versions.count(writes);
      return statement;
    },
  };
}

function prepared(sqlite: SQLite.Database, text: string): Known {
  const statement = sqlite.prepare(text);
  return { statement, writes: groupsWrittenBy(statement) };
}

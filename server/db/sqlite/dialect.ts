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

import { engineFunction } from '../fragments.ts';
import type { TableGroup } from '../table.ts';
import { sqliteFunctions } from './functions.ts';
import { groupsWrittenBy, type TableVersions } from './table-versions.ts';

/**
 * Kysely on one SQLite connection, with four things changed: our own words are said, statements are kept, a rollback may
 * have happened, and nothing is committed to a file that is no longer where it was opened.
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
 * SQLite itself rolls a transaction back when the disk is full or fails. Rolled back once more, it would say that there
 * is no transaction, and callers would be told that instead of what went wrong.
 */
class OwnSqliteDriver extends SqliteDriver {
  readonly #sqlite: SQLite.Database;
  readonly #versions: TableVersions;
  readonly #isInPlace: () => boolean;

  constructor(sqlite: SQLite.Database, versions: TableVersions, database: SqliteDatabase, isInPlace: () => boolean) {
    super({ database });
    this.#sqlite = sqlite;
    this.#versions = versions;
    this.#isInPlace = isInPlace;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // The system goes on writing to a file that was removed, and would acknowledge what ends with the process.
    if (!this.#isInPlace())
      throw new Error(`${this.#sqlite.name} was removed or replaced while the server runs: nothing is stored any more`);
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
    else this.#versions.countRollback();
  }
}

/** Distinct texts are few (lists of indexes vary in length); a bound keeps a mistake from becoming a leak. */
const MAX_STATEMENTS = 500;

type Known = { statement: SQLite.Statement; writes: readonly TableGroup[] };

/**
 * Kysely prepares each query anew; compiling costs more than running most of ours, so texts seen before are kept. It
 * runs what it has prepared at once, and here it is counted.
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

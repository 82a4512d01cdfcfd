import type SQLite from 'better-sqlite3';
import type { CopiedTables, DeclaredColumn } from '../table-copy/copied-tables.ts';

/** Raw access to the tables of a SQLite file. */
export function prepareCopiedTables(sqlite: SQLite.Database): CopiedTables {
  const columnsOf = sqlite.prepare<[table: string], DeclaredColumn>(
    // SQLite returns some type names in capitals.
    'select name, lower(type) as type, pk as place from pragma_table_info(?) order by cid',
  );
  return {
    columnsOf: async (table) => columnsOf.all(table),
    async insert(_trx, { name, columns }, rows) {
      const [names, values] = [columns.map((column) => `"${column.name}"`), columns.map(() => '?')];
      const statement = sqlite.prepare<unknown[]>(`insert into "${name}" (${names}) values (${values})`);
      for (const row of rows) statement.run(...columns.map((column) => row[column.name]));
    },
    async settle() {},
  };
}

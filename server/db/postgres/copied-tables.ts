import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import type { CopiedTables, DeclaredColumn, Kind } from '../table-copy/copied-tables.ts';

const COLUMNS = `
  select attname::text as name, format_type(atttypid, atttypmod) as type,
    coalesce(array_position(string_to_array(indkey::text, ' '), attnum::text), 0) as place
  from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
  where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

/** Raw access to the tables of a PostgreSQL database. One statement inserts many rows: each column is one array. */
export function createCopiedTables(db: Kysely<Database>): CopiedTables {
  return {
    async columnsOf(table) {
      return (await db.executeQuery<DeclaredColumn>(CompiledQuery.raw(COLUMNS, [`"${table}"`]))).rows;
    },
    async insert(trx, { name, columns }, rows) {
      const names = columns.map((column) => `"${column.name}"`);
      const lists = columns.map(({ type }, at) => `$${at + 1}::${type}[]`);
      const values = columns.map((column) => listOf(rows.map((row) => written(row[column.name], column.kind))));
      const text = `insert into "${name}" (${names}) select * from unnest(${lists})`;
      await trx.executeQuery(CompiledQuery.raw(text, values));
    },
    // Without statistics PostgreSQL would plan queries as if the tables were empty.
    async settle() {
      await db.executeQuery(CompiledQuery.raw('analyze'));
    },
  };
}

const listOf = (elements: readonly string[]) => `{${elements.join(',')}}`;

/** A value as an element of a PostgreSQL array literal. */
function written(value: unknown, kind: Kind): string {
  if (value === null) return 'NULL';
  if (kind === 'text') return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
  return value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString('hex')}"` : String(value);
}

import type { migrations } from './migrations/index.ts';
import type { Table } from './table.ts';

type Migrations = typeof migrations;
type Added = Migrations[keyof Migrations]['tables'];

/** The intersection of all members of a union. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type RowOf<Declared> = Declared extends Table<infer Row> ? { [Column in keyof Row]: Row[Column] } : never;

/**
 * The tables as Kysely sees them: the combined declarations of the migrations. Tables of farms have farm_id as the
 * first column of the primary key and of every unique key, and in every join, so that the schema can be distributed by
 * farm. Instants are epoch milliseconds (UTC), booleans 0 or 1, ids given by clients UUIDs.
 */
export type Database = { [Name in keyof AllOf<Added>]: RowOf<AllOf<Added>[Name]> };

import type { migrations } from './migrations/index.ts';
import type { Table } from './table.ts';

type Migrations = typeof migrations;
type Added = Migrations[keyof Migrations]['tables'];

/** All of a union at once. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type RowOf<Declared> = Declared extends Table<infer Row> ? { [Column in keyof Row]: Row[Column] } : never;

/**
 * The tables, as Kysely sees them: what the migrations say they add, laid together. Whatever belongs to a farm has
 * farm_id as the first column of its primary key and of every unique key, and every join is on it, so that the schema
 * distributes by farm. Instants are epoch milliseconds (UTC), booleans 0 or 1, ids that a device may give are UUIDs.
 */
export type Database = { [Name in keyof AllOf<Added>]: RowOf<AllOf<Added>[Name]> };

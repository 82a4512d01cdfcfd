/**
 * Tables that change together. A cache names the groups its answers are made of: what is measured every second must
 * not make anybody forget whose key it is. The newest sign of life of a device counts as a reading.
 */
export type TableGroup = 'readings' | 'farms' | 'people' | 'catalogue' | 'journal' | 'weather';

declare const row: unique symbol;

/** What a migration adds to a table. Its columns are there for the types alone; a table that is there already has its group. */
export type Table<Row> = { group?: TableGroup; [row]?: Row };

/** A new table: its columns, and the group it changes with. */
export function table<Row>(group: TableGroup): Table<Row> {
  return { group };
}

/** Columns added to a table of an earlier migration. */
export function columns<Row>(): Table<Row> {
  return {};
}

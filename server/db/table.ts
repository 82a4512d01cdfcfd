/**
 * Tables that change together. A cache names the groups its answers are made of: what is measured every second must
 * not make anybody forget whose key it is. The newest sign of life of a device counts as a reading.
 */
export type TableGroup = 'readings' | 'periods' | 'farms' | 'people' | 'catalogue' | 'journal' | 'weather';

declare const row: unique symbol;

/** What a migration adds to a table. Its columns are there for the types alone; a table that is there already has its group. */
export type Table<Row> = { group?: TableGroup; goesWithFarm?: boolean; [row]?: Row };

/** A new table of what belongs to no farm: its columns, and the group it changes with. */
export function table<Row extends { farm_id?: never; [column: string]: unknown }>(group: TableGroup): Table<Row> {
  return { group, goesWithFarm: false };
}

/** A new table of what belongs to farms. Its rows go when their farm has gone for good, unless they outlive it. */
export function farmTable<Row extends { farm_id: number }>(
  group: TableGroup,
  { outlivesFarm = false } = {},
): Table<Row> {
  return { group, goesWithFarm: !outlivesFarm };
}

/** Columns added to a table of an earlier migration. */
export function columns<Row>(): Table<Row> {
  return {};
}

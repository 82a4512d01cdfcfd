/**
 * Groups of tables for cache invalidation. A cache names the groups that its values depend on: readings, which change
 * every second, must not invalidate the cache of device keys. When a device was last heard counts as a reading.
 */
export type TableGroup = 'readings' | 'periods' | 'farms' | 'people' | 'catalogue' | 'journal' | 'weather';

declare const row: unique symbol;

/** What a migration adds to a table. Columns are types only; an existing table already has its group. */
export type Table<Row> = { group?: TableGroup; goesWithFarm?: boolean; [row]?: Row };

/** A new table that belongs to no farm: its columns and its group. */
export function table<Row extends { farm_id?: never; [column: string]: unknown }>(group: TableGroup): Table<Row> {
  return { group, goesWithFarm: false };
}

/** A new table of farms. Its rows are deleted with their farm, unless they outlive it. */
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

import type SQLite from 'better-sqlite3';
import { allGroups, groupOf } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';

/**
 * The groups that a statement writes to: none for a read. A rollback counts as a change of all groups, because values
 * read inside the transaction are invalid. So does a write whose table cannot be determined.
 */
export function groupsWrittenBy({
  source,
  readonly,
}: Pick<SQLite.Statement, 'source' | 'readonly'>): readonly TableGroup[] {
  if (/^rollback/i.test(source)) return allGroups;
  if (readonly) return [];
  const [, table = ''] = /^(?:insert into|update|delete from) "(\w+)"/i.exec(source) ?? [];
  const group = groupOf.get(table);
  return group === undefined ? allGroups : [group];
}

export type TableVersions = {
  count(written: readonly TableGroup[]): void;
  /** Counts a rollback that SQLite did by itself. */
  countRollback(): void;
  /** Grows with every change of these groups, committed or not, also by another process. */
  of(groups: readonly TableGroup[]): number;
};

export function createTableVersions(sqlite: SQLite.Database): TableVersions {
  const counts: { [Group in TableGroup]: number } = {
    readings: 0,
    periods: 0,
    farms: 0,
    people: 0,
    catalogue: 0,
    journal: 0,
    weather: 0,
  };
  // Changes when another process commits to the file.
  const foreign = sqlite.prepare<[], number>('select data_version from pragma_data_version').pluck();
  // Readings are written by prepared statements that are not counted, so the number of all changed rows is used.
  const all = sqlite.prepare<[], number>('select total_changes() + data_version from pragma_data_version').pluck();
  return {
    count(written) {
      for (const group of written) counts[group] += 1;
    },
    countRollback() {
      for (const group of allGroups) counts[group] += 1;
    },
    of(groups) {
      const others = (groups.includes('readings') ? all : foreign).get() ?? 0;
      return groups.reduce((sum, group) => sum + counts[group], others);
    },
  };
}

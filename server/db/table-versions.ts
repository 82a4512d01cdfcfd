import type SQLite from 'better-sqlite3';
import type { Database } from './schema.ts';

/**
 * Tables that change together. A cache names the groups its answers are made of: what is measured every second must
 * not make anybody forget whose key it is. The newest sign of life of a device counts as a reading.
 */
export type TableGroup = 'readings' | 'farms' | 'people' | 'catalogue' | 'journal' | 'weather';

const groupOf: { readonly [Table in keyof Database]: TableGroup } = {
  reading: 'readings',
  unknown_reading: 'readings',
  rollup: 'readings',
  latest: 'readings',
  tile_cursor: 'readings',
  tile_change: 'readings',
  demo_state: 'readings',
  farm: 'farms',
  farm_member: 'farms',
  device: 'farms',
  channel: 'farms',
  channel_place: 'farms',
  unwanted_code: 'farms',
  calibration: 'farms',
  exclusion: 'farms',
  crop: 'farms',
  calendar_edit: 'farms',
  weather_link: 'farms',
  weather_station: 'weather',
  forecast_issue: 'weather',
  forecast_hour: 'weather',
  outlook: 'weather',
  lease: 'weather',
  provider_state: 'weather',
  weather_raw: 'weather',
  user: 'people',
  session: 'people',
  menu: 'catalogue',
  menu_item: 'catalogue',
  menu_right: 'catalogue',
  item_code: 'catalogue',
  setting: 'catalogue',
  sequence: 'journal',
  idempotency: 'journal',
  audit: 'journal',
};

const allGroups = [...new Set(Object.values(groupOf))];

/** The group of a name that stands in a statement; undefined for one that is no table of ours. */
const groupNamed = (table: string): TableGroup | undefined => new Map(Object.entries(groupOf)).get(table);

/**
 * The groups a statement writes to; none for one that only reads. A rollback counts as a change of everything: what
 * was read inside the transaction never was. So does a writing statement whose table cannot be told.
 */
export function groupsWrittenBy({
  source,
  readonly,
}: Pick<SQLite.Statement, 'source' | 'readonly'>): readonly TableGroup[] {
  if (/^rollback/i.test(source)) return allGroups;
  if (readonly) return [];
  const [, table = ''] = /^(?:insert into|update|delete from) "(\w+)"/i.exec(source) ?? [];
  const group = groupNamed(table);
  return group === undefined ? allGroups : [group];
}

export type TableVersions = {
  count(written: readonly TableGroup[]): void;
  /** Counts a rollback that no statement asked for. */
  countRollback(): void;
  /** Grows with every change of these groups, committed or not, also by another process. */
  of(groups: readonly TableGroup[]): number;
};

export function createTableVersions(sqlite: SQLite.Database): TableVersions {
  const counts: { [Group in TableGroup]: number } = {
    readings: 0,
    farms: 0,
    people: 0,
    catalogue: 0,
    journal: 0,
    weather: 0,
  };
  // What others commit to the file, whatever it is.
  const foreign = sqlite.prepare<[], number>('select data_version from pragma_data_version').pluck();
  // Readings are written by statements too hot to be counted one by one: every row that changes stands for them.
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

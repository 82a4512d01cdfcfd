import pg from 'pg';
import { horizonSettings } from '../horizons.ts';
import type { Lease } from '../lease.ts';
import { allGroups } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';

/**
 * How processes take turns at writing. Each transaction begins with a lock that ends with it, whatever becomes of the
 * process: what it has read holds until it commits. One that only stores readings of named farms shares that lock with
 * its like, and locks these farms.
 */
const TURN_LOCK = 7_110_643;
/** The key space of the locks of farms. */
const FARM_LOCKS = 7_110_645;

/** What a transaction is for; without `farms` it may write anything. */
export type Turn = {
  /** It is refused unless the holder still has the lease. */
  lease?: Lease | undefined;
  /** It only stores readings of these farms. */
  farms?: readonly number[] | undefined;
};

/** The setting that counts how often any process has written a group. It rises in the writing transaction, one by one. */
export const stampOf = (group: TableGroup): string => `stamp-${group}`;

/** Reads the stamps of all groups, and the horizons. */
export const STAMPS = `select name, value::bigint as version from setting
  where name in (${[...allGroups.map(stampOf), ...horizonSettings].map(pg.escapeLiteral).join(', ')})`;

/** Each statement sees what was committed before it began, so what follows sees the writes that the locks waited for. */
const BEGIN = 'begin isolation level read committed';

/** Begins when it is this process's turn; returns the holder of the lease, if one is given, and then the stamps. */
export function beginning({ lease, farms }: Turn, hasStamps: boolean): string {
  const holder = lease && `select holder from lease where name = ${pg.escapeLiteral(lease.name)}`;
  const locks = farms ? lockingFarms(farms) : [`select pg_advisory_xact_lock(${TURN_LOCK})`];
  return [BEGIN, ...locks, ...(holder ? [holder] : []), ...(hasStamps ? [STAMPS] : [])].join('; ');
}

/** Farms in ascending order, so that no two transactions wait for each other. */
function lockingFarms(farms: readonly number[]): string[] {
  const ascending = [...new Set(farms)].sort((a, b) => a - b);
  return [
    `select pg_advisory_xact_lock_shared(${TURN_LOCK})`,
    `select count(pg_advisory_xact_lock(${FARM_LOCKS}, farm)) from unnest('{${ascending.join(',')}}'::int[]) as farm`,
  ];
}

/** Raises the stamps of what was written, returns them, and commits. Sorted, as rows are locked in that order. */
export function ending(written: readonly TableGroup[]): string {
  const rows = [...written]
    .sort()
    .map((group) => `(${pg.escapeLiteral(stampOf(group))}, '1')`)
    .join(', ');
  return `insert into setting (name, value) values ${rows}
    on conflict (name) do update set value = (setting.value::bigint + 1)::text
    returning name, value::bigint as version; commit`;
}

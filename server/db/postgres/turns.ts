import pg from 'pg';
import { horizonSettings } from '../horizons.ts';
import type { Lease } from '../lease.ts';
import { allGroups } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';

/**
 * How processes take turns at writing. Each transaction begins with a lock that ends with it, whatever becomes of the
 * process: what it has read holds until it commits, and stamps go up in the order of commits.
 */
const TURN_LOCK = 7_110_643;

/** The setting that counts how often any process has written a group. It rises in the writing transaction. */
export const stampOf = (group: TableGroup): string => `stamp-${group}`;

/** Reads the stamps of all groups, and the horizons. */
export const STAMPS = `select name, value::bigint as version from setting
  where name in (${[...allGroups.map(stampOf), ...horizonSettings].map(pg.escapeLiteral).join(', ')})`;

/** Each statement sees what was committed before it began, so what follows sees the writes that the lock waited for. */
const BEGIN = `begin isolation level read committed; select pg_advisory_xact_lock(${TURN_LOCK})`;

/** Begins when it is this process's turn; returns the holder of the lease, if one is given, and then the stamps. */
export function beginning(lease: Lease | undefined, hasStamps: boolean): string {
  const holder = lease && `select holder from lease where name = ${pg.escapeLiteral(lease.name)}`;
  return [BEGIN, ...(holder ? [holder] : []), ...(hasStamps ? [STAMPS] : [])].join('; ');
}

/** Raises the stamps of what was written, returns them, and commits. */
export function ending(written: readonly TableGroup[]): string {
  const rows = written.map((group) => `(${pg.escapeLiteral(stampOf(group))}, '1')`).join(', ');
  return `insert into setting (name, value) values ${rows}
    on conflict (name) do update set value = (setting.value::bigint + 1)::text
    returning name, value::bigint as version; commit`;
}

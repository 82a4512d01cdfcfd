import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

// Not the one of store.ts, whose types name leases.
type Queries = { db: Kysely<Database> };

/** Who holds what. A holder never gets a lost lease back: it returns under another name, so late writes are refused. */
export type Lease = { name: string; holder: string };

/** The lease was lost, so the transaction was refused. */
export class LeaseLost extends Error {
  constructor({ name }: Lease) {
    super(`another process has taken over: ${name}`);
  }
}

/**
 * Takes or renews a lease, so that only one of several processes on a database does a job. True when `holder` has the
 * lease; it expires `lastsMs` after the last renewal. `now`: epoch ms.
 */
export async function holdLease(
  { db }: Queries,
  { name, holder, now, lastsMs }: Lease & { now: number; lastsMs: number },
): Promise<boolean> {
  // A write would wait for its turn, and those who only look do so each second.
  const known = await db.selectFrom('lease').select(['holder', 'until']).where('name', '=', name).executeTakeFirst();
  if (known && known.holder !== holder && known.until > now) return false;
  const until = now + lastsMs;
  const held = await db
    .insertInto('lease')
    .values({ name, holder, until })
    .onConflict((c) =>
      c
        .column('name')
        .doUpdateSet({ holder, until })
        .where((eb) => eb.or([eb('lease.holder', '=', holder), eb('lease.until', '<=', now)])),
    )
    .returning('holder')
    .executeTakeFirst();
  return held !== undefined;
}

/** Releases a lease, so that another process need not wait until it expires. */
export async function dropLease({ db }: Queries, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
}

/** Whether somebody holds the lease. `now`: epoch ms. */
export async function isHeld({ db }: Queries, name: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('lease').select('until').where('name', '=', name).executeTakeFirst();
  return row !== undefined && row.until > now;
}

import type { Queries } from './open.ts';

/**
 * Takes or renews a lease, so that only one of several processes on a database does a job. True when `holder` has the
 * lease; it expires `lastsMs` after the last renewal. `now`: epoch ms.
 */
export async function holdLease(
  { db }: Queries,
  { name, holder, now, lastsMs }: { name: string; holder: string; now: number; lastsMs: number },
): Promise<boolean> {
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
export async function dropLease({ db }: Queries, { name, holder }: { name: string; holder: string }): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
}

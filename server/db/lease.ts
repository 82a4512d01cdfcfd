import type { Queries } from './open.ts';

/**
 * Takes or renews a lease, so that of many processes on one database one does a thing. True while `holder` has it; it
 * ends by itself `lastsMs` after the last renewal, epoch ms by `now`.
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

/** Gives a lease back, so that another need not wait for its end. */
export async function dropLease({ db }: Queries, { name, holder }: { name: string; holder: string }): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
}

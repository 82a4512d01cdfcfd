import { sql } from 'kysely';
import type { FarmFields } from '#contract/farm-manage.ts';
import type { Queries } from '../db/open.ts';
import { takeNumbers } from '../db/sequence.ts';
import { fail } from '../http/fail.ts';
import type { Trx } from '../http/write.ts';

/** Adds a farm and its co-users; returns its index. */
export async function addFarm(trx: Trx, ownerId: number, fields: FarmFields, now: number): Promise<number> {
  const farmId = await takeNumbers(trx, 'farm');
  await trx
    .insertInto('farm')
    .values({ farm_id: farmId, owner_id: ownerId, created_at: now, ...rowOf(fields) })
    .execute();
  await replaceMembers(trx, farmId, ownerId, fields.coUsers, now);
  return farmId;
}

export async function changeFarm(trx: Trx, farmId: number, fields: FarmFields, now: number): Promise<void> {
  const { ownerId } = await trx
    .updateTable('farm')
    .set(rowOf(fields))
    .where('farm_id', '=', farmId)
    .returning('owner_id as ownerId')
    .executeTakeFirstOrThrow();
  await replaceMembers(trx, farmId, ownerId, fields.coUsers, now);
}

/** Marks a farm as deleted: its records stay, nobody sees them, its devices are no longer known. */
export async function markDeleted(trx: Trx, farmId: number, at: number | null): Promise<void> {
  await trx.updateTable('farm').set({ deleted_at: at }).where('farm_id', '=', farmId).execute();
}

export async function removeMember(trx: Trx, farmId: number, userId: number): Promise<boolean> {
  const removed = await trx
    .deleteFrom('farm_member')
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

function rowOf({ farmName, address, latitude, longitude, areaM2 }: FarmFields) {
  return { name: farmName, address, latitude, longitude, area_m2: areaM2 };
}

/** The list as it shall be. Whoever stays keeps the day they were added. */
async function replaceMembers(
  trx: Trx,
  farmId: number,
  ownerId: number,
  coUsers: FarmFields['coUsers'],
  now: number,
): Promise<void> {
  const known = await usersByLogin(
    { db: trx },
    coUsers.map(({ userId }) => userId),
  );
  const members = coUsers.map(({ userId, right }, at) => {
    const user = known.get(userId.toLowerCase());
    if (user === undefined || user === ownerId) fail('VALIDATION', { field: `coUsers.${at}.userId` });
    return { farm_id: farmId, user_id: user, right, added_at: now };
  });
  if (new Set(members.map(({ user_id }) => user_id)).size < members.length) fail('VALIDATION', { field: 'coUsers' });
  await trx
    .deleteFrom('farm_member')
    .where('farm_id', '=', farmId)
    .where('user_id', 'not in', members.length === 0 ? [-1] : members.map(({ user_id }) => user_id))
    .execute();
  for (const member of members) {
    await trx
      .insertInto('farm_member')
      .values(member)
      .onConflict((c) => c.columns(['farm_id', 'user_id']).doUpdateSet({ right: member.right }))
      .execute();
  }
}

async function usersByLogin({ db }: Queries, logins: readonly string[]): Promise<Map<string, number>> {
  if (logins.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .select(['id', 'login'])
    .where(
      sql<string>`lower(login)`,
      'in',
      logins.map((login) => login.toLowerCase()),
    )
    .where('disabled_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, login }) => [login.toLowerCase(), id]));
}

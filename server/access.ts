import type { FarmRight } from '#contract/farm.ts';
import type { Store } from './db/open.ts';
import type { Caller } from './http/env.ts';

export type Action = 'read' | 'write' | 'own';

const rightsFor: { readonly [A in Action]: readonly FarmRight[] } = {
  read: ['read', 'write', 'own'],
  write: ['write', 'own'],
  own: ['own'],
};

/** The one permission question: owner, co-user by their right, administrator everything; nobody else anything. */
export async function may(store: Store, caller: Caller, action: Action, farmId: number): Promise<boolean> {
  const right = await rightOn(store, caller, farmId);
  return right !== undefined && rightsFor[action].includes(right);
}

/** What the caller may do on the farm; undefined when it is none of theirs, deleted or unknown. */
export async function rightOn(store: Store, caller: Caller, farmId: number): Promise<FarmRight | undefined> {
  const row = await store.db
    .selectFrom('farm')
    .leftJoin('farm_member', (join) =>
      join.onRef('farm_member.farm_id', '=', 'farm.farm_id').on('farm_member.user_id', '=', caller.userId),
    )
    .select(['farm.owner_id as ownerId', 'farm_member.right as memberRight'])
    .where('farm.farm_id', '=', farmId)
    .where('farm.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (caller.authority === 'ROLE_ADMINISTER' || row.ownerId === caller.userId) return 'own';
  return row.memberRight ?? undefined;
}

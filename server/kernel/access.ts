import type { FarmRight } from '#contract/farm/farm.ts';
import type { Queries } from '../db/open.ts';
import { type Open, prepared } from '../db/prepared-query.ts';
import type { Caller } from './caller.ts';
import { fail } from './fail.ts';

export type Action = 'read' | 'write' | 'own';

const rightsFor: { readonly [A in Action]: readonly FarmRight[] } = {
  read: ['read', 'write', 'own'],
  write: ['write', 'own'],
  own: ['own'],
};

/** The one permission question: owner, co-user by their right, administrator everything; nobody else anything. */
export async function may(store: Queries, caller: Caller, action: Action, farmId: number): Promise<boolean> {
  const right = await rightOn(store, caller, farmId);
  return right !== undefined && rightsFor[action].includes(right);
}

const findFarm = prepared((db, open: Open<{ farmId: number; userId: number }>) =>
  db
    .selectFrom('farm')
    .leftJoin('farm_member', (join) =>
      join.onRef('farm_member.farm_id', '=', 'farm.farm_id').on('farm_member.user_id', '=', open('userId')),
    )
    .select(['farm.owner_id as ownerId', 'farm_member.right as memberRight'])
    .where('farm.farm_id', '=', open('farmId'))
    .where('farm.deleted_at', 'is', null),
);

/** What the caller may do on the farm; undefined when it is none of theirs, deleted or unknown. */
export async function rightOn(store: Queries, caller: Caller, farmId: number): Promise<FarmRight | undefined> {
  const [row] = await findFarm(store, { farmId, userId: caller.userId });
  if (!row) return undefined;
  if (caller.authority === 'ROLE_ADMINISTER' || row.ownerId === caller.userId) return 'own';
  return row.memberRight ?? undefined;
}

/** Refuses with NOT_FOUND what is none of the caller's, and with FORBIDDEN what they may see but not do. */
export async function requireRight(store: Queries, caller: Caller, action: Action, farmId: number): Promise<void> {
  const right = await rightOn(store, caller, farmId);
  if (right === undefined) fail('NOT_FOUND');
  if (!rightsFor[action].includes(right)) fail('FORBIDDEN');
}

/**
 * Refuses with FORBIDDEN a write to a menu page on which the caller's role may not write. AUTH_ALLOW opens pages
 * without children for everything they do; where there are children only AUTH_WRITE writes.
 */
export async function requirePage({ db }: Queries, caller: Caller, page: string): Promise<void> {
  const row = await db
    .selectFrom('menu_item')
    .innerJoin('menu_right', 'menu_right.item_id', 'menu_item.id')
    .select('menu_right.auth_code as authCode')
    .where('menu_item.url', '=', page)
    .where('menu_right.authority', '=', caller.authority)
    .executeTakeFirst();
  const isAllowed = row?.authCode === 'AUTH_WRITE' || (row?.authCode === 'AUTH_ALLOW' && !page.endsWith('-manage'));
  if (!isAllowed) fail('FORBIDDEN');
}

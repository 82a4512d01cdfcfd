import { type PhotoOwnerKind, photoPages } from '#contract/photo/photo.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import { type Rights, requirePage } from '../kernel/access/access.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';

/** The thing on a farm that a photo belongs to. */
export type PhotoOwner = { farmId: number; id: string; kind: PhotoOwnerKind };

/** The only user, besides administrators, who may change the photos; null: everybody who may write on the farm. */
type Found = { authorId: number | null };

/** Finds the thing; undefined when it does not exist or was deleted. Its kind is the name of its table. */
async function findOwner({ db }: Queries, { kind, farmId, id }: PhotoOwner): Promise<Found | undefined> {
  const ownId = db.dynamic.ref(`${kind}_id`);
  if (kind === 'post' || kind === 'comment') {
    const written = db.selectFrom(kind).select('user_id as authorId').where('farm_id', '=', farmId);
    return written.where(ownId, '=', id).executeTakeFirst();
  }
  const shared = db.selectFrom(kind).select('farm_id').where('farm_id', '=', farmId).where(ownId, '=', id);
  return (await shared.where('deleted_at', 'is', null).executeTakeFirst()) && { authorId: null };
}

/** The caller, and the call they make. */
type Asker = { rights: Rights; caller: Caller; endpoint: Pick<Endpoint, 'who' | 'method'> };

/** Refuses with FORBIDDEN a caller without a right on the kind's page, as requirePage does for a call's pages. */
export async function requireKind({ rights, caller, endpoint }: Asker, kind: PhotoOwnerKind): Promise<void> {
  const { who, method } = endpoint;
  await requirePage(rights, caller, { who, method, page: photoPages[kind] });
}

/**
 * Refuses with FORBIDDEN a caller without a right on the page of the thing or its photos, with NOT_FOUND when it does
 * not exist. The right on its farm must be checked before.
 */
export async function requireOwner(store: Queries, asker: Asker, owner: PhotoOwner): Promise<void> {
  await requireKind(asker, owner.kind);
  const { authorId } = (await findOwner(store, owner)) ?? fail('NOT_FOUND');
  const { caller, endpoint } = asker;
  const isTheirs = authorId === null || authorId === caller.userId || caller.authority === 'ROLE_ADMINISTER';
  if (endpoint.method !== 'GET' && !isTheirs) fail('FORBIDDEN');
}

import { type PhotoOwnerKind, photoPages } from '#contract/photo/photo.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import { type Rights, requirePage } from '../kernel/access.ts';
import type { Caller } from '../kernel/caller.ts';
import { fail } from '../kernel/fail.ts';

/** A thing on a farm that photos are put on. */
export type PhotoOwner = { farmId: number; id: string; kind: PhotoOwnerKind };

/** Who alone, beside administrators, may change the photos of a thing; null: whoever may write on its farm. */
type Found = { authorId: number | null };

/** The thing; undefined for one that is not there or was deleted. A kind is the name of its table. */
async function findOwner({ db }: Queries, { kind, farmId, id }: PhotoOwner): Promise<Found | undefined> {
  const ownId = db.dynamic.ref(`${kind}_id`);
  if (kind === 'post' || kind === 'comment') {
    const written = db.selectFrom(kind).select('user_id as authorId').where('farm_id', '=', farmId);
    return written.where(ownId, '=', id).executeTakeFirst();
  }
  const shared = db.selectFrom(kind).select('farm_id').where('farm_id', '=', farmId).where(ownId, '=', id);
  return (await shared.where('deleted_at', 'is', null).executeTakeFirst()) && { authorId: null };
}

/** Who asks for photos, and by which call. */
type Asker = { rights: Rights; caller: Caller; endpoint: Pick<Endpoint, 'who' | 'method'> };

/** Refuses with FORBIDDEN whoever has no right on the page of a kind, as requirePage does for the pages of a call. */
export async function requireKind({ rights, caller, endpoint }: Asker, kind: PhotoOwnerKind): Promise<void> {
  const { who, method } = endpoint;
  await requirePage(rights, caller, { who, method, page: photoPages[kind] });
}

/**
 * Refuses with FORBIDDEN whoever has no right on the page of the thing or may not change it, and with NOT_FOUND where
 * there is no such thing. The right on its farm has been asked already.
 */
export async function requireOwner(store: Queries, asker: Asker, owner: PhotoOwner): Promise<void> {
  await requireKind(asker, owner.kind);
  const { authorId } = (await findOwner(store, owner)) ?? fail('NOT_FOUND');
  const { caller, endpoint } = asker;
  const isTheirs = authorId === null || authorId === caller.userId || caller.authority === 'ROLE_ADMINISTER';
  if (endpoint.method !== 'GET' && !isTheirs) fail('FORBIDDEN');
}

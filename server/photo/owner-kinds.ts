import { type PhotoOwnerKind, photoPages } from '#contract/photo/photo.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import { type Rights, requirePage } from '../kernel/access.ts';
import type { Caller } from '../kernel/caller.ts';
import { fail } from '../kernel/fail.ts';

/** A thing on a farm. */
type Place = { farmId: number; id: string };

/** A thing that photos are put on. */
export type PhotoOwner = Place & { kind: PhotoOwnerKind };

/** Who alone, beside administrators, may change the photos of a thing; null: whoever may write on its farm. */
type Found = { authorId: number | null };

/** How a thing of each kind is found on its farm; undefined for one that is not there or was deleted. */
const finders: Readonly<Record<PhotoOwnerKind, (store: Queries, thing: Place) => Promise<Found | undefined>>> = {
  observation: ({ db }, { farmId, id }) =>
    db
      .selectFrom('observation')
      .select(({ lit }) => lit(null).as('authorId'))
      .where('farm_id', '=', farmId)
      .where('observation_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  inspection: ({ db }, { farmId, id }) =>
    db
      .selectFrom('inspection')
      .select(({ lit }) => lit(null).as('authorId'))
      .where('farm_id', '=', farmId)
      .where('inspection_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  post: ({ db }, { farmId, id }) =>
    db
      .selectFrom('post')
      .select('user_id as authorId')
      .where('farm_id', '=', farmId)
      .where('post_id', '=', id)
      .executeTakeFirst(),
  comment: ({ db }, { farmId, id }) =>
    db
      .selectFrom('comment')
      .select('user_id as authorId')
      .where('farm_id', '=', farmId)
      .where('comment_id', '=', id)
      .executeTakeFirst(),
};

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
export async function requireOwner(store: Queries, asker: Asker, { kind, ...place }: PhotoOwner): Promise<void> {
  await requireKind(asker, kind);
  const { authorId } = (await finders[kind](store, place)) ?? fail('NOT_FOUND');
  const { caller, endpoint } = asker;
  const isTheirs = authorId === null || authorId === caller.userId || caller.authority === 'ROLE_ADMINISTER';
  if (endpoint.method !== 'GET' && !isTheirs) fail('FORBIDDEN');
}

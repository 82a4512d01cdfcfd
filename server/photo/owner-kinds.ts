import type { PhotoOwnerKind } from '#contract/photo/photo.ts';
import { EVERYBODY } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import type { Caller } from '../kernel/caller.ts';

/** A thing that photos are put on. */
type PhotoOwner = { farmId: number; ownerId: string };

type OwnerKind = {
  /**
   * Whether the caller, who may write on the farm, may put photos on the thing and take them away. False where there
   * is no such thing, too.
   */
  mayChange(store: Queries, caller: Caller, owner: PhotoOwner): Promise<boolean>;
};

const ofFarm: OwnerKind = { mayChange: async (_, __, { farmId }) => farmId !== EVERYBODY };

type OneRow = { executeTakeFirst(): Promise<{ user_id: number } | undefined> };

/** Of what somebody has written: for the author and administrators. */
function authored(find: (store: Queries, owner: PhotoOwner) => OneRow): OwnerKind {
  return {
    async mayChange(store, { userId, authority }, owner) {
      const row = await find(store, owner).executeTakeFirst();
      return row !== undefined && (row.user_id === userId || authority === 'ROLE_ADMINISTER');
    },
  };
}

/** A row per kind of thing. */
export const ownerKinds: Readonly<Record<PhotoOwnerKind, OwnerKind>> = {
  observation: ofFarm,
  inspection: ofFarm,
  post: authored(({ db }, { farmId, ownerId }) =>
    db.selectFrom('post').select('user_id').where('farm_id', '=', farmId).where('post_id', '=', ownerId),
  ),
  comment: authored(({ db }, { farmId, ownerId }) =>
    db.selectFrom('comment').select('user_id').where('farm_id', '=', farmId).where('comment_id', '=', ownerId),
  ),
};

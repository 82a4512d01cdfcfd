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

/** A row per kind of thing. */
export const ownerKinds: Readonly<Record<PhotoOwnerKind, OwnerKind>> = {
  observation: ofFarm,
  inspection: ofFarm,
  post: ofFarm,
  comment: ofFarm,
};

import type { PhotoOwnerKind } from '#contract/photo/photo.ts';
import type { Database } from '../db/schema.ts';
import type { Trx } from '../db/transaction.ts';

export async function addPhoto(trx: Trx, photo: Database['photo']): Promise<void> {
  await trx.insertInto('photo').values(photo).execute();
}

export async function dropPhoto(trx: Trx, farmId: number, id: string): Promise<void> {
  await trx.deleteFrom('photo').where('farm_id', '=', farmId).where('photo_id', '=', id).execute();
}

/** Deletes the photos of things that are deleted for good; the next sweep deletes their files. */
export async function dropPhotosOf(
  trx: Trx,
  farmId: number,
  kind: PhotoOwnerKind,
  ownerIds: readonly string[],
): Promise<void> {
  if (ownerIds.length === 0) return;
  await trx
    .deleteFrom('photo')
    .where('farm_id', '=', farmId)
    .where('owner_kind', '=', kind)
    .where('owner_id', 'in', ownerIds)
    .execute();
}

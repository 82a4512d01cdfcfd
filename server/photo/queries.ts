import { type Photo, type PhotoOwnerKind, photoOwnerKinds, photoRoles } from '#contract/photo/photo.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';

/** A photo and the hash that names its files. */
export type StoredPhoto = Photo & { hash: string };

function photos({ db }: Queries, farmId: number) {
  return db.selectFrom('photo').selectAll().where('farm_id', '=', farmId);
}

export async function findPhoto(store: Queries, farmId: number, id: string): Promise<StoredPhoto | undefined> {
  const row = await photos(store, farmId).where('photo_id', '=', id).executeTakeFirst();
  return row && { ...photoOf(row), hash: row.hash };
}

/** The photos of some things of one kind on a farm, by the id of the thing, oldest first. */
export async function photosOf(
  store: Queries,
  farmId: number,
  kind: PhotoOwnerKind,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, Photo[]>> {
  const found = new Map<string, Photo[]>();
  if (ownerIds.length === 0) return found;
  const rows = await photos(store, farmId)
    .where('owner_kind', '=', kind)
    .where('owner_id', 'in', ownerIds)
    .orderBy('created_at')
    .orderBy('photo_id')
    .execute();
  for (const row of rows) found.set(row.owner_id, [...(found.get(row.owner_id) ?? []), photoOf(row)]);
  return found;
}

function photoOf(row: Database['photo']): Photo {
  return {
    id: row.photo_id,
    ownerKind: photoOwnerKinds.find((known) => known === row.owner_kind) ?? 'post',
    ownerId: row.owner_id,
    role: photoRoles.find((known) => known === row.role) ?? null,
    takenAt: row.taken_at === null ? null : new Date(row.taken_at).toISOString(),
    width: row.width,
    height: row.height,
    bytes: row.bytes,
  };
}

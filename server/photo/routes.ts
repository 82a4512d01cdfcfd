import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import {
  deletePhoto,
  listPhotos,
  MAX_PHOTOS,
  type Photo,
  photoFile,
  photoThumbnail,
  uploadPhoto,
} from '#contract/photo/photo.ts';
import { photoWords } from '#contract/photo/photo-text.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { createOnce } from '../http/create-once.ts';
import { type Call, type Guards, route } from '../http/route.ts';
import { type KeptPicture, routePicture } from '../http/route-picture.ts';
import { type WriteCall, write } from '../http/write.ts';
import { rightsIn } from '../kernel/access/access.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail, failField } from '../kernel/fail.ts';
import { addPhoto, dropPhoto } from './commands.ts';
import { encodePhoto } from './encode.ts';
import type { FileKind, PhotoFiles } from './files.ts';
import { type PhotoOwner, requireKind, requireOwner } from './owner-kinds.ts';
import { findPhoto, photosOf, type StoredPhoto } from './queries.ts';

type PhotoDeps = { store: Store; files: PhotoFiles; now(): number };

type Upload = Call<typeof uploadPhoto>;

/** The result of the work before the transaction; `kept` is undefined for a repeated upload. */
type Prepared = {
  sourceHash: string;
  kept: Pick<StoredPhoto, 'width' | 'height' | 'bytes' | 'hash'> | undefined;
};

export function mountPhotos(app: Hono<Env>, guards: Guards, deps: PhotoDeps): void {
  const { store, files } = deps;
  const { rights } = guards;
  route(app, guards, listPhotos, async ({ params, query, caller }) => {
    const owner = ownerOf(params.farmIndex, query);
    await requireOwner(store, { rights, caller, endpoint: listPhotos }, owner);
    return (await photosOf(store, owner.farmId, owner.kind, [owner.id])).get(owner.id) ?? [];
  });

  const mountPicture = (endpoint: typeof photoFile | typeof photoThumbnail, kind: FileKind) =>
    routePicture(app, guards, endpoint, async ({ params, caller }): Promise<KeptPicture> => {
      const { farmIndex: farmId, id } = params;
      const { hash, ...found } = (await findPhoto(store, farmId, id)) ?? fail('NOT_FOUND');
      await requireOwner(store, { rights, caller, endpoint }, ownerOf(farmId, found));
      return { tag: `${hash}-${kind}`, read: () => files.read(hash, kind) };
    });
  mountPicture(photoFile, 'file');
  mountPicture(photoThumbnail, 'thumbnail');

  write<typeof uploadPhoto, Prepared>(app, deps, uploadPhoto, addUpload, {
    prepare: (upload) => prepareUpload(deps, upload),
  });

  write(app, deps, deletePhoto, async ({ trx, store: within, params, caller, audit }) => {
    const { farmIndex: farmId, id } = params;
    const { ownerKind, ownerId } = (await findPhoto(within, farmId, id)) ?? fail('NOT_FOUND');
    const asker = { rights: rightsIn(within), caller, endpoint: deletePhoto };
    await requireOwner(within, asker, ownerOf(farmId, { ownerKind, ownerId }));
    await dropPhoto(trx, farmId, id);
    const subject = { farmId, subjectId: id, subjectName: photoWords.photo };
    await audit({ action: 'photo.delete', ...subject, before: { ownerKind, ownerId } });
    return { message: doneMessages.deleted, data: { id } };
  });
}

/** Encodes the photo and writes it to the disk before the transaction, so that readings need not wait. */
async function prepareUpload({ store, files }: PhotoDeps, upload: Upload): Promise<Prepared> {
  const { params, query, body, caller } = upload;
  const asker = { rights: rightsIn(store), caller, endpoint: uploadPhoto };
  await requireKind(asker, query.ownerKind);
  const sent = new Uint8Array(await body.arrayBuffer());
  const sourceHash = createHash('sha256').update(sent).digest('hex');
  if (await findPhoto(store, params.farmIndex, params.id)) return { sourceHash, kept: undefined };
  // Checks before the expensive work; the transaction checks again.
  await requireOwner(store, asker, ownerOf(params.farmIndex, query));
  const photo = await encodePhoto(sent);
  const { width, height, file } = photo;
  return { sourceHash, kept: { width, height, bytes: file.byteLength, hash: await files.keep(photo) } };
}

async function addUpload(upload: WriteCall<typeof uploadPhoto, Prepared>) {
  const { trx, store, prepared, params, query, caller, at, audit } = upload;
  const { farmIndex: farmId, id } = params;
  const { sourceHash, kept } = prepared;
  const asker = { rights: rightsIn(store), caller, endpoint: uploadPhoto };
  await requireKind(asker, query.ownerKind);
  const find = (photoId: string) => findPhoto(store, farmId, photoId);
  const create = async (photoId: string) => {
    // A photo with this id existed during `prepare` and was deleted since.
    if (!kept) fail('NOT_FOUND');
    await requireOwner(store, asker, ownerOf(farmId, query));
    const already = await photosOf(store, farmId, query.ownerKind, [query.ownerId]);
    if ((already.get(query.ownerId)?.length ?? 0) >= MAX_PHOTOS) failField('ownerId', photoWords.tooMany);
    await addPhoto(trx, {
      farm_id: farmId,
      photo_id: photoId,
      owner_kind: query.ownerKind,
      owner_id: query.ownerId,
      role: query.role ?? null,
      taken_at: query.takenAt === undefined ? null : parseInstant(query.takenAt),
      ...kept,
      user_id: caller.userId,
      created_at: at,
    });
    const subject = { farmId, subjectId: photoId, subjectName: photoWords.photo };
    await audit({ action: 'photo.add', ...subject, after: { ...query, bytes: kept.bytes } });
  };
  const asked = { farmId, id, content: ['photo', query, sourceHash] };
  const { hash: _, ...data } = await createOnce(upload, asked, { find, create });
  return { message: doneMessages.created, data };
}

function ownerOf(farmId: number, { ownerKind, ownerId }: Pick<Photo, 'ownerKind' | 'ownerId'>): PhotoOwner {
  return { farmId, kind: ownerKind, id: ownerId };
}

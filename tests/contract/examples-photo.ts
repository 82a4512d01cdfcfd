import { randomUUID } from 'node:crypto';
import type { PhotoOwnerKind } from '#contract/photo/photo.ts';
import { addPhoto } from '#server/photo/commands.ts';
import { photoFiles } from '#server/photo/files.ts';
import { aPhonePhoto } from '../support/examples/pictures.ts';
import type { Example, Input, World } from './examples.ts';
import { aPostOn } from './examples-board.ts';
import { aCropOn } from './examples-crop.ts';
import { anObservationOn } from './examples-growing.ts';
import { anInspectionOn } from './examples-inspection.ts';

type Owner = { ownerKind: PhotoOwnerKind; ownerId: string };

/** A thing of the world's farm that can have photos; of a kind that belongs to `page`. */
async function anOwner(world: World, page = '/cms/device/inspection-edit'): Promise<Owner> {
  const { farmId } = world;
  if (page === '/cms/board/board-edit') return { ownerKind: 'post', ownerId: await aPostOn(world, farmId) };
  if (page === '/cms/device/inspection-edit')
    return { ownerKind: 'inspection', ownerId: await anInspectionOn(world, farmId) };
  const { id } = await anObservationOn(world, farmId, await aCropOn(world, farmId));
  return { ownerKind: 'observation', ownerId: id };
}

async function anUpload(world: World, page?: string): Promise<Input> {
  const body = new Blob([await aPhonePhoto()], { type: 'image/jpeg' });
  return { params: { farmIndex: world.farmId, id: randomUUID() }, query: await anOwner(world, page), body };
}

/** A photo by the owner of a thing of the world's farm. */
async function aPhoto(world: World, page?: string): Promise<Input> {
  const { server, farmId, ids } = world;
  const { ownerKind, ownerId } = await anOwner(world, page);
  const bytes = Buffer.from(await aPhonePhoto());
  const size = { width: 200, height: 400 };
  const hash = await photoFiles(server.config.dataDir).keep({ file: bytes, thumbnail: bytes, ...size });
  const id = randomUUID();
  const stored = { ...size, bytes: bytes.byteLength, hash, user_id: ids.owner, created_at: 0 };
  const owner = { owner_kind: ownerKind, owner_id: ownerId, role: null, taken_at: null };
  await server.store.db
    .transaction()
    .execute((trx) => addPhoto(trx, { farm_id: farmId, photo_id: id, ...owner, ...stored }));
  return { params: { farmIndex: farmId, id } };
}

const inspection = () => ({ ownerKind: 'inspection', ownerId: randomUUID() });
const badParams = (id: string) => ({ params: { farmIndex: 1, id } });

/** Examples of photos. */
export const photoExamples = {
  uploadPhoto: {
    input: anUpload,

    bad: [
      { query: { ownerKind: 'sensor', ownerId: randomUUID() }, field: 'ownerKind' },
      { query: { ownerKind: 'post', ownerId: '17' }, field: 'ownerId' },
      { query: { ...inspection(), role: 'during' }, field: 'role' },
      { query: { ...inspection(), takenAt: 'yesterday' }, field: 'takenAt' },
    ],
  },
  listPhotos: {
    input: async (world, page) => ({ params: { farmIndex: world.farmId }, query: await anOwner(world, page) }),

    bad: [{ query: { ownerKind: 'post' }, field: 'ownerId' }],
  },
  photoFile: { input: aPhoto, bad: [{ ...badParams('1'), field: 'id' }] },
  photoThumbnail: { input: aPhoto, bad: [{ ...badParams('1'), field: 'id' }] },
  deletePhoto: { input: aPhoto, bad: [{ ...badParams('1'), field: 'id' }] },
} satisfies Record<string, Example>;

import { randomUUID } from 'node:crypto';
import { aPhonePhoto } from '../support/pictures.ts';
import type { Example, Input, World } from './examples.ts';

const inspection = () => ({ ownerKind: 'inspection', ownerId: randomUUID() });

async function anUpload({ farmId }: World): Promise<Input> {
  const body = new Blob([await aPhonePhoto()], { type: 'image/jpeg' });
  return { params: { farmIndex: farmId, id: randomUUID() }, query: inspection(), body };
}

/** A photo on something of the world's farm, put there by the owner. */
async function aPhoto(world: World): Promise<Input> {
  const { params, query, body } = await anUpload(world);
  const { farmIndex, id } = Object(params);
  const target = `/api/farms/${farmIndex}/photos/${id}?${new URLSearchParams(Object(query))}`;
  const headers = { 'content-type': 'image/jpeg' };
  const answer = await world.people.owner.call(target, { method: 'PUT', headers, body: Object(body) });
  if (answer.status !== 201) throw new Error(`no photo was taken: ${await answer.text()}`);
  return { params: { farmIndex, id } };
}

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
    input: ({ farmId }) => ({ params: { farmIndex: farmId }, query: inspection() }),

    bad: [{ query: { ownerKind: 'post' }, field: 'ownerId' }],
  },
  photoFile: { input: aPhoto, bad: [{ ...badParams('1'), field: 'id' }] },
  photoThumbnail: { input: aPhoto, bad: [{ ...badParams('1'), field: 'id' }] },
  deletePhoto: { input: aPhoto, bad: [{ ...badParams('1'), field: 'id' }] },
} satisfies Record<string, Example>;

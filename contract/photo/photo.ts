import * as z from 'zod/mini';
import type { Page } from '../menu/data-menu.ts';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { picture } from '../wire/picture.ts';
import { uuid } from '../wire/uuid.ts';
import { doneOf } from '../wire/write.ts';
import { photoNoun, photoOwnerWords } from './photo-noun-text.ts';

/** Longest side of a stored photo, pixels. */
export const PHOTO_SIDE = 1_600;
/** Largest size to which the app compresses a photo before sending it, bytes. */
export const PHOTO_BYTES = 400_000;
/** Largest number of photos of one thing. */
export const MAX_PHOTOS = 20;

/** Kinds of things that have photos. The server decides the rights by kind (server/photo/owner-kinds.ts). */
export const photoOwnerKinds = ['observation', 'inspection', 'post', 'comment'] as const;
export type PhotoOwnerKind = (typeof photoOwnerKinds)[number];

/** The page of each kind; the photos of a thing need the right of its page. */
export const photoPages = {
  observation: '/cms/growth/growing-edit',
  inspection: '/cms/device/inspection-edit',
  post: '/cms/board/board-edit',
  comment: '/cms/board/board-edit',
} as const satisfies Record<PhotoOwnerKind, Page>;

/** Whether a photo shows the state before or after a repair. */
export const photoRoles = ['before', 'after'] as const;

/** The thing that a photo belongs to. */
const owner = z.object({ ownerKind: z.enum(photoOwnerKinds), ownerId: uuid });

/** A stored photo: upright, without metadata of the camera. */
export const photo = z.object({
  id: z.string(),
  ...owner.shape,
  role: z.nullable(z.enum(photoRoles)),
  /** Time of the photo as the sender gave it; null when unknown. */
  takenAt: z.nullable(instantText),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
  /** Size of the stored picture. */
  bytes: z.number(),
});
export type Photo = z.infer<typeof photo>;

const farmIndex = { farmIndex: indexParam };
const one = z.object({ ...farmIndex, id: uuid });
/** The farm of the thing, and all pages of photos; the server checks the page of the thing's kind. */
const authority = {
  farm: { from: 'params', name: 'farmIndex', orEverybody: true },
  page: [photoPages.observation, photoPages.inspection, photoPages.post],
} as const;

export const uploadPhoto = endpoint({
  method: 'PUT',
  path: '/api/farms/{farmIndex}/photos/{id}',
  who: 'farm:write',
  ...authority,
  params: one,
  query: z.extend(owner, { role: z.optional(z.enum(photoRoles)), takenAt: z.optional(instantText) }),
  takes: 'image/*',
  body: picture,
  answer: doneOf(photo),
  status: 201,
  errors: ['PHOTO_UNREADABLE', 'PHOTO_TOO_LARGE', 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'],
  offline: 'outbox',
  outbox: {
    noun: photoNoun,
    summary: ({ query }) => [photoOwnerWords[query.ownerKind]],
    lane: ({ params }) => laneOf('photo', params.id),
    after: ({ query }) => [laneOf(query.ownerKind, query.ownerId)],
  },
  about:
    'Adds a photo to an observation, inspection, post or comment. The server decodes, rotates and reduces it, and stores it without metadata of the camera.',
});

export const listPhotos = endpoint({
  method: 'GET',
  path: '/api/farms/{farmIndex}/photos',
  who: 'farm:read',
  ...authority,
  params: z.object(farmIndex),
  query: owner,
  answer: z.array(photo),
  offline: 'reference',
  about: 'Lists the photos of an observation, inspection, post or comment, oldest first.',
});

export const photoFile = endpoint({
  method: 'GET',
  path: '/api/farms/{farmIndex}/photos/{id}/file',
  who: 'farm:read',
  ...authority,
  params: one,
  answer: picture,
  media: 'image/webp',
  offline: 'picture',
  about: 'Returns the picture of a photo.',
});

export const photoThumbnail = endpoint({
  method: 'GET',
  path: '/api/farms/{farmIndex}/photos/{id}/thumbnail',
  who: 'farm:read',
  ...authority,
  params: one,
  answer: picture,
  media: 'image/webp',
  offline: 'reference',
  about: 'Returns the thumbnail of a photo.',
});

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/farms/{farmIndex}/photos/{id}',
  who: 'farm:write',
  ...authority,
  params: one,
  answer: doneOf(z.object({ id: z.string() })),
  offline: 'outbox',
  outbox: { noun: photoNoun, summary: () => [], lane: ({ params }) => laneOf('photo', params.id) },
  about: 'Deletes a photo permanently.',
});

import { deletePhoto, type Photo, type PhotoOwnerKind, uploadPhoto } from '#contract/photo/photo.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import type { Dated } from '#src/lib/data-age.ts';
import type { PictureView } from '#src/lib/picture/picture-view.ts';
import { useOutboxBlobs } from '../outbox/use-outbox-blobs.ts';
import { useWritten } from '../outbox/use-written.ts';
import { usePictures } from './use-pictures.ts';

/** The thing that photos belong to; farmIndex is EVERYBODY if it belongs to no farm. */
type PhotoOwner = { farmIndex: number; kind: PhotoOwnerKind; id: string };

const none: readonly Photo[] = [];

type Read = {
  photos?: readonly Photo[];
  /** The response that had them: what was sent since is shown, too. */
  seen?: Dated | undefined;
  /** Only photos of this role. */
  role?: Photo['role'];
};

/**
 * Photos of a thing as this device knows them: those that were read, and those that were added since, without those that
 * were removed since.
 */
export function usePicturesOf(owner: PhotoOwner, { photos = none, seen, role }: Read): readonly PictureView[] {
  const { farmIndex, kind, id: ownerId } = owner;
  const uploads = useWritten(uploadPhoto, seen).filter(
    ({ params, query }) =>
      params.farmIndex === farmIndex &&
      query.ownerKind === kind &&
      query.ownerId === ownerId &&
      (role === undefined || query.role === role) &&
      photos.every(({ id }) => id !== params.id),
  );
  const leaving = useWritten(deletePhoto, seen).map(({ params }) => params.id);
  const left = photos.filter(({ id }) => !leaving.includes(id));
  const blobs = useOutboxBlobs(uploads.map(({ entryId }) => entryId));
  const waiting = uploads.map(({ entryId, state, params, query }) => ({
    id: String(params.id),
    thumbnail: blobs.get(entryId),
    read: async () => blobs.get(entryId),
    takenAt: typeof query.takenAt === 'string' ? parseInstant(query.takenAt) : undefined,
    queued: state,
  }));
  return [...usePictures(farmIndex, left), ...waiting];
}

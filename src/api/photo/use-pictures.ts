import { useQueries } from '@tanstack/react-query';
import { type Photo, photoFile, photoThumbnail } from '#contract/photo/photo.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import type { PictureView } from '#src/lib/picture/picture-view.ts';
import { type Call, useCall } from '../call/call.ts';
import { readQuery } from '../read/query.ts';

/** Photos of a farm (EVERYBODY: of none) with their thumbnails, which are cached on the device once they were seen. */
export function usePictures(farmIndex: number, photos: readonly Photo[]): readonly PictureView[] {
  const call = useCall();
  const seen = useQueries({
    queries: photos.map(({ id }) => ({
      ...readQuery(photoThumbnail, { params: { farmIndex, id } }),
      // A photo never changes: no write makes it stale.
      staleTime: 'static' as const,
    })),
  });
  return photos.map(({ id, takenAt }, at) => {
    const thumbnail = seen[at]?.data?.value;
    return {
      id,
      thumbnail: thumbnail instanceof Blob ? thumbnail : undefined,
      read: () => readFile(call, farmIndex, id),
      takenAt: takenAt === null ? undefined : parseInstant(takenAt),
      queued: undefined,
    };
  });
}

async function readFile(call: Call, farmIndex: number, id: string): Promise<Blob | undefined> {
  try {
    const { value } = await call(photoFile, { params: { farmIndex, id } });
    return value instanceof Blob ? value : undefined;
  } catch {
    // Neither server nor device has it now; the thumbnail is shown instead.
    return undefined;
  }
}

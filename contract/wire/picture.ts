import * as z from 'zod/mini';

/** Accepted formats of an upload; pictures are sent as WebP only. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Largest upload, bytes. The app sends a tenth of it. */
export const MAX_PICTURE_BYTES = 4_000_000;

/** The bytes of a picture and its format; page, worker and server all have Blob for it. */
type Picture = { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> };

function isPicture(value: unknown): boolean {
  const { size, type }: { size?: unknown; type?: unknown } = Object(value);
  return typeof size === 'number' && size > 0 && pictureTypes.some((one) => one === type);
}

/** Body or answer of an endpoint that is a single picture. */
export const picture = z.custom<Picture>(isPicture);

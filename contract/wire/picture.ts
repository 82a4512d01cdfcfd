import * as z from 'zod/mini';

/** The formats a picture may come in; it goes out as WebP alone. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** What a picture may weigh on its way in, bytes. The app sends a tenth of it. */
export const MAX_PICTURE_BYTES = 4_000_000;

/** The bytes of a picture and its format: what page, worker and server all know as a Blob. */
type Picture = { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> };

function isPicture(value: unknown): boolean {
  const { size, type }: { size?: unknown; type?: unknown } = Object(value);
  return typeof size === 'number' && size > 0 && pictureTypes.some((one) => one === type);
}

/** Body or answer of an endpoint that carries a picture and nothing else. */
export const picture = z.custom<Picture>(isPicture);

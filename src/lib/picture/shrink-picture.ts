/** Limits of a picture: longest side in pixels, and bytes. */
type PictureLimits = { side: number; bytes: number };

/** The browser cannot read the file as a picture. */
class PictureError extends Error {
  override name = 'PictureError';
}

/**
 * JPEG and WebP qualities, tried in order until the picture is small enough; below the last, details of leaves are
 * lost.
 */
const QUALITIES = [0.82, 0.7, 0.58, 0.46];

/** After the lowest quality, the sides are reduced by a quarter, for a limited number of times. */
const SHRINK = 0.75;
const MAX_ROUNDS = 5;

/** Width and height within a square of `side`, with the same aspect ratio; never enlarged. */
export function sizeWithin({ width, height }: { width: number; height: number }, side: number) {
  const factor = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/**
 * Prepares a picture for upload: upright, within the limits, WebP if the browser can encode it, otherwise JPEG.
 * Redrawing removes all metadata of the camera. Throws PictureError for an unreadable file.
 */
export async function shrinkPicture(file: Blob, { side, bytes }: PictureLimits): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause) => {
    throw new PictureError('not a picture', { cause });
  });
  try {
    let longest = side;
    let smallest: Blob | undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const canvas = drawn(picture, sizeWithin(picture, longest));
      for (const quality of QUALITIES) {
        smallest = await encoded(canvas, quality);
        if (smallest.size <= bytes) return smallest;
      }
      longest *= SHRINK;
    }
    throw new PictureError(`still ${smallest?.size} bytes`);
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, size: { width: number; height: number }): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const pen = canvas.getContext('2d');
  if (!pen) throw new PictureError('no canvas');
  // Transparent pixels would become black in a JPEG.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size.width, size.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, size.width, size.height);
  return canvas;
}

async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await blobOf(canvas, 'image/webp', quality);
  // A browser that cannot encode WebP returns PNG.
  const blob = webp?.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg', quality);
  if (!blob) throw new PictureError('not written');
  return blob;
}

function blobOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

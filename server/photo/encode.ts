import type { Sharp } from 'sharp';
import { PHOTO_SIDE } from '#contract/photo/photo.ts';
import { Failure, fail } from '../kernel/fail.ts';

/** A photo as it is stored; WebP. */
export type EncodedPhoto = {
  file: Buffer;
  thumbnail: Buffer;
  /** Of `file`, pixels. */
  width: number;
  height: number;
};

/** Longest side of a thumbnail, pixels: a third of a phone's width at three pixels per point. */
const THUMBNAIL_SIDE = 360;
const QUALITY = 80;
const THUMBNAIL_QUALITY = 70;

/** The largest picture that is decoded, pixels: phones take 12 to 50 million; a small file can declare more. */
const MAX_PIXELS = 50_000_000;

/** The longest time for one picture, s; 50 million pixels take 3 s on a core of 2 GHz. */
const TIMEOUT_S = 20;

/** The most photos that may wait; each is held in memory meanwhile. */
const MAX_WAITING = 16;
const RETRY_S = 5;

const formats = ['jpeg', 'png', 'webp'];

/**
 * Decodes a picture and encodes it for storage: upright, in sRGB, reduced in size and without metadata. It works on one
 * picture at a time on one thread of the pool, so that readings are stored meanwhile. Fails with PHOTO_UNREADABLE for a
 * broken file, PHOTO_TOO_LARGE for too many pixels, TOO_MANY_REQUESTS when too many wait.
 */
export const encodePhoto = oneAtATime(async (bytes: Uint8Array): Promise<EncodedPhoto> => {
  const open = await decoder();
  try {
    const { format, width, height } = await open(bytes).metadata();
    if (!formats.includes(format)) fail('PHOTO_UNREADABLE');
    if (width * height > MAX_PIXELS) fail('PHOTO_TOO_LARGE');
    const upright = open(bytes).autoOrient().timeout({ seconds: TIMEOUT_S });
    const { data: file, info } = await inside(upright, PHOTO_SIDE)
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    const thumbnail = await inside(open(file), THUMBNAIL_SIDE).webp({ quality: THUMBNAIL_QUALITY }).toBuffer();
    return { file, thumbnail, width: info.width, height: info.height };
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const isTooLarge = cause instanceof Error && /pixel limit|timeout/i.test(cause.message);
    return fail(isTooLarge ? 'PHOTO_TOO_LARGE' : 'PHOTO_UNREADABLE');
  }
});

function inside(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

let opening: Promise<(bytes: Uint8Array) => Sharp> | undefined;

/** Loads the library with the first photo, so that a server without it can do everything else. */
async function decoder(): Promise<(bytes: Uint8Array) => Sharp> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    // Blocks the decoders of all other formats (SVG, PDF, TIFF …).
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return (bytes) => sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
  });
  return opening;
}

/** Runs calls one after another and refuses a call when too many wait. */
function oneAtATime<In, Out>(act: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (input) => {
    if (waiting >= MAX_WAITING) fail('TOO_MANY_REQUESTS', { retryAfterS: RETRY_S });
    waiting += 1;
    const turn = last.then(() => act(input));
    last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}

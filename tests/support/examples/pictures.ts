import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/**
 * A photo as phones store it: JPEG, rotated, with location and author in its metadata. A different `hue` gives another
 * photo.
 */
export async function aPhonePhoto({ width = 400, height = 200, hue = 0 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const picture = sharp({ create: { width, height, channels: 3, background: { r: hue, g: 0, b: 255 } } });
  return taken(picture.composite([{ input: left, left: 0, top: 0 }]).jpeg());
}

/** The same of leaves in the sun, which no encoder makes small: of its two colours only the trend is left. */
export async function aDetailedPhoto({ width = 4_000, height = 3_000 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = randomBytes(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const isLeft = (at / 3) % width < width / 2;
    pixels[at + (isLeft ? 0 : 2)] = 255;
    pixels[at + (isLeft ? 2 : 0)] = 0;
  }
  return taken(sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 80 }));
}

/** The picture with what a phone writes beside it. */
async function taken(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await picture
    // 6: the camera was upright, so the picture must be turned a quarter clockwise.
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: 'Hong Gildong' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '33/1 27/1 36/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '126/1 19/1 48/1',
      },
    })
    .toBuffer();
  return new Uint8Array(bytes);
}

/** A PNG of some kilobytes with more pixels than any camera has. */
export async function aPictureBomb(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 12_000, height: 12_000, channels: 3, background: '#fff' } as const;
  return new Uint8Array(await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer());
}

import sharp from 'sharp';

/**
 * A photo as phones store it: JPEG, rotated, with location and author in its metadata. A different `hue` gives another
 * photo.
 */
export async function aPhonePhoto({ width = 400, height = 200, hue = 0 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background: { r: hue, g: 0, b: 255 } } })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
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

/**
 * Stacks pictures vertically into one, image/png, as wide as the widest. Rejects when the browser refuses to encode
 * it.
 */
export async function stackedPictures(pictures: readonly Blob[]): Promise<Blob> {
  const bitmaps = await Promise.all(pictures.map((picture) => createImageBitmap(picture)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...bitmaps.map(({ width }) => width));
  canvas.height = bitmaps.reduce((sum, { height }) => sum + height, 0);
  const ctx = canvas.getContext('2d');
  let top = 0;
  for (const bitmap of bitmaps) {
    ctx?.drawImage(bitmap, 0, top);
    top += bitmap.height;
    bitmap.close();
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser encoded no picture.'))), 'image/png');
  });
}

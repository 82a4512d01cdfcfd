import type { Page } from '@playwright/test';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { aDetailedPhoto } from '../support/examples/pictures.ts';

/** What the device keeps of the pictures that wait: as bytes, and as they look. */
function keptPictures(page: Page) {
  return page.evaluate(async () => {
    const found = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('onsil-outbox-')) continue;
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener('success', resolve, { once: true }));
      const asked = opening.result.transaction('blobs').objectStore('blobs').getAll();
      await new Promise((resolve) => asked.addEventListener('success', resolve, { once: true }));
      opening.result.close();
      for (const { blob } of asked.result as { blob: Blob }[]) {
        const { width, height } = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(1, 2);
        canvas.getContext('2d')?.drawImage(await createImageBitmap(blob, { imageOrientation: 'none' }), 0, 0, 1, 2);
        const [red, , , , , , blue] = canvas.getContext('2d')?.getImageData(0, 0, 1, 2).data ?? [];
        const text = new TextDecoder('latin1').decode(await blob.arrayBuffer());
        const told = ['Exif\0', 'Hong Gildong'].filter((word) => text.includes(word));
        found.push({ type: blob.type, bytes: blob.size, width, height, told, red: red ?? 0, blue: blue ?? 0 });
      }
    }
    return found;
  });
}

test.describe('a photo of twelve megapixels is kept upright, small and without the place where it was taken', () => {
  for (const type of ['image/webp', 'image/jpeg']) {
    test(`as ${type}`, async ({ greenhouse, phone: { page } }) => {
      // Safari's canvas writes a PNG where WebP is asked for.
      if (type === 'image/jpeg') {
        await page.addInitScript(() => {
          const { toBlob } = HTMLCanvasElement.prototype;
          HTMLCanvasElement.prototype.toBlob = function (done, asked, quality) {
            toBlob.call(this, done, asked === 'image/webp' ? 'image/png' : asked, quality);
          };
        });
      }
      await signIn(page, greenhouse);
      await readyForOffline(page, greenhouse, { hasRecord: false });
      await page.goto(`${greenhouse.url}/cms/board/board-create`);
      await expect(page.getByLabel('제목')).toBeVisible();
      await greenhouse.kill();
      const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aDetailedPhoto()) };
      await page.locator('input[type=file]:not([capture])').first().setInputFiles(photo);
      await expect(page.getByRole('list', { name: '사진' }).getByRole('img')).toHaveCount(1, { timeout: 30_000 });
      await page.getByLabel('제목').fill('잎');
      await page.getByRole('textbox', { name: '내용' }).fill('반점이 보입니다.');
      await page.getByRole('button', { name: '올리기' }).click();
      await expect(page.getByText('기기에 저장됨').first()).toBeVisible();
      const [kept, ...others] = await keptPictures(page);
      expect(others).toEqual([]);
      expect(kept).toMatchObject({ type, told: [] });
      expect(kept?.bytes).toBeLessThanOrEqual(400_000);
      // Turned a quarter: what was its left half is above.
      expect((kept?.height ?? 0) / (kept?.width ?? 1)).toBeCloseTo(4 / 3, 1);
      expect(kept?.height).toBeLessThanOrEqual(1_600);
      expect(kept?.red).toBeGreaterThan(150);
      expect(kept?.blue).toBeGreaterThan(150);
    });
  }
});

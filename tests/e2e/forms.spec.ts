import type { Page } from '@playwright/test';
import { expect, signIn, test, viewports } from '../support/fixtures.ts';

/** Pages with a form, and a heading or label that stands in its second column. */
const forms = [
  ['/cms/device/inspection-create', '점검 항목'],
  ['/cms/board/board-create', '사진'],
  ['/cms/farm/crop-create', '규모'],
  ['/cms/farm/farm-create', '공동 사용자'],
  ['/cms/device/device-create', '더 정하기'],
  ['/cms/device/sensor-create', '어떻게 받는지'],
  ['/cms/my-page/edit-user-info', '로그인한 기기'],
] as const;

const xOf = async (page: Page, words: string) =>
  (await page.getByRole('main').getByText(words, { exact: true }).first().boundingBox())?.x ?? 0;

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('forms use both halves of the screen, and one column on a tablet', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    for (const [path, words] of forms) {
      await page.setViewportSize(viewports.desktop);
      await page.goto(greenhouse.url + path);
      await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible();
      expect(await xOf(page, words), path).toBeGreaterThan(viewports.desktop.width / 2);
      await page.setViewportSize(viewports.tablet);
      await expect.poll(() => xOf(page, words), path).toBeLessThan(100);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBe(0);
    }
  });
});

import type { Page } from '@playwright/test';
import { expect, fillSignIn, readyForOffline, signIn, test, tile, viewports } from '../support/browser/fixtures.ts';
import { writeCrop } from '../support/browser/write-crop.ts';
import type { Greenhouse } from '../support/server/greenhouse.ts';

test.use({ hasOwnProfile: true });

const LIST = '/cms/farm/crop-manage';

/** Creates a crop and waits until the server has it. */
async function createCrop(page: Page, greenhouse: Greenhouse, house: string): Promise<void> {
  await writeCrop(page, greenhouse, house);
  await expect(crops(page)).toContainText(house);
}

const crops = (page: Page) => page.getByRole('list', { name: '작물 목록' });
const extremes = (page: Page) => page.getByText(/온도 최저/);
const rowsOf = (page: Page, house: string) => crops(page).getByRole('listitem').filter({ hasText: house });

test('every device notices that an older copy was put back: what was sent is there once, what is lost is not shown', async ({
  greenhouse,
  phone,
  browser,
}) => {
  const { page } = phone;
  await signIn(page, greenhouse);
  await createCrop(page, greenhouse, '어제 1동');
  // Another device, which only reads.
  const wall = await (await browser.newContext({ locale: 'ko-KR', viewport: viewports.phone })).newPage();
  await signIn(wall, greenhouse);
  const putBack = await greenhouse.backUp();

  await createCrop(page, greenhouse, '오늘 2동');
  await greenhouse.send('temperature', 25.5);
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toContainText('25.5');
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await expect(tile(wall, '온도')).toContainText('25.5');
  await wall.goto(greenhouse.url + LIST);
  await expect(rowsOf(wall, '오늘 2동')).toHaveCount(1);
  // Its records are composed of prefetched tiles.
  await wall.goto(`${greenhouse.url}/cms/monitor/record`);
  await expect(extremes(wall)).toContainText('25.5');
  await wall.goto(`${greenhouse.url}/cms/dashboard`);

  await putBack();
  // The open page notices it by itself, sends what the server lacks, and says so.
  const told = page.getByText('이 기기에서 보냈지만 서버에 없는 1건을 다시 보냅니다.');
  await expect(told).toBeVisible({ timeout: 60_000 });
  await expect(tile(page, '온도')).toBeVisible();
  await expect(tile(page, '온도')).not.toContainText('25.5');
  await expect(tile(wall, '온도')).not.toContainText('25.5', { timeout: 60_000 });

  for (const device of [page, wall]) {
    await device.goto(greenhouse.url + LIST);
    await expect(crops(device)).toBeVisible();
    await expect(rowsOf(device, '어제 1동')).toHaveCount(1);
    await expect(rowsOf(device, '오늘 2동')).toHaveCount(1);
  }
  await wall.goto(`${greenhouse.url}/cms/monitor/record`);
  await expect(extremes(wall)).toContainText('℃');
  await expect(extremes(wall)).not.toContainText('25.5');
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await expect(told).toBeVisible();
  await expect(page.getByText('서버의 기록이 예전 상태로 되돌아갔습니다.')).toBeVisible();
  await wall.context().close();
});

test('who signed in after the copy was made is asked again, and loses nothing', async ({ greenhouse, phone }) => {
  const { page } = phone;
  const putBack = await greenhouse.backUp();
  await signIn(page, greenhouse);
  await createCrop(page, greenhouse, '오늘 3동');
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await putBack();
  await page.goto(greenhouse.url + LIST);
  await page.waitForURL((at) => at.pathname === '/login', { timeout: 60_000 });
  await fillSignIn(page);
  await page.goto(greenhouse.url + LIST);
  await expect(rowsOf(page, '오늘 3동')).toHaveCount(1, { timeout: 60_000 });
});

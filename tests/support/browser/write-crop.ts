import type { Page } from '@playwright/test';
import type { Greenhouse } from '../server/greenhouse.ts';

/** Chooses the item of a crop in its form. */
export async function chooseItem(page: Page): Promise<void> {
  await page.getByLabel('품목').fill('한라');
  await page.getByRole('option', { name: '한라봉' }).click();
  // The list takes the focus back in the next frame, and with it what a test would type into another field until then.
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Fills in the form of a crop and saves it, with or without a server. `search`: of the address of the form. */
export async function writeCrop(
  page: Page,
  { url }: Pick<Greenhouse, 'url'>,
  house: string,
  search = '',
): Promise<void> {
  await page.goto(`${url}/cms/farm/crop-create${search}`);
  await chooseItem(page);
  await page.getByLabel('동·밭').fill(house);
  await page.getByRole('button', { name: '등록', exact: true }).click();
}

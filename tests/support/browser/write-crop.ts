import type { Page } from '@playwright/test';
import type { Greenhouse } from '../server/greenhouse.ts';

/** Fills in the form of a crop and saves it, with or without a server. `search`: of the address of the form. */
export async function writeCrop(
  page: Page,
  { url }: Pick<Greenhouse, 'url'>,
  house: string,
  search = '',
): Promise<void> {
  await page.goto(`${url}/cms/farm/crop-create${search}`);
  await page.getByLabel('품목').fill('한라');
  await page.getByRole('option', { name: '한라봉' }).click();
  await page.getByLabel('동·밭').fill(house);
  await page.getByRole('button', { name: '등록', exact: true }).click();
}

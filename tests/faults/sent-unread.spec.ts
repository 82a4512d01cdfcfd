import type { Page } from '@playwright/test';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { chooseItem, writeCrop } from '../support/browser/write-crop.ts';

const CROPS = '/cms/farm/crop-manage';
const INSPECTIONS = '/cms/device/inspection-manage';

const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');
const sent = (page: Page, noun: string) => page.getByRole('region', { name: `보낸 ${noun}` });

const isRead = (path: string) => path.startsWith('/api/') && !/^\/api\/(?:auth|healthz)/.test(path);

/** Renames the place of a crop in the list, and waits until that is sent. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  await rows(page, '작물 목록').filter({ hasText: from }).getByRole('link').click();
  await expect(page.getByLabel('동·밭')).toHaveValue(from);
  await page.getByLabel('동·밭').fill(to);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(rows(page, '작물 목록').filter({ hasText: to })).toContainText('보냄', { timeout: 30_000 });
}

async function writeInspection(page: Page, url: string, title: string): Promise<void> {
  await page.goto(`${url}/cms/device/inspection-create`);
  await page.getByLabel('제목').fill(title);
  await page.getByRole('button', { name: '등록', exact: true }).click();
}

test('what was sent stays on the page while it cannot be read again', async ({ greenhouse, road, phone: { page } }) => {
  const { url } = road;
  await signIn(page, road);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await writeCrop(page, road, '계곡 1동');
  await rows(page, '작물 목록').filter({ hasText: '계곡 1동' }).getByRole('link').click();
  await expect(page.getByLabel('동·밭')).toBeVisible();
  await page.goto(url + CROPS);
  await expect(rows(page, '작물 목록')).toHaveCount(1);
  await page.goto(`${url}/cms/device/inspection-create`);
  await expect(page.getByLabel('제목')).toBeVisible();
  await page.goto(url + INSPECTIONS);
  const choices = `/api/farms/${greenhouse.farms.first}/inspection-choices`;
  const more = ['/api/code/items/', '/api/crops/', '/api/manage/crops?', '/api/manage/inspections?', choices];
  await readyForOffline(page, greenhouse, { hasRecord: false, more });

  // The line takes what is written, and loses what is asked for.
  road.lose((path, method) => method === 'GET' && isRead(path));
  await writeCrop(page, road, '계곡 2동');
  await expect(sent(page, '작물')).toContainText(/계곡 2동.*보냄/, { timeout: 30_000 });
  await page.goto(url + CROPS);
  await expect(sent(page, '작물')).toContainText(/계곡 2동.*보냄/, { timeout: 30_000 });
  await rename(page, '계곡 1동', '계곡 3동');
  // The next edit goes on from there, and is in nobody's way.
  await rename(page, '계곡 3동', '계곡 4동');
  await writeInspection(page, url, '물탱크 청소');
  await expect(page.getByRole('heading', { level: 1, name: '물탱크 청소' })).toBeVisible();
  await page.goto(url + INSPECTIONS);
  await expect(sent(page, '점검')).toContainText(/물탱크 청소.*보냄/, { timeout: 30_000 });
  await sent(page, '점검').getByRole('link', { name: '물탱크 청소' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '물탱크 청소' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('main').getByText('보냄', { exact: true })).toBeVisible();

  road.open();
  await page.goto(url + CROPS);
  await expect(rows(page, '작물 목록').filter({ hasText: '계곡 2동' })).toHaveCount(1, { timeout: 30_000 });
  await expect(sent(page, '작물')).toBeHidden();
  await expect(rows(page, '작물 목록').filter({ hasText: '계곡 4동' })).not.toContainText('보냄');
  await page.goto(url + INSPECTIONS);
  await expect(rows(page, '점검 목록').filter({ hasText: '물탱크 청소' })).toHaveCount(1, { timeout: 30_000 });
  await expect(sent(page, '점검')).toBeHidden();
});

test('a farm that was sent and cannot be read again is chosen and worked on', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  const { url } = road;
  await signIn(page, road);
  await page.goto(`${url}/cms/farm/crop-create`);
  await expect(page.getByLabel('동·밭')).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/code/items/'] });
  road.lose((path, method) => method === 'GET' && isRead(path));

  await page.goto(`${url}/cms/farm/farm-create`);
  await page.getByLabel('농장 이름').fill('계곡 농장');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(sent(page, '농장')).toContainText(/계곡 농장.*보냄/, { timeout: 30_000 });
  // At the next visit, too.
  await page.goto(`${url}/cms/dashboard`);
  await page.getByRole('button', { name: /^농장 / }).click();
  await page.getByRole('option', { name: '계곡 농장', exact: true }).click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: '농장 계곡 농장' })).toBeVisible();
  const farm = new URL(page.url()).searchParams.get('farm');
  expect(Number(farm)).toBeLessThan(1_000_000);
  await writeCrop(page, road, '계곡 1동', `?farm=${farm}`);
  await expect(sent(page, '작물')).toContainText(/계곡 1동.*보냄/, { timeout: 30_000 });

  road.open();
  await page.goto(`${url}/cms/farm/crop-manage?farm=${farm}`);
  await expect(rows(page, '작물 목록')).toContainText(['계곡 1동'], { timeout: 30_000 });
  await page.goto(`${url}/cms/farm/farm-manage`);
  await expect(rows(page, '농장 목록').filter({ hasText: '계곡 농장' })).toHaveCount(1, { timeout: 30_000 });
  await expect(sent(page, '농장')).toBeHidden();
});

test('what a page was sending as it was left waits again, also without a server, and is done once', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  const { url } = road;
  const waiting = page.getByRole('region', { name: '보내지 않은 작물' }).getByRole('listitem');
  await signIn(page, road);
  await page.goto(url + CROPS);
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/manage/crops?'] });
  await page.goto(`${url}/cms/farm/crop-create`);
  await chooseItem(page);
  await page.getByLabel('동·밭').fill('계곡 1동');
  const sending = road.hold((path, method) => method === 'POST' && path.startsWith('/api/crops'));
  // The worker could send in place of the page.
  road.lose((path) => path.startsWith('/api/auth/session'));
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(waiting).toContainText(/계곡 1동.*보내는 중/);
  expect(sending.held()).toBe(1);

  road.lose(() => true);
  await page.goto(url + CROPS);
  await expect(waiting).toContainText(/계곡 1동.*기기에 저장됨/);
  road.open();
  await expect(rows(page, '작물 목록').filter({ hasText: '계곡 1동' })).toHaveCount(1, { timeout: 60_000 });
  await expect(waiting).toHaveCount(0);
});

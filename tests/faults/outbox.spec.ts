import type { Page } from '@playwright/test';
import { expect, type Phone, readyForOffline, signIn, test } from '../support/fixtures.ts';
import type { Greenhouse } from '../support/greenhouse.ts';

test.use({ hasOwnProfile: true });

const LIST = '/cms/farm/crop-manage';
const KEPT = '기기에 저장했습니다. 연결되면 보냅니다.';

const toast = (page: Page, words: string) => page.getByRole('list', { name: '알림' }).getByText(words);
const waiting = (page: Page) => page.getByRole('region', { name: '보내지 않은 작물' }).getByRole('listitem');

/** Fills in the form of a crop and saves it, with or without a server. */
async function writeCrop(page: Page, greenhouse: Greenhouse, house: string): Promise<void> {
  await page.goto(`${greenhouse.url}/cms/farm/crop-create`);
  await page.getByLabel('품목').fill('한라');
  await page.getByRole('option', { name: '한라봉' }).click();
  await page.getByLabel('동·밭').fill(house);
  await page.getByRole('button', { name: '등록', exact: true }).click();
}

/** How often the server's audit log lists the creation of each house. */
async function cropsOnServer(page: Page): Promise<string[]> {
  await expect(page.getByRole('list', { name: '작물 목록' })).toBeVisible();
  return (await page.getByRole('list', { name: '작물 목록' }).getByRole('listitem').allTextContents()).sort();
}

/** The sync event that the browser fires some time after the network is back. */
async function wakeWorker({ page, context }: Phone): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => found && resolve(found));
  });
  await devtools.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registered;
  const { origin } = new URL(scopeURL);
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false });
}

/** As the server answers other callers than the browser. */
async function housesOnServer({ context }: Phone, { url, farms }: Greenhouse): Promise<string[]> {
  const { jwtToken } = await (await context.request.get(`${url}/api/auth/session`)).json();
  const headers = { Authorization: `Bearer ${jwtToken}` };
  const crops: { house: string }[] = await (
    await context.request.get(`${url}/api/farms/${farms.first}/crops`, { headers })
  ).json();
  return crops.map(({ house }) => house);
}

test('what is written without a server is kept, outlives the browser, and is sent once', async ({
  greenhouse,
  phone,
}) => {
  await signIn(phone.page, greenhouse);
  await phone.page.goto(`${greenhouse.url}/cms/farm/crop-create`);
  await expect(phone.page.getByLabel('품목')).toBeVisible();
  await readyForOffline(phone.page, greenhouse, { hasRecord: false });
  await greenhouse.kill();
  await writeCrop(phone.page, greenhouse, '계곡 1동');
  await expect(toast(phone.page, KEPT)).toBeVisible();
  await expect(waiting(phone.page)).toContainText('계곡 1동');
  await expect(waiting(phone.page)).toContainText('기기에 저장됨');
  await writeCrop(phone.page, greenhouse, '계곡 2동');
  await expect(waiting(phone.page)).toHaveCount(2);

  const page = await phone.restart();
  await page.goto(greenhouse.url + LIST);
  await expect(waiting(page)).toHaveCount(2);
  // The count in the header leads to the list, from which a write can be edited and sent again.
  await page.getByRole('link', { name: '보낼 것 2건' }).click();
  const entries = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  await expect(entries).toHaveText([/작물 등록.*계곡 1동/, /작물 등록.*계곡 2동/]);
  await entries.nth(1).getByRole('button', { name: '작물 등록 버리기' }).click();
  await expect(entries).toHaveCount(1);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(entries).toHaveCount(2);
  await greenhouse.start();
  await page.goto(greenhouse.url + LIST);
  await expect(page.getByRole('list', { name: '작물 목록' })).toContainText('계곡 2동', { timeout: 40_000 });
  await expect(waiting(page)).toHaveCount(0, { timeout: 40_000 });
  const rows = await cropsOnServer(page);
  expect(rows.filter((text) => text.includes('계곡 1동'))).toHaveLength(1);
  expect(rows.filter((text) => text.includes('계곡 2동'))).toHaveLength(1);

  // Without an open page the worker sends, when the browser wakes it with the network.
  await greenhouse.kill();
  await writeCrop(page, greenhouse, '계곡 3동');
  await expect(waiting(page)).toHaveCount(1);
  await page.goto('about:blank');
  await greenhouse.start();
  await wakeWorker(phone);
  await expect.poll(() => housesOnServer(phone, greenhouse), { timeout: 20_000 }).toContain('계곡 3동');
});

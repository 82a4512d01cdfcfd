import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#contract/time/time.ts';
import { deviceContents, keptKeys } from '../support/browser/device-contents.ts';
import { expect, readyForOffline, signIn, sleepFor, test, tile } from '../support/browser/fixtures.ts';
import type { Greenhouse } from '../support/server/greenhouse.ts';
import { PORTAL_WORDS } from '../support/services/fault-proxy.ts';

test.use({ hasOwnProfile: true });

/**
 * The app's own limits end within 4 s. Without them a stalled connection is waited for by minutes, and a busy machine
 * takes some seconds more for a page.
 */
const SOON = { timeout: 15_000 };

const NO_CONNECTION = '연결되지 않았습니다. 이 기기에 저장된 값을 보여 드립니다.';

/** A visit to the dashboard and to the records, with a known value of eleven minutes ago. */
async function visit(page: Page, greenhouse: Greenhouse, url = greenhouse.url): Promise<void> {
  await greenhouse.send('soil_temperature', 14.6, Date.now() - 11 * MINUTE_MS);
  await signIn(page, { url });
  await expect(tile(page, '지온')).toContainText('14.6');
  await page.goto(`${url}/cms/monitor/record`);
  await expectChart(page);
  await readyForOffline(page, greenhouse);
}

async function expectChart(page: Page, within?: { timeout: number }): Promise<void> {
  await expect(page.getByRole('application', { name: '위미 농장 센서 기록' }).locator('canvas')).toBeVisible(within);
  await expect(page.getByText(/온도 최저/)).toContainText('℃', within);
}

/** Dashboard and records come from the cache: with values, their age, and a message about the connection. */
async function expectEverythingSeen(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/cms/dashboard`, { waitUntil: 'commit' });
  await expect(tile(page, '지온')).toContainText('14.6', SOON);
  await expect(tile(page, '지온')).toContainText(/1\d분 전/);
  await expect(page.getByText('위미 농장').first()).toBeVisible();
  await page.goto(`${url}/cms/monitor/record`, { waitUntil: 'commit' });
  await expectChart(page, SOON);
  await expect(page.getByText('이 기기에 저장된 기록입니다.')).toBeVisible();
}

test('shows what was seen when the server is dead and the browser was started again', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  await greenhouse.kill();
  const page = await phone.restart();
  await expectEverythingSeen(page, greenhouse.url);
  await expect(page.getByText(NO_CONNECTION)).toBeVisible();

  await page.reload({ waitUntil: 'commit' });
  await expectChart(page, SOON);
});

test('shows what was seen when the server is stalled', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  greenhouse.stall();
  await expectEverythingSeen(await phone.restart(), greenhouse.url);
});

test('shows what was seen when connections are taken and never answered', async ({ greenhouse, road, phone }) => {
  await visit(phone.page, greenhouse, road.url);
  road.goSilent();
  await expectEverythingSeen(await phone.restart(), road.url);
});

test('goes on by itself when the server is back: no reload, no press', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  await greenhouse.kill();
  const page = await phone.restart();
  await page.clock.install();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toBeVisible();
  await sleepFor(page, 4_000);
  await expect(page.getByText(NO_CONNECTION)).toBeVisible();

  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await greenhouse.start();
  await greenhouse.send('temperature', 25.5);
  // The next probe is after fifteen seconds, or after thirty when one failed while the server was starting.
  const passUntilBack = async () => {
    await sleepFor(page, 16_000);
    await expect(page.getByText(NO_CONNECTION)).toBeHidden({ timeout: 10_000 });
  };
  await expect(passUntilBack).toPass({ timeout: 90_000 });
  await expect(tile(page, '온도')).toContainText('25.5');
  await greenhouse.send('temperature', 26.5);
  await expect(tile(page, '온도')).toContainText('26.5');
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
});

test('is ready for the field seconds after the first visit', async ({ greenhouse, phone }) => {
  await signIn(phone.page, greenhouse);
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // A reload with Shift: the page comes without the worker and asks it to take over again.
  const devtools = await phone.page.context().newCDPSession(phone.page);
  await devtools.send('Page.reload', { ignoreCache: true });
  await phone.page.waitForLoadState();
  await readyForOffline(phone.page, greenhouse);
  await greenhouse.kill();
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/dashboard`, { waitUntil: 'commit' });
  await expect(tile(page, '온도')).toBeVisible(SOON);
  // This chunk has never run online: it comes from the precache.
  await page.goto(`${greenhouse.url}/cms/monitor/record`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장 센서 기록' })).toBeVisible(SOON);
  await page.getByRole('link', { name: '이용약관' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '이용약관' })).toBeVisible(SOON);
});

test('opens a farm that was never opened, from what was put aside for it', async ({ greenhouse, phone }) => {
  const { second } = greenhouse.farms;
  const more = [`/api/sensor-value/group/area/farm/${second}`, `/api/monitor/target-list?farmIndex=${second}`];
  await signIn(phone.page, greenhouse);
  await readyForOffline(phone.page, greenhouse, { more });
  await greenhouse.kill();
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/dashboard?farm=${second}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible(SOON);
  await expect(tile(page, '온도')).toContainText('7.7', SOON);
});

test('says so, keeps the menu and comes by itself where nothing was seen', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  await greenhouse.kill();
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/monitor/record?range=12m`);
  await expect(page.getByText('지금은 이 기록을 볼 수 없습니다')).toBeVisible();
  await expect(page.getByText('전에 열어 본 기간은 연결이 없어도')).toBeVisible();
  await expect(page.getByRole('button', { name: '메뉴' })).toBeVisible();
  await greenhouse.start();
  // It may come by itself just before the press.
  const retry = page.getByRole('button', { name: '다시 시도' });
  await retry.click({ timeout: 5_000 }).catch(() => {});
  await expectChart(page);
});

test('says that data may be older than shown when the clock was set back, until the server answers', async ({
  greenhouse,
  phone,
}) => {
  await visit(phone.page, greenhouse);
  await phone.page.waitForFunction(() => localStorage.getItem('onsil.ages-shown') !== null);
  await greenhouse.kill();
  const page = await phone.restart();
  await page.clock.setSystemTime(Date.now() - 3 * 3_600_000);
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toBeVisible();
  await expect(page.getByText('이 기기의 시계가 뒤로 돌아갔습니다.')).toBeVisible();
  await greenhouse.start();
  await page.reload();
  await expect(page.getByText('이 기기의 시계가 3시간 늦습니다.')).toBeVisible();
  await expect(page.getByText('이 기기의 시계가 뒤로 돌아갔습니다.')).toBeHidden();
});

test('is still signed in with localStorage emptied and the server dead', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  await greenhouse.kill();
  await phone.page.evaluate(() => localStorage.clear());
  await expectEverythingSeen(await phone.restart(), greenhouse.url);
});

test('is usable online with a database that hangs', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  await phone.addInitScript(() => {
    // As seen on iOS: the call returns and no event ever follows.
    IDBFactory.prototype.open = () => Object.create(EventTarget.prototype, {});
  });
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/dashboard`, { waitUntil: 'commit' });
  await expect(tile(page, '온도')).toBeVisible();
  await greenhouse.send('temperature', 24.2);
  await expect(tile(page, '온도')).toContainText('24.2');
});

test('is usable online when the databases were deleted while it was open', async ({ greenhouse, phone: { page } }) => {
  await visit(page, greenhouse);
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      const deleting = indexedDB.deleteDatabase(name);
      await new Promise((resolve) => {
        deleting.onsuccess = resolve;
      });
    }
  });
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toBeVisible();
  // Then the cache fills again.
  await expect.poll(() => keptKeys(page, 'grower')).toContain('/api/farm');
});

test('says that the browser threw away what was kept, and fills the device again', async ({
  greenhouse,
  phone: { page, context },
}) => {
  await visit(page, greenhouse);
  const notice = page.getByText('브라우저가 이 기기에 저장해 둔 값을 지웠습니다.');
  await page.reload();
  await expect(tile(page, '온도').or(page.getByText(/온도 최저/))).toBeVisible();
  await expect(notice).toBeHidden();
  const devtools = await context.newCDPSession(page);
  // As the page records it while three writes are unsent.
  const value = encodeURIComponent('{"grower":3}');
  await context.addCookies([{ name: 'onsil-unsent', value, url: greenhouse.url }]);
  // Everything except cookies, as when the disk is full; an open page would write again.
  await page.goto('about:blank');
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin: greenhouse.url, storageTypes });
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toBeVisible();
  await expect(notice).toBeVisible();
  const lost = page.getByText('적어 두고 아직 보내지 않은 3건이 없어졌습니다.');
  await expect(lost).toBeVisible();
  await expect.poll(() => keptKeys(page, 'grower')).toContain('/api/farm');
  // The message is shown once, until it was read.
  await page.getByRole('list', { name: '알림' }).getByRole('button', { name: '알림 닫기' }).click();
  await expect(lost).toBeHidden();
  await page.reload();
  await expect(tile(page, '온도')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('takes a Wi-Fi sign-in page for no answer: shows what is kept, keeps nothing of it', async ({
  greenhouse,
  road,
  phone,
}) => {
  await visit(phone.page, greenhouse, road.url);
  const before = await keptKeys(phone.page, 'grower');
  road.becomePortal();
  const page = await phone.restart();
  await page.goto(`${road.url}/cms/dashboard`, { waitUntil: 'commit' });
  await expect(tile(page, '지온')).toContainText('14.6', SOON);
  await expect(page.getByText('이 와이파이는 먼저 로그인해야 합니다.')).toBeVisible();
  expect(road.asked().filter((path) => path.startsWith('/api/')).length).toBeGreaterThan(0);

  const kept = JSON.stringify(await deviceContents(page));
  expect(kept.includes(PORTAL_WORDS)).toBe(false);
  expect(await keptKeys(page, 'grower')).toEqual(expect.arrayContaining(before));

  road.open();
  await greenhouse.send('temperature', 23.4);
  await expect(tile(page, '온도')).toContainText('23.4', { timeout: 60_000 });
  await expect(page.getByText('이 와이파이는 먼저 로그인해야 합니다.')).toBeHidden();
});

test('never freezes: on a line that carries nothing pages still change and values still show', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  await visit(page, greenhouse, road.url);
  await readyForOffline(page, greenhouse, { more: [`/api/sensor-value/group/area/farm/${greenhouse.farms.second}`] });
  road.goSilent();
  await page.getByRole('link', { name: '이용약관' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '이용약관' })).toBeVisible(SOON);
  await page.getByRole('link', { name: '처음 화면' }).click();
  await expect(tile(page, '지온')).toContainText('14.6', SOON);
  await page.getByRole('button', { name: '와흘 농장' }).click();
  await expect(tile(page, '온도')).toContainText('7.7', SOON);
});

test('keeps showing values the browser itself says it has no network for', async ({ greenhouse, phone }) => {
  await visit(phone.page, greenhouse);
  const { page, context } = phone;
  await context.setOffline(true);
  await page.goto(`${greenhouse.url}/cms/dashboard`, { waitUntil: 'commit' });
  await expect(tile(page, '지온')).toContainText('14.6', SOON);
  await expect(page.getByText(NO_CONNECTION)).toBeVisible();
  await greenhouse.send('temperature', 22.2);
  await context.setOffline(false);
  await expect(tile(page, '온도')).toContainText('22.2');
  await expect(page.getByText(NO_CONNECTION)).toBeHidden();
});

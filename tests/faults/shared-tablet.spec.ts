import type { Page } from '@playwright/test';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { deviceContents, keptKeys, userTraces } from '../support/browser/device-contents.ts';
import {
  expect,
  fillSignIn,
  readyForOffline,
  signIn,
  signOut,
  sleepFor,
  test,
  tile,
} from '../support/browser/fixtures.ts';

test.use({ hasOwnProfile: true });

/** Data of the grower that no other user may see. */
const GROWERS = /위미|와흘|grower/;

const body = (page: Page) => page.locator('body');

async function signInAsNeighbour(page: Page): Promise<void> {
  await fillSignIn(page, 'neighbour');
  await expect(page.getByRole('heading', { level: 1, name: '이웃 농장' })).toBeVisible();
  await expect(tile(page, '온도')).toContainText('33.3');
}

test('shows the next user nothing of the last, on the screen or on the device', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await signOut(page);
  await expect(body(page)).not.toContainText(GROWERS);
  await signInAsNeighbour(page);
  await expect(body(page)).not.toContainText(GROWERS);
  await expect.poll(() => keptKeys(page, 'neighbour')).toContain('/api/farm');
  expect(await userTraces(page)).not.toMatch(GROWERS);
});

test('wipes a locked user before another one is let in', async ({ greenhouse, phone: { page } }) => {
  await page.clock.install();
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await sleepFor(page, HOUR_MS);
  await page.waitForURL((at) => at.pathname === '/login');
  expect(await keptKeys(page, 'grower')).not.toEqual([]);
  await expect(body(page)).not.toContainText(GROWERS);

  await page.goto(`${greenhouse.url}/login`);
  await signInAsNeighbour(page);
  await expect(body(page)).not.toContainText(GROWERS);
  await expect.poll(() => userTraces(page)).not.toMatch(GROWERS);
  const { databases } = await deviceContents(page);
  expect(Object.keys(databases).filter((name) => !name.endsWith('-neighbour'))).toEqual(['onsil-device']);
});

test('shows nobody a locked user’s data while the server is dead', async ({ greenhouse, phone }) => {
  await phone.page.clock.install();
  await signIn(phone.page, greenhouse);
  await readyForOffline(phone.page, greenhouse);
  await sleepFor(phone.page, HOUR_MS);
  await phone.page.waitForURL((at) => at.pathname === '/login');
  await greenhouse.kill();
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await page.waitForURL((at) => at.pathname === '/login');
  await expect(page.getByText('지금은 서버에 연결할 수 없습니다')).toBeVisible();
  await expect(body(page)).not.toContainText(GROWERS);
});

test('gives a locked user everything back who signs in again', async ({ greenhouse, phone: { page } }) => {
  await page.clock.install();
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  // The record of the last 24 hours is replaced by that of the next.
  const before = (await keptKeys(page, 'grower')).filter((key) => !key.startsWith('/api/monitor/record?'));
  await sleepFor(page, HOUR_MS);
  await page.waitForURL((at) => at.pathname === '/login');
  await fillSignIn(page);
  await expect(tile(page, '온도')).toBeVisible();
  expect(await keptKeys(page, 'grower')).toEqual(expect.arrayContaining(before));
  await greenhouse.kill();
  await page.reload();
  await expect(tile(page, '온도')).toBeVisible();
});

test('signs out on a shared device that is left alone, as soon as somebody could sign in again', async ({
  greenhouse,
  phone: { page },
}) => {
  await page.clock.install();
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await page.goto(`${greenhouse.url}/cms/my-page/edit-user-info`);
  const isShared = page.getByRole('switch', { name: '여럿이 함께 쓰는 기기' });
  await isShared.check();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toBeVisible();
  await sleepFor(page, 14 * MINUTE_MS);
  await page.mouse.click(5, 5);
  await sleepFor(page, 14 * MINUTE_MS);
  await expect(tile(page, '온도')).toBeVisible();

  await greenhouse.kill();
  await sleepFor(page, 5 * MINUTE_MS);
  await expect(page.getByText('연결되지 않았습니다')).toBeVisible();
  await expect(tile(page, '온도')).toBeVisible();
  await greenhouse.start();
  await sleepFor(page, 130_000);
  await page.waitForURL((at) => at.pathname === '/login', { timeout: 60_000 });
  await expect(page.getByText('15분 동안 쓰지 않아 로그아웃했습니다.')).toBeVisible();
  await expect(body(page)).not.toContainText(GROWERS);
  expect(await keptKeys(page, 'grower')).toContain('/api/farm');

  await fillSignIn(page);
  await expect(tile(page, '온도')).toBeVisible();
});

test('waits with the hour while there is no connection, and ends it when there is', async ({ greenhouse, phone }) => {
  const { page } = phone;
  await page.clock.install();
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await greenhouse.kill();
  await sleepFor(page, 2 * HOUR_MS);
  await expect(page.getByText('연결되지 않았습니다')).toBeVisible();
  await expect(tile(page, '온도')).toContainText('2시간 전');
  await page.reload();
  await expect(tile(page, '온도')).toContainText('2시간 전');

  await greenhouse.start();
  await sleepFor(page, 130_000);
  await page.waitForURL((at) => at.pathname === '/login', { timeout: 60_000 });
  expect(await keptKeys(page, 'grower')).toContain('/api/farm');
});

test('signs out without a connection: gone at once, and still gone when the server is back', async ({
  greenhouse,
  phone,
}) => {
  await signIn(phone.page, greenhouse);
  await readyForOffline(phone.page, greenhouse);
  await greenhouse.kill();
  await signOut(phone.page);
  await expect(phone.page.getByText('로그인이 필요한 화면입니다')).toHaveCount(0);
  await expect.poll(() => userTraces(phone.page)).not.toMatch(GROWERS);
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await page.waitForURL((at) => at.pathname === '/login');

  await greenhouse.start();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await page.waitForURL((at) => at.pathname === '/login');
  await expect(page.getByLabel('아이디')).toBeVisible();
  // The cookie was still valid: the session must end before another user may use the device.
  await expect.poll(async () => (await page.request.get(`${greenhouse.url}/api/auth/session`)).json()).toEqual({});
  await expect(body(page)).not.toContainText(GROWERS);
});

test('finishes a sign-out that the browser did not survive', async ({ greenhouse, phone }) => {
  await signIn(phone.page, greenhouse);
  await readyForOffline(phone.page, greenhouse);
  // Interrupted as early as possible: only the journal was written.
  await phone.page.evaluate(async () => {
    const opening = indexedDB.open('onsil-device');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const writing = db.transaction('meta', 'readwrite');
    writing.objectStore('meta').put({ k: 'wipeJournal', v: { uid: 'grower', step: 'epoch', endServerSession: true } });
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    db.close();
  });
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await page.waitForURL((at) => at.pathname === '/login');
  await expect.poll(() => userTraces(page)).not.toMatch(GROWERS);
});

test('drops an answer for the last user that comes in while the next one looks', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  await signIn(page, road);
  await readyForOffline(page, greenhouse);
  const late = road.hold((path) => path.startsWith('/api/sensor-value') || path.startsWith('/api/monitor'));
  await page.getByRole('button', { name: '와흘 농장' }).click();
  await expect.poll(late.held).toBeGreaterThan(0);
  const before = late.held();
  await signOut(page);
  await page.goto(`${road.url}/login`);
  await fillSignIn(page, 'neighbour');
  await expect.poll(late.held).toBeGreaterThan(before);
  late.release();
  await expect(tile(page, '온도')).toContainText('33.3');
  await expect(body(page)).not.toContainText(GROWERS);
  expect(await userTraces(page)).not.toMatch(GROWERS);
});

test('changes over in a tab that is still open when another tab changes the user', async ({
  greenhouse,
  phone: { page, context },
}) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  const other = await context.newPage();
  await other.goto(`${greenhouse.url}/cms/farm/farm-manage`);
  await expect(other.getByText('위미 농장').first()).toBeVisible();
  await signOut(page);
  await signInAsNeighbour(page);
  await expect(other.getByText('이웃 농장').first()).toBeVisible();
  await expect(body(other)).not.toContainText(GROWERS);
});

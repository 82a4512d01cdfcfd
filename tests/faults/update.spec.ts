import type { Page } from '@playwright/test';
import { expect, readyForOffline, signIn, test, tile } from '../support/browser/fixtures.ts';
import { aRelease } from '../support/server/release.ts';

const NEWS = '새 버전이 준비되었습니다.';

/** The entry chunk of the document; its name changes with every build. */
const entryOf = (page: Page) => page.locator('script[type=module]').first().getAttribute('src');
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSamePage', true));
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSamePage') === true);

test('offers a new version, changes nothing by itself, and changes every tab when told to', async ({
  greenhouse,
  phone: { page, context },
}) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  const other = await context.newPage();
  await other.goto(`${greenhouse.url}/cms/farm/farm-manage`);
  await expect(other.getByRole('heading', { level: 1, name: '농장 관리' })).toBeVisible();
  const before = await entryOf(page);
  for (const tab of [page, other]) await mark(tab);

  const release = aRelease();
  try {
    await greenhouse.kill();
    await greenhouse.start(release.home);
    // A new tab checks for a new version.
    const third = await context.newPage();
    await third.goto(`${greenhouse.url}/cms/dashboard`);
    for (const tab of [page, other, third]) await expect(tab.getByText(NEWS)).toBeVisible({ timeout: 60_000 });
    await expect(tile(third, '온도')).toBeVisible();
    expect(await entryOf(third)).toBe(before);
    // A chunk that this tab has not used yet still loads, from the release with which it started.
    await page.getByRole('link', { name: '개인정보처리방침' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '개인정보처리방침' })).toBeVisible();
    for (const tab of [page, other]) expect(await isMarked(tab)).toBe(true);

    await page.getByRole('button', { name: '지금 바꾸기' }).click();
    for (const tab of [page, other, third]) {
      await expect.poll(() => entryOf(tab)).not.toBe(before);
      await expect(tab.getByText(NEWS)).toHaveCount(0);
    }
    await expect(tile(third, '온도')).toBeVisible();
    await greenhouse.kill();
    await third.reload();
    await expect(tile(third, '온도')).toBeVisible();
  } finally {
    release.remove();
  }
});

test('opens pages for an old tab whose files the new release has removed', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await mark(page);
  const release = aRelease({ keepsOld: false });
  try {
    await greenhouse.kill();
    await greenhouse.start(release.home);
    const entry = await entryOf(page);
    expect((await page.request.get(`${greenhouse.url}${entry}`)).status()).toBe(404);
    await page.getByRole('link', { name: '이용약관' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '이용약관' })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  } finally {
    release.remove();
  }
});

test('is usable online when the database hangs in the page and in the worker', async ({ greenhouse, phone }) => {
  const release = aRelease({ worker: 'IDBFactory.prototype.open = () => Object.create(EventTarget.prototype);' });
  try {
    await greenhouse.kill();
    await greenhouse.start(release.home);
    await phone.addInitScript(() => {
      IDBFactory.prototype.open = () => Object.create(EventTarget.prototype);
    });
    const { page } = phone;
    await signIn(page, greenhouse);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload({ waitUntil: 'commit' });
    await expect(tile(page, '온도')).toBeVisible();
    await page.goto(`${greenhouse.url}/cms/monitor/record`, { waitUntil: 'commit' });
    await expect(page.getByRole('application').locator('canvas')).toBeVisible();
  } finally {
    release.remove();
  }
});

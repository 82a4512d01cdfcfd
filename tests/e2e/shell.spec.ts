import type { Page } from '@playwright/test';
import { expect, signIn, signOut, test, tile, viewports } from '../support/browser/fixtures.ts';

const PAGES = [
  '/cms/dashboard',
  '/cms/monitor/record',
  '/cms/farm/farm-manage',
  '/cms/farm/farm-create',
  '/cms/policy',
  '/cms/terms',
] as const;

const headerHeight = async (page: Page) => (await page.getByRole('banner').boundingBox())?.height ?? 0;

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('groups unfold under the mouse and lead to their pages', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    const menu = page.getByRole('navigation', { name: '주 메뉴' });
    const link = menu.getByRole('link', { name: '센서 기록' });
    await expect(link).toBeHidden();
    await menu.getByRole('button', { name: '모니터링' }).hover();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: '위미 농장 센서 기록' })).toBeVisible();
    await page.mouse.move(700, 700);
    await expect(link).toBeHidden();
    // The bar is 85 px and its border.
    expect(Math.round(await headerHeight(page))).toBe(86);
  });

  test('the menu works with the keyboard alone', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    const head = page.getByRole('navigation', { name: '주 메뉴' }).getByRole('button', { name: '농장' });
    while (!(await head.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(head).toHaveAttribute('aria-expanded', 'false');
    await expect(head).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: '농장 관리' })).toBeVisible();
  });

  test('the first stop of the keyboard leads past the header', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeFocused();
    await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('the farm is chosen in the header and stays over the pages', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    await page.getByRole('button', { name: '농장 위미 농장' }).click();
    await page.getByRole('option', { name: '와흘 농장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible();
    await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('button', { name: '모니터링' }).hover();
    await page.getByRole('link', { name: '센서 기록' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '와흘 농장 센서 기록' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test('the menu is a drawer with groups, the user and the way out', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    expect(Math.round(await headerHeight(page))).toBe(71);
    await page.getByRole('button', { name: '메뉴' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('heading', { name: 'grower' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: '로그아웃' })).toBeVisible();
    const group = drawer.getByRole('button', { name: '농장', exact: true });
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await group.click();
    await drawer.getByRole('link', { name: '농장 관리' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '농장 관리' })).toBeVisible();
    await expect(drawer).toHaveCount(0);
    await signOut(page);
  });

  test('the drawer closes when the screen grows to 900 px', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    await page.getByRole('button', { name: '메뉴' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.setViewportSize({ width: 899, height: 800 });
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.setViewportSize({ width: 900, height: 800 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: '주 메뉴' })).toBeVisible();
  });

  test('choosing a farm opens no keyboard', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    await page.getByRole('button', { name: '농장 위미 농장' }).click();
    await expect(page.getByRole('option', { name: '와흘 농장' })).toBeVisible();
    await expect(page.getByRole('banner').locator('input, [contenteditable]')).toHaveCount(0);
    await page.getByRole('option', { name: '와흘 농장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible();
  });

  test('with one farm there is nothing to choose', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse, { user: 'neighbour' });
    await expect(tile(page, '온도')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: /농장/ })).toHaveCount(0);
    await expect(page.getByRole('region', { name: '내 농장' })).toHaveCount(0);
  });
});

test('the footer leads to policy, terms, the related site and pest management', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse);
  const footer = page.getByRole('contentinfo');
  const site = footer.getByRole('link', { name: /제주특별자치도 농업기술원/ });
  // The footer moves until the page above it is complete, so a click could miss it.
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible();
  await expect(site).toBeHidden();
  await footer.getByRole('button', { name: '관련 사이트' }).click();
  await expect(site).toHaveAttribute('href', /^https:\/\//);
  // With a wide font the open menu lies over the links beside it.
  await page.keyboard.press('Escape');
  await expect(site).toBeHidden();
  await expect(footer.getByRole('link', { name: /병해충 관리 시스템/ })).toHaveAttribute('href', /^https:\/\//);
  for (const [name, path] of [
    ['개인정보처리방침', '/cms/policy'],
    ['이용약관', '/cms/terms'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(({ pathname }) => pathname === path);
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
  }
});

test('no page scrolls sideways from 320 to 1920 px', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  for (const path of [...PAGES, '/404', '/cms/monitor/record?view=table']) {
    await page.goto(greenhouse.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.includes('table')) await expect(page.getByRole('table')).toBeVisible();
    else if (path.includes('record') || path.includes('dashboard'))
      await expect(page.locator('canvas').first()).toBeVisible();
    for (const width of [320, viewports.phone.width, viewports.tablet.width, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        // On phones innerWidth grows with overflowing content, but the width of the root element does not.
        .poll(
          () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          `${path} at ${width} px`,
        )
        .toBeLessThanOrEqual(0);
    }
  }
});

test('every page has one heading of the first level and a title of its own', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse);
  const titles = new Set<string>();
  for (const path of PAGES) {
    await page.goto(greenhouse.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/ · 스마트 온실 운영 시스템$/);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(PAGES.length);
});

import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#contract/time/time.ts';
import { expect, signIn, sleepFor, test } from '../support/browser/fixtures.ts';
import { placesOf, textSizes } from '../support/browser/page-layout.ts';
import { aFarmOfHouses } from '../support/control/farm-of-houses.ts';

test.use({ viewportName: 'tablet' });

const NEWCOMER = { user: 'newcomer' };
const screens = [
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
] as const;

const wall = (page: Page) => page.locator('[data-wall]');

/** The tablet is not touched for a minute. */
async function untouched(page: Page) {
  await expect(page.getByRole('heading', { name: '오늘의 기준' })).toBeVisible();
  await sleepFor(page, 61_000);
  await expect(wall(page)).toBeVisible();
}

/** Every house of the farm is fully visible, and no letter is too small for a distance of three metres. */
async function expectFitting(page: Page, count: number) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const houses = wall(page).locator('[data-sensor]');
  await expect(houses).toHaveCount(count);
  for (const { top, bottom, left, right } of await placesOf(houses)) {
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(height);
    expect(right).toBeLessThanOrEqual(width);
  }
  const texts = await textSizes(wall(page));
  expect(texts.filter(({ px }) => px < 32)).toEqual([]);
  const figures = texts.filter(({ text }) => /^\d+\.\d$/.test(text));
  expect(Math.max(...figures.map(({ px }) => px))).toBeGreaterThanOrEqual(96);
  return houses;
}

test('2 houses fit on a wall, nothing smaller than 32 px, nothing around them', async ({
  greenhouse,
  phone: { page },
}) => {
  await aFarmOfHouses(greenhouse, 2);
  await page.clock.install();
  await signIn(page, greenhouse, NEWCOMER);
  await untouched(page);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    const houses = await expectFitting(page, 2);
    await expect(wall(page)).toContainText(/(지난밤|오늘 밤 지금까지) 최저 \d+\.\d ℃ \(\d동, \d\d:\d\d\)/);
    for (const house of await houses.all()) {
      await expect(house.getByText(/^시간당 \d\.\d ℃$|^그대로$/)).toBeInViewport();
      await expect(house.getByText('최저', { exact: true })).toBeInViewport();
      await expect(house.getByText(/알맞음|목표보다/)).toBeInViewport();
    }
  }
  for (const role of ['banner', 'navigation', 'contentinfo', 'complementary'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await page.touchscreen.tap(400, 600);
  await expect(wall(page)).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
});

test('4 houses fit on a wall with what is wrong above them, and what is old says so', async ({
  greenhouse,
  phone: { page },
}) => {
  const isLate = (at: number) => at > Date.now() - 45 * MINUTE_MS;
  const { send } = await aFarmOfHouses(greenhouse, 4, (house, code, at) =>
    isLate(at) && ((house === 3 && code === 'temp') || (house === 4 && code === 'humid')) ? null : undefined,
  );
  await page.clock.install();
  await send(1, 'temp', 4.2);
  await signIn(page, greenhouse, NEWCOMER);
  await untouched(page);
  // A new value changes the wall display, and frost sounds an alarm.
  const alarms = page.getByRole('alert').getByRole('listitem');
  await expect(alarms.first()).toHaveText('1동 목표보다 0.8 ℃ 낮음');
  await send(2, 'temp', 2.4);
  await expect(wall(page).locator('[data-sensor]').nth(1)).toContainText('2.4');
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expect(alarms).toHaveText([
      '2동 서리방지보다 0.6 ℃ 낮음',
      '1동 목표보다 0.8 ℃ 낮음',
      /3동 내부 온도 끊김\s·\s\d+분\s전/,
      /그 밖 \d가지/,
    ]);
    const houses = await expectFitting(page, 4);
    const [first] = await placesOf(alarms.first());
    const [title] = await placesOf(wall(page).getByRole('heading', { level: 1 }));
    const [house] = await placesOf(houses.first());
    expect(first?.top).toBeLessThan(title?.top ?? 0);
    expect(title?.top).toBeLessThan(house?.top ?? 0);
    const sizes = await textSizes(wall(page));
    expect(sizes.find(({ text }) => text === '2동 서리방지보다 0.6 ℃ 낮음')?.px).toBeGreaterThanOrEqual(40);
    await expect(houses.nth(2).getByText(/\d+분 전/)).toBeInViewport();
    // A silent sensor shows no value that looks current.
    const humidity = houses.nth(3).getByRole('listitem').filter({ hasText: '내부 습도' });
    await expect(humidity).toHaveText(/^내부 습도\d+분 전$/);
  }
});

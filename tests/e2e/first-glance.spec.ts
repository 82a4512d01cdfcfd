import type { Page } from '@playwright/test';
import { lastNight } from '#contract/time/sun.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { expect, signIn, test, tile } from '../support/browser/fixtures.ts';
import {
  brokenFigures,
  landmarksOf,
  pageHeight,
  placesOf,
  shiftOf,
  watchShift,
} from '../support/browser/page-layout.ts';
import { aFarmOfHouses } from '../support/control/farm-of-houses.ts';

const NEWCOMER = { user: 'newcomer' };

/** The dashboard with everything that loads later. */
async function expectWhole(page: Page) {
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '오늘의 기준' })).toBeVisible();
}

test('one glance at a phone tells of two houses in at most 1,400 px', async ({ greenhouse, phone: { page } }) => {
  const { send } = await aFarmOfHouses(greenhouse, 2);
  await page.setViewportSize({ width: 412, height: 915 });
  await signIn(page, greenhouse, NEWCOMER);
  await expectWhole(page);

  await test.step('their temperatures, humidities and soils stand side by side in the first screen', async () => {
    expect(await pageHeight(page)).toBeLessThanOrEqual(1_400);
    for (const name of ['내부 온도', '내부 습도', '토양 수분']) {
      const [one, two, ...others] = await placesOf(tile(page, name));
      expect(others).toEqual([]);
      expect(one?.top).toBe(two?.top);
      expect(one?.right).toBeLessThan(two?.left ?? 0);
      expect(two?.bottom).toBeLessThan(915);
    }
    await expect(page.locator('canvas')).toHaveCount(1);
    await expect(page.getByText('측창', { exact: true })).toHaveCount(2);
  });

  await test.step('what today asks for is said: stage, target and water of the growth calendar', async () => {
    const strip = page.locator('section').filter({ has: page.getByRole('heading', { name: '오늘의 기준' }) });
    await expect(strip).toContainText(/한라봉 .+/);
    await expect(strip).toContainText(/관수 10a에 \d.* t, \d.*일마다|물은 아껴 줍니다/);
    await expect(strip).toContainText(/발아일을 몰라 생육 달력의 날짜 그대로 봅니다/);
  });

  await test.step('a screen reader hears what one sees, in eight landmarks at most', () => expectReadInOrder(page));

  await test.step('nothing moves once the figures are there', async () => {
    await watchShift(page);
    await page.reload();
    await expectWhole(page);
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
  });

  await test.step('what rests or changes little is one line for each house until somebody asks', async () => {
    await expect(page.getByText('그 밖 7가지')).toHaveCount(2);
    await expect(page.getByText('관수 유량').first()).toBeHidden();
    await page.getByText('그 밖 7가지').first().click();
    await expect(page.getByText('관수 유량').first()).toBeVisible();
    await expect(page.getByText('난방기').first()).toBeVisible();
  });

  await test.step('letters of 24 px break no figure', async () => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '24px';
    });
    expect(await brokenFigures(page.getByRole('main'))).toEqual([]);
    const [one, two] = await placesOf(tile(page, '내부 온도'));
    expect(one?.left).toBe(two?.left);
    const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(excess)).toBe(0);
  });

  await test.step('a temperature is judged, and frost is told from cold', async () => {
    const [first, second] = [tile(page, '내부 온도').first(), tile(page, '내부 온도').nth(1)];
    await expect(first).toContainText(/알맞음/);
    await send(2, 'temp', 2.4);
    await expect(second).toContainText('서리방지보다 0.6 ℃ 낮음');
    await expect(first).toContainText(/알맞음/);
    await send(1, 'temp', 30);
    await expect(first).toContainText(/목표보다 \d+\.\d\s℃ 높음/);
  });

  await test.step('the chart of the records is wholly in the first screen, and nothing of the page moves', async () => {
    for (const size of RECORD_SCREENS) {
      await page.setViewportSize(size);
      // The very first visit, and one with everything cached.
      for (const visit of ['first', 'again']) {
        await page.goto(`${greenhouse.url}/cms/monitor/record`);
        await expectPlotInSight(page, size);
        expect(await shiftOf(page), `${size.width} px, ${visit}`).toBeLessThanOrEqual(0.02);
      }
    }
  });

  await test.step('one tap shows the same of another house, or of all', async () => {
    const lines = page.getByRole('main').getByRole('listitem');
    await page.getByRole('button', { name: '내부 습도', exact: true }).click();
    await expect(lines.filter({ hasText: '내부 온도' })).toHaveText(/–30\.0 ℃$/);
    await page.getByRole('radio', { name: '2동' }).check();
    await expect(lines.filter({ hasText: '내부 온도' })).toHaveText(/2\.4–/);
    await expect(lines.filter({ hasText: '내부 습도' })).toHaveCount(0);
    await page.getByRole('radio', { name: '모든 동' }).check();
    await expect(lines.filter({ hasText: '내부 온도' })).toHaveText([/1동/, /2동/]);
  });
});

const RECORD_SCREENS = [
  { width: 360, height: 800 },
  { width: 360, height: 740 },
  { width: 412, height: 915 },
  { width: 915, height: 412 },
  { width: 1440, height: 900 },
] as const;

/** The plot with its axes is visible without scrolling, and so is the choice of sensors. */
async function expectPlotInSight(page: Page, { width, height }: (typeof RECORD_SCREENS)[number]) {
  const plot = page.getByRole('application', { name: '남원 한라봉 농장 센서 기록' });
  await expect(plot.locator('canvas').first()).toBeVisible();
  await expect(page.getByText(/온도 최저/)).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const [place] = await placesOf(plot);
  const [chip] = await placesOf(page.getByRole('button', { name: '내부 온도', exact: true }));
  if (!place || !chip) throw new Error('plot and chip are both on the page');
  expect(place.bottom).toBeLessThanOrEqual(height);
  expect(place.right).toBeLessThanOrEqual(width);
  // This also applies to the remaining height of a phone in landscape.
  expect(place.bottom - place.top).toBeGreaterThanOrEqual(180);
  expect(chip.bottom).toBeLessThanOrEqual(height);
}

/** The reading order is the visual order, on a phone and in the columns of a desktop. */
async function expectReadInOrder(page: Page) {
  const headings = page.getByRole('main').getByRole('heading');
  const heard = await headings.allInnerTexts();
  expect(heard).toEqual(['남원 한라봉 농장', '1동', '2동', '손볼 일', '오늘의 기준', '지난 24시간 온도']);
  const tops = (await placesOf(headings)).map(({ top }) => top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(await landmarksOf(page)).toBeLessThanOrEqual(8);

  await page.setViewportSize({ width: 1440, height: 900 });
  await expectWhole(page);
  // In a column, no element is above one that was read before it.
  const places = await placesOf(headings);
  places.forEach(({ top, left }, at) => {
    const above = places.slice(0, at).filter((one) => one.left === left);
    expect(Math.max(0, ...above.map((one) => one.top)), heard[at]).toBeLessThan(top);
  });
  expect(await landmarksOf(page)).toBeLessThanOrEqual(8);
  await page.setViewportSize({ width: 412, height: 915 });
}

test('last night is told against what was aimed at, and an old value by its figure', async ({
  greenhouse,
  phone: { page },
}) => {
  const isOld = (at: number) => at > Date.now() - 25 * MINUTE_MS;
  const night = lastNight(Date.now());
  // From the middle of the night so far, two hours and ten minutes too cold, with a minimum of 1.1 ℃.
  const middle = Math.floor((night.from + night.to) / 2 / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
  const from = Math.min(middle, night.to - 130 * MINUTE_MS);
  let coldestAt = 0;
  await aFarmOfHouses(greenhouse, 2, (house, code, at) => {
    if (code !== 'temp') return undefined;
    if (house === 1) return isOld(at) ? null : undefined;
    if (at < from || at >= from + 130 * MINUTE_MS) return undefined;
    if (coldestAt === 0) coldestAt = at;
    return at === coldestAt ? 1.1 : 1.5;
  });
  await signIn(page, greenhouse, NEWCOMER);
  const sentence = page.getByText(/^(지난밤|오늘 밤 지금까지) 최저/);
  await expect(sentence).toContainText(`최저 1.1 ℃ (2동, ${formatClock(coldestAt)})`);
  await expect(sentence).toContainText(/목표보다 \d\.\d ℃ 낮음 · 2시간 10분$/);

  const one = tile(page, '내부 온도').first();
  await expect(one.getByText(/^(2|3)\d분 전$/)).toBeVisible();
  const [age] = await placesOf(one.getByText(/^(2|3)\d분 전$/));
  const [figure] = await placesOf(one.getByText(/^1\d\.\d$/).first());
  if (!age || !figure) throw new Error('age and figure are both on the tile');
  // On the same line, or on the next where there is no room.
  expect(age.top).toBeGreaterThanOrEqual(figure.top);
  expect(age.top - figure.bottom).toBeLessThan(12);
});

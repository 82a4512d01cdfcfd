import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { MINUTE_MS, SEOUL_OFFSET_MS, seoulDate, seoulMonth, seoulParts } from '#contract/time/time.ts';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';

const RECORD = '/cms/monitor/record';

async function save(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('what the chart shows comes as a file for a spreadsheet, also without a connection', async ({
  greenhouse,
  phone: { page },
}) => {
  const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 92 * MINUTE_MS;
  await greenhouse.send('soil_temperature', 17.4, at);
  const instant = (back: number) => new Date(at + back * MINUTE_MS).toISOString();
  const range = `range=free&begin=${instant(-8)}&end=${instant(7)}`;
  const sensors = [greenhouse.sensor('humidity'), greenhouse.sensor('soil_temperature')].join(',');
  await signIn(page, greenhouse, { at: `${RECORD}?${range}&sensors=${sensors}` });
  // The file may be asked for before the chart has been loaded.
  await expect(page.getByRole('application').locator('canvas')).toBeVisible();
  for (const isConnected of [true, false]) {
    if (!isConnected) await greenhouse.kill();
    const { name, bytes } = await save(page, 'CSV 받기');
    const [first, last] = [seoulDate(at - 8 * MINUTE_MS), seoulDate(at + 7 * MINUTE_MS - 1)];
    expect(name).toBe(`위미 농장_${first === last ? first : `${first}_${last}`}.csv`);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...rows] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(head).toBe('시각,습도 (%),지온 (℃)');
    expect(rows).toHaveLength(15);
    const clock = new Date(at + SEOUL_OFFSET_MS).toISOString().slice(11, 16);
    expect(rows.filter((row) => row.endsWith(',17.4'))).toEqual([
      expect.stringMatching(new RegExp(`^${seoulDate(at)} ${clock},\\d+,17.4$`)),
    ]);
    expect(rows.filter((row) => row.endsWith(','))).toHaveLength(14);
  }
  await greenhouse.start();
});

test('the chart comes as a picture with its title', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: RECORD });
  const { name, bytes } = await save(page, '그림 받기');
  expect(name).toMatch(/^위미 농장_.*\.png$/);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const ratio = await page.evaluate(() => window.devicePixelRatio);
  const plot = await page.getByRole('application').boundingBox();
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(width / Math.min(ratio, 2)).toBeGreaterThanOrEqual(plot?.width ?? Number.POSITIVE_INFINITY);
  // Space above the plot for the title and the legend.
  expect(height / Math.min(ratio, 2)).toBeGreaterThan((plot?.height ?? Number.POSITIVE_INFINITY) + 60);
});

/** Adds the styles of a page to the document, as if it had been visited before. */
async function leaveStylesOf(page: Page, file: string): Promise<void> {
  await page.evaluate(
    (styles) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
    },
    await readFile(file, 'utf8'),
  );
}

test('a month goes on paper without anything around it, also without a connection', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.send('temperature', 41.3);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await signIn(page, greenhouse, { at: RECORD });
  await page.getByRole('link', { name: '한 달 인쇄' }).click();
  await leaveStylesOf(page, 'src/ui/print-sheet.css');
  const month = seoulMonth(Date.now());
  await expect(page).toHaveURL(new RegExp(`record-print\\?.*month=.*${month}`));
  const sheets = page.getByRole('article');
  const print = page.getByRole('button', { name: '인쇄', exact: true });
  for (const isConnected of [true, false]) {
    if (!isConnected) {
      // Nothing is cached in the first seconds after the very first sign-in.
      await readyForOffline(page, greenhouse, { more: [`/api/monitor/record?begin=${month}-01&`] });
      await greenhouse.kill();
      await page.reload();
    }
    // Temperature and humidity of the first house.
    await expect(sheets).toHaveCount(2);
    const [year, number] = month.split('-').map(Number);
    await expect(sheets.first().getByRole('heading')).toHaveText(`위미 농장 · ${year}년 ${number}월 · 온도 (℃)`);
    const days = sheets.first().locator('tbody').getByRole('row');
    await expect(days).toHaveCount(seoulParts(Date.now()).day);
    await expect(days.last().getByRole('cell').last()).toHaveText('41.3');
    await expect(print).toBeEnabled();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(print).toBeHidden();
    await expect(sheets.first()).toBeVisible();
    await expect(sheets.first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(sheets.first()).toHaveCSS('zoom', '1');
    await page.emulateMedia({ media: null, colorScheme: null });
    await print.click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  }
  await greenhouse.start();
});

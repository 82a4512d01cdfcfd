import type { Page } from '@playwright/test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { askLastYear } from '#src/features/monitor/last-year.ts';
import { askFor, freeRange, spanOf } from '#src/features/monitor/ranges.ts';
import { expect, signIn, test } from '../support/browser/fixtures.ts';
import { GAP } from '../support/server/greenhouse.ts';

const RECORD = '/cms/monitor/record';

const chart = (page: Page) => page.getByRole('application', { name: '위미 농장 센서 기록' });
const search = (page: Page) => new URL(page.url()).searchParams;
const isRecord = (path: string) => path.startsWith('/api/monitor/record');

/** Waits until some pixels of the plot differ from its corner, so that something was drawn. */
async function expectDrawn(page: Page): Promise<void> {
  const canvas = chart(page).locator('canvas').first();
  await expect(canvas).toBeVisible();
  await expect
    .poll(() =>
      canvas.evaluate((element) => {
        if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0;
        const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
        const colours = new Set<string>();
        for (let at = 0; at < pixels.length; at += 4) {
          if (pixels[at + 3]) colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
        }
        return colours.size;
      }),
    )
    .toBeGreaterThan(10);
}

test('draws the last day of the first house and says its extremes', async ({ greenhouse, phone: { page } }) => {
  await greenhouse.send('temperature', 41.3);
  await signIn(page, greenhouse, { at: RECORD });
  await expectDrawn(page);
  await expect(page.getByRole('radio', { name: '24시간' })).toBeChecked();
  await expect(page.getByText(/온도 최저/)).toContainText('최고 41.3 ℃');
});

test('shows what is chosen, and the address brings it back after a reload', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: RECORD });
  await expectDrawn(page);
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  await chip('토양 수분').click();
  await chip('습도').click();
  await chip('난방기').click();
  await page.getByRole('radio', { name: '7일' }).check();
  await page.getByRole('tab', { name: '표' }).click();
  const { temperature, soil, heater } = {
    temperature: greenhouse.sensor('temperature'),
    soil: greenhouse.sensor('soil_moisture'),
    heater: greenhouse.sensor('heater'),
  };
  await expect.poll(() => search(page).get('sensors')?.split('-').map(Number).sort()).toEqual([temperature, soil]);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByRole('columnheader', { name: '온도 (℃)' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '토양 수분 (%)' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '습도 (%)' })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: '7일' })).toBeChecked();
    await expect(chip('난방기')).toHaveAttribute('aria-pressed', 'true');
    await expect(chip('습도')).toHaveAttribute('aria-pressed', 'false');
  }
  expect(search(page).get('devices')).toContain(String(heater));

  await chip('온도').click();
  await chip('토양 수분').click();
  await chip('난방기').click();
  await expect(page.getByText('보고 싶은 센서를 골라 주세요')).toBeVisible();
});

test('last night is the night alone, from its sunset on', async ({ greenhouse, phone: { page } }) => {
  const { begin } = spanOf(askFor('night', Date.now()));
  await greenhouse.send('soil_temperature', 17.4, begin + 7 * SECOND_MS);
  await greenhouse.send('soil_temperature', 41.3, begin - MINUTE_MS);
  await signIn(page, greenhouse, { at: `${RECORD}?range=7d&sensors=${greenhouse.sensor('soil_temperature')}` });
  await expect(page.getByText(/지온 최저/)).toContainText('최고 41.3 ℃');
  await page.getByRole('radio', { name: '지난밤' }).check();
  await expect(page.getByText(/지온 최저/)).toContainText('최고 17.4 ℃');
  expect(search(page).get('range')).toBe('night');
  await page.reload();
  await expect(page.getByRole('radio', { name: '지난밤' })).toBeChecked();
  await expect(page.getByText(/지온 최저/)).toContainText('최저 17.4 ℃');
});

test('last year lies over this year, in chart and table, while it is switched on', async ({
  greenhouse,
  phone: { page },
}) => {
  const lastYear = spanOf(askLastYear(askFor('24h', Date.now())));
  await greenhouse.send('soil_temperature', 12.5, Date.now() - HOUR_MS);
  await greenhouse.send('soil_temperature', 17.4, lastYear.begin + HOUR_MS);
  const soil = `${RECORD}?sensors=${greenhouse.sensor('soil_temperature')}`;
  await signIn(page, greenhouse, { at: `${soil}&view=table` });
  const cell = (figure: string) => page.getByRole('cell', { name: figure, exact: true });
  const toggle = page.getByRole('switch', { name: '작년 같은 기간' });
  await expect(cell('12.5')).toHaveCount(1);
  await toggle.check();
  await expect(page.getByRole('columnheader', { name: '작년 지온 (℃)' })).toBeVisible();
  await expect(cell('17.4')).toHaveCount(1);
  expect(search(page).get('lastYear')).toBe('true');
  await page.reload();
  await page.getByRole('tab', { name: '그래프' }).click();
  await expectDrawn(page);
  await expect(page.getByRole('listitem').filter({ hasText: '작년 지온' })).toContainText('17.4');
  await toggle.uncheck();
  await expect(page.getByText('작년 지온')).toHaveCount(0);

  await page.goto(`${greenhouse.url}${RECORD}?lastYear=true`);
  await expect(page.getByText('작년 같은 기간에는 기록이 없습니다.')).toBeVisible();
});

test('the table holds the figures of the chart, and silence stays empty', async ({ greenhouse, phone: { page } }) => {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  await greenhouse.send('soil_temperature', 17.4, now - 92 * MINUTE_MS);
  const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
  const range = `range=free&begin=${at(100)}&end=${at(55)}`;
  await signIn(page, greenhouse, { at: `${RECORD}?${range}&view=table` });
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  // A reading every minute; for a while there was no temperature, but humidity.
  await expect(rows).toHaveCount(45);
  const silent = rows.filter({ has: page.getByRole('cell', { name: '-', exact: true }) });
  const gap = GAP.fromMinutes - GAP.toMinutes - 1;
  await expect.poll(() => silent.count()).toBeGreaterThanOrEqual(gap - 1);
  expect(await silent.count()).toBeLessThanOrEqual(gap + 1);
  const [temperature, humidity] = await silent.first().getByRole('cell').allTextContents();
  expect(temperature).toBe('-');
  expect(humidity).toMatch(/^\d+$/);

  await page.getByRole('button', { name: '지온', exact: true }).click();
  await expect(page.getByRole('cell', { name: '17.4', exact: true })).toHaveCount(1);
});

test('a range of days shows lowest, mean and highest of each step', async ({ greenhouse, phone: { page } }) => {
  await greenhouse.send('temperature', 44.4);
  await signIn(page, greenhouse, { at: `${RECORD}?range=7d&view=table` });
  await expect(page.getByRole('columnheader', { name: '최고' }).first()).toBeVisible();
  // The newest of the ten readings in its bucket, so it is at the top and must not be averaged.
  await expect(page.getByRole('cell', { name: '44.4', exact: true }).first()).toBeVisible();
});

test('refuses days in the wrong order and says why', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: RECORD });
  await page.getByRole('radio', { name: '직접 고르기' }).check();
  const show = page.getByRole('button', { name: '보기', exact: true });
  await page.getByLabel('첫날').fill('2026-11-20');
  await page.getByLabel('마지막 날').fill('2026-11-19');
  await expect(page.getByLabel('마지막 날')).toHaveAccessibleDescription('마지막 날이 첫날보다 빠를 수 없습니다.');
  await expect(show).toBeDisabled();
  await page.getByLabel('마지막 날').fill('2026-11-20');
  await show.click();
  await expect.poll(() => [search(page).get('begin'), search(page).get('end')]).toEqual(['2026-11-20', '2026-11-20']);
});

test('opens with an address that makes no sense', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, {
    at: `${RECORD}?range=free&begin=yesterday&end=2026-02-31&sensors=x,99999&view=what`,
  });
  await expect(page.getByRole('radio', { name: '24시간' })).toBeVisible();
  await page.getByRole('radio', { name: '24시간' }).check();
  await page.getByRole('button', { name: '온도', exact: true }).click();
  await expectDrawn(page);
});

test('says with its code why the server could not answer, and tries again when asked', async ({
  greenhouse: _,
  road,
  phone: { page },
}) => {
  road.fail(isRecord, 500, 'INTERNAL');
  await signIn(page, road, { at: RECORD });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('데이터 조회에 실패했습니다. (CODE: 500)');
  await expect(alert).toContainText('r-42');
  const asked = () => road.asked().filter(isRecord).length;
  const before = asked();
  await alert.getByRole('button', { name: '다시 시도' }).click();
  await expect.poll(asked).toBeGreaterThan(before);
  // From here on it recovers automatically.
  road.open();
  await expectDrawn(page);
  await expect(alert).toHaveCount(0);
});

test('says that it waits, for a read as for a save, and lets one give up', async ({
  greenhouse: _,
  road,
  phone: { page },
}) => {
  const words = page.getByText('서버의 답을 기다리고 있습니다');
  const giveUp = page.getByRole('button', { name: '그만 기다리기' });
  await signIn(page, road);
  const slow = road.hold(isRecord);
  await page.goto(`${road.url}${RECORD}?range=7d`);
  await expect.poll(slow.held).toBeGreaterThan(0);
  await expect(words).toBeVisible();
  // On a busy machine the words may have been about another read, and this one becomes late only then.
  await expect(async () => {
    if (await giveUp.isVisible()) await giveUp.click();
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(words).toHaveCount(0);
  slow.release();
  await expectDrawn(page);

  await page.goto(`${road.url}/cms/my-page/edit-user-info`);
  const name = page.getByRole('textbox', { name: '이름' });
  await name.fill('고광호');
  const saving = road.hold((path) => path.startsWith('/api/users/me'));
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(words).toBeVisible();
  await giveUp.click();
  await expect(page.getByText('다시 눌러도 두 번 저장되지 않습니다', { exact: false })).toBeVisible();
  await expect(name).toHaveValue('고광호');
  saving.release();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('저장했습니다.')).toBeVisible();
});

test('shows the last good answer while a newer one cannot be had', async ({ greenhouse: _, road, phone: { page } }) => {
  await signIn(page, road, { at: RECORD });
  await expectDrawn(page);
  road.fail(isRecord, 500, 'INTERNAL');
  await page.clock.install();
  await page.clock.fastForward(6 * MINUTE_MS);
  await expectDrawn(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('draws nothing of a farm that is not one’s own', async ({ greenhouse, phone: { page } }) => {
  const foreign = greenhouse.sensor('temperature');
  await signIn(page, greenhouse, { user: 'neighbour', at: `${RECORD}?sensors=${foreign}` });
  await expect(page.getByRole('heading', { level: 1, name: '이웃 농장 센서 기록' })).toBeVisible();
  await expect(page.getByText('보고 싶은 센서를 골라 주세요')).toBeVisible();
});

test.describe('with a mouse', () => {
  test.use({ viewportName: 'desktop' });

  test('zooming in asks for finer readings and stands in the address', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse, { at: `${RECORD}?range=7d` });
    await expectDrawn(page);
    const box = await chart(page).boundingBox();
    if (!box) throw new Error('the chart has no place');
    await page.mouse.move(box.x + box.width - 30, box.y + box.height / 2);
    await page.keyboard.down('Control');
    for (let notch = 0; notch < 16; notch++) await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await expect.poll(() => search(page).get('range')).toBe('free');
    // In Seoul, wherever the browser is, and readable in a message.
    const moment = /^\d{4}-\d{2}-\d{2}T\d{4}$/;
    await expect.poll(() => search(page).get('begin')).toMatch(moment);
    expect(search(page).get('end')).toMatch(moment);
    expect(page.url()).not.toContain('%');
    const span = () => {
      const [begin, end] = [search(page).get('begin') ?? '', search(page).get('end') ?? ''];
      const shown = spanOf(askFor('free', 0, { begin, end }));
      expect(freeRange(shown.begin, shown.end)).toEqual({ begin, end });
      return shown.end - shown.begin;
    };
    await expect.poll(span).toBeLessThan(24 * HOUR_MS);
    await page.getByRole('tab', { name: '표' }).click();
    await expect(page.getByRole('columnheader', { name: '온도 (℃)' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '최고' })).toHaveCount(0);

    await page.getByRole('tab', { name: '그래프' }).click();
    await page.getByRole('button', { name: '축소' }).click();
    const before = span();
    await expect.poll(span).toBeGreaterThan(before);
  });

  test('the arrow keys read the chart aloud', async ({ greenhouse, phone: { page } }) => {
    await greenhouse.send('temperature', 41.3);
    await signIn(page, greenhouse, { at: RECORD });
    await expectDrawn(page);
    await chart(page).focus();
    await page.keyboard.press('End');
    await expect(page.locator('[aria-live=polite]', { hasText: '41.3' })).toHaveCount(1);
  });
});

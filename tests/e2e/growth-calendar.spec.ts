import type { Page } from '@playwright/test';
import { seoulMonth } from '#contract/time/time.ts';
import { expect, readyForOffline, signIn, test, viewports } from '../support/fixtures.ts';
import type { Greenhouse } from '../support/greenhouse.ts';

/** What grows on the two farms: one crop with a calendar and one without on the first, nothing on the second. */
async function plant({ change, farms }: Greenhouse): Promise<void> {
  await change(async (store) => {
    for (const [at, itemCode] of ['CRO001', 'CRO005'].entries()) {
      await store.db
        .insertInto('crop')
        .values({
          farm_id: farms.first,
          crop_id: `0000000${at}-0000-0000-0000-000000000000`,
          item_code: itemCode,
          variety: '',
          house: `${at + 1}동`,
          area_m2: null,
          tree_count: null,
          planted_on: null,
          bud_break_on: null,
          cultivation: 'unheated',
          status: 'growing',
          created_at: at,
          deleted_at: null,
        })
        .execute();
    }
  });
}

const calendarButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: '생육 달력' });
const now = Date.now();
const [year = '', month = ''] = seoulMonth(now).split('-');
const monthName = `${Number(year)}년 ${Number(month)}월`;

test('the growth calendar opens over every page, is queried by farm, crop and month, and stays without a server', async ({
  greenhouse,
  phone: { page },
}) => {
  test.setTimeout(120_000);
  await plant(greenhouse);
  await signIn(page, greenhouse);
  const dialog = page.getByRole('dialog', { name: '생육 달력' });
  const farm = dialog.getByLabel('농장', { exact: true });
  const crop = dialog.getByLabel('작물', { exact: true });
  const query = dialog.getByRole('button', { name: '조회' });
  const strip = dialog.getByRole('region', { name: '한라봉 열두 달 재배표' });
  const cards = strip.getByRole('heading', { level: 3 });

  await test.step('on a phone it fills the screen with the farm’s own crop in twelve cards of 200 px', async () => {
    await calendarButton(page).click();
    await expect(page).toHaveURL(/calendar=own/);
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...viewports.phone });
    await expect(cards).toHaveCount(12);
    const widths = await strip.locator('section').evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(new Set(widths)).toEqual(new Set([200]));
    await expect(strip.locator('[aria-current=date]')).toHaveCount(1);
    await expect(strip.getByRole('button')).toHaveCount(36);
    await strip
      .getByRole('button', { name: /^상순 .*출처 있음/ })
      .first()
      .click();
    await expect(dialog.getByRole('link').filter({ hasText: '새 창' }).first()).toHaveAttribute('href', /^https?:/);
  });

  await test.step('Back and Next turn a card at a time and end where the year ends', async () => {
    const back = dialog.getByRole('button', { name: '이전' });
    const next = dialog.getByRole('button', { name: '다음' });
    const at = () => strip.evaluate((element) => element.scrollLeft);
    await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await next.click();
    await expect.poll(at).toBe(208);
    await back.click();
    await expect.poll(at).toBe(0);
  });

  await test.step('crops without a calendar and months to come cannot be chosen', async () => {
    await expect(crop.getByRole('option', { name: /온주밀감/ })).toBeDisabled();
    await expect(crop.getByRole('option', { name: '레드향' })).toBeEnabled();
    const months = dialog.getByLabel('월', { exact: true });
    await expect(months.locator('option:disabled')).toHaveCount(12 - Number(month));
    await crop.selectOption({ label: '작물을 고르세요' });
    await expect(query).toBeDisabled();
    await crop.selectOption('CRO002');
    await expect(query).toBeEnabled();
    await query.click();
    await expect(page).toHaveURL(new RegExp(`calendar=${year}-${month}\\.CRO002`));
    await expect(dialog.getByRole('region', { name: '레드향 열두 달 재배표' })).toBeVisible();
  });

  await test.step('the month’s statistics and graphs stand under it', async () => {
    await dialog.getByRole('tab', { name: '통계 그래프' }).click();
    await expect(dialog.getByRole('img', { name: '온도 순별 최저와 최고' })).toBeVisible();
    expect(await dialog.getByRole('tabpanel').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      '온도 (℃)',
      '습도 (%)',
      '토양 수분 (%)',
      '관수량 (kL)',
    ]);
    await expect(dialog.getByRole('application', { name: `1동 ${monthName}` }).locator('canvas')).toBeVisible();
    await dialog.getByRole('radio', { name: '지온' }).check();
    await expect(dialog.getByText(`${monthName} 그래프 정보가 없습니다`)).toBeVisible();
  });

  await test.step('another farm clears what was found, and Back leaves the dialog', async () => {
    await farm.selectOption('와흘 농장');
    await expect(page).toHaveURL(/calendar=none/);
    await expect(dialog.getByRole('region')).toHaveCount(0);
    await expect(dialog.getByText('이 농장에는 생육 달력이 있는 작물이 없습니다')).toBeVisible();
    await expect(query).toBeDisabled();
    await crop.selectOption('CRO002');
    await dialog.getByLabel('연도', { exact: true }).selectOption(String(Number(year) - 2));
    await query.click();
    await expect(
      dialog.getByText(`${Number(year) - 2}년 ${Number(month)}월 그래프 정보가 없습니다`).first(),
    ).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/cms\/dashboard$/);
  });

  await test.step('without a server it opens, another crop of the device is queried, and what is missing is said', async () => {
    const kept = `/api/farms/${greenhouse.farms.first}/growth-calendar`;
    await readyForOffline(page, greenhouse, { more: [kept, '/api/growth-calendar/CRO002', '/api/code/items'] });
    await greenhouse.kill();
    await page.goto(`${greenhouse.url}/cms/dashboard`);
    await calendarButton(page).click();
    await expect(cards).toHaveCount(12);
    await crop.selectOption('CRO002');
    await query.click();
    await expect(dialog.getByRole('region', { name: '레드향 열두 달 재배표' })).toBeVisible();
    await crop.selectOption('CRO003');
    await query.click();
    await expect(dialog.getByText('이 작물의 생육 달력은 이 기기에 없습니다.')).toBeVisible();
  });
});

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { monthParts } from '#contract/growth-calendar/growth-calendar.ts';
import { type FlowStatistics, type InnerStatistics, statisticTypes } from '#contract/monitor/statistics.ts';
import { seoulMonth } from '#contract/time/time.ts';
import { READ_MODE } from '#contract/wire/headers.ts';
import { expect, readyForOffline, signIn, test, viewports } from '../support/browser/fixtures.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const cropId = (at: number) => `0000000${at}-0000-0000-0000-000000000000`;

/** Crops of the two farms: one with a calendar and one without on the first, none on the second. */
async function plant({ change, farms }: Greenhouse): Promise<void> {
  await change(async (store) => {
    for (const [at, itemCode] of ['CRO001', 'CRO005'].entries()) {
      await store.db
        .insertInto('crop')
        .values({
          farm_id: farms.first,
          crop_id: cropId(at),
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

/** The same grower sets the lowest temperature of early January on another device. */
async function setElsewhere({ url }: Greenhouse, row: number): Promise<void> {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const path = `/api/crops/${cropId(0)}/growth-calendar/0`;
  const answer = await call(path, { method: 'PATCH', headers, body: JSON.stringify({ row }) });
  expect(answer.status).toBe(200);
}

/** A statistic as it is specified: one decimal, 0 as '0', missing as '-'. */
const shown = (value: number | null | undefined) => (value == null ? '-' : value.toFixed(1).replace(/^-?0\.0$/, '0'));

/**
 * The present month of the first farm from the statistics calls: lowest and highest by type and third, irrigation by
 * third.
 */
async function monthOf({ url, farms }: Greenhouse): Promise<string[][]> {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const asked = `?farmIndex=${farms.first}&baseDate=${year}-${month}`;
  const inner: InnerStatistics = (await (await call(`/api/statistics/inner-sensor${asked}`)).json()).data;
  const flow: FlowStatistics = (await (await call(`/api/statistics/flow-rate${asked}`)).json()).data;
  const extremes = statisticTypes.map((type) =>
    monthParts.flatMap((part) => {
      const third = inner.baseStatistics.find(({ partMonth }) => partMonth === part);
      const figures = third?.statisticsData.find(({ sensorType }) => sensorType === type);
      return [shown(figures?.minValue), shown(figures?.maxValue)];
    }),
  );
  const volumes = monthParts.map((part) =>
    shown(flow.flowStatistics.find(({ partMonth }) => partMonth === part)?.flowValue),
  );
  return [...extremes, volumes];
}

/** Paths that the page has requested; reads of the device alone are left out. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isCacheOnly = request.headers()[READ_MODE.toLowerCase()] === 'cache-only';
    if (pathname.startsWith('/api/') && !isCacheOnly) asked.push(pathname + search);
  });
  return asked;
}

const calendarButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: '생육 달력' });
const now = Date.now();
const [year = '', month = ''] = seoulMonth(now).split('-');
const monthName = `${Number(year)}년 ${Number(month)}월`;

test('the growth calendar opens over every page, is queried by farm, crop and month, takes own targets, and stays without a server', async ({
  greenhouse,
  phone: { page },
}) => {
  await plant(greenhouse);
  await signIn(page, greenhouse);
  const dialog = page.getByRole('dialog', { name: '생육 달력' });
  const farm = dialog.getByLabel('농장', { exact: true });
  const crop = dialog.getByLabel('작물', { exact: true });
  const query = dialog.getByRole('button', { name: '조회' });
  const strip = dialog.getByRole('region', { name: '한라봉 열두 달 재배표' });
  const cards = strip.getByRole('heading', { level: 3 });
  const january = strip.locator('section').filter({ has: page.getByRole('heading', { name: '1월', exact: true }) });
  const earlyJanuary = january.getByRole('button').first();
  const told = dialog.getByRole('region', { name: /^1월 상순/ });
  const edit = told.getByRole('button', { name: '우리 농장 값 정하기' });
  const form = told.getByRole('form', { name: '1월 상순 우리 농장 값' });
  const lowest = form.getByLabel('밤 최저 (℃)');
  const save = form.getByRole('button', { name: '저장' });
  const stages = page.getByRole('main').getByRole('region', { name: '생육 단계' });

  await test.step('on a phone it fills the screen with the farm’s own crop in twelve cards of 200 px', async () => {
    const asked = requestsOf(page);
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
    await expect(dialog.getByText(/^(지난밤|오늘 밤 지금까지) 최저 -?\d+\.\d ℃/)).toBeVisible();
    await expect(dialog.getByRole('application', { name: `1동 ${monthName}` }).locator('canvas')).toBeVisible();
    // Each part of it once, and nothing that the page below has just requested.
    expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
    expect(asked.filter((path) => /menu|climate/.test(path))).toEqual([]);
  });

  await test.step('its 36 periods are one stop of the tabulator, and the arrow keys lead from one to the next', async () => {
    const third = (at: number) => strip.getByRole('button').nth(at);
    await expect(strip.locator('[tabindex="0"]')).toHaveCount(1);
    await earlyJanuary.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(third(4)).toBeFocused();
    await page.keyboard.press('End');
    await expect(third(34)).toBeFocused();
    await expect(third(34)).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(strip.locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(third(34)).toBeFocused();
  });

  await test.step('the own target of a period warns while it is typed, and counts once it is saved', async () => {
    await earlyJanuary.click();
    await edit.click();
    await expect(lowest).toHaveAttribute('placeholder', '2');
    await lowest.fill('1');
    const warning = form.getByRole('listitem').filter({ hasText: '겨울밤 온도는 2 ℃ 이상' });
    await expect(warning.getByRole('link')).toHaveAttribute('href', /^https?:/);
    await lowest.fill('3.5');
    await expect(warning).toHaveCount(0);
    await save.click();
    await expect(told.getByRole('status')).toHaveText('저장했습니다.');
    await expect(told.getByText('밤 최저 3.5 ℃')).toBeVisible();
    await expect(told.getByText('우리 농장 값', { exact: true })).toBeVisible();
    await expect(earlyJanuary).toContainText('3.5 ~');
    await edit.click();
    await expect(lowest).toHaveValue('3.5');
    await expect(form.getByText('비워 두면 달력대로 2입니다.')).toBeVisible();
  });

  await test.step('two edits that meet are told, and settled value by value', async () => {
    await lowest.fill('5');
    await setElsewhere(greenhouse, 4);
    await save.click();
    await expect(told.getByRole('heading', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' })).toBeVisible();
    await told.getByRole('radio', { name: '내가 바꾼 값' }).check();
    await told.getByRole('button', { name: '이대로 저장' }).click();
    await expect(told.getByRole('status')).toHaveText('저장했습니다.');
    await expect(told.getByText('밤 최저 5 ℃')).toBeVisible();
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
    // The year ends where December is fully visible.
    await strip.evaluate((element) => element.scrollTo({ left: 10 * 208, behavior: 'instant' }));
    await expect(next).toHaveAttribute('aria-disabled', 'false');
    await next.click();
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    const hidden = () => strip.evaluate((element) => element.scrollWidth - element.clientWidth - element.scrollLeft);
    await expect.poll(hidden).toBeLessThanOrEqual(4);
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

  await test.step('the month’s statistics and graphs stand under it, with the figures of the statistics calls', async () => {
    const told = await monthOf(greenhouse);
    expect(told.flat().filter((figure) => figure !== '-').length).toBeGreaterThanOrEqual(6);
    const tables = dialog.getByRole('tabpanel').getByRole('table');
    await expect(tables).toHaveCount(4);
    const cells = await tables.evaluateAll((all) =>
      all.map((table) => [...table.querySelectorAll('tbody tr:nth-child(-n+3) td')].map((cell) => cell.textContent)),
    );
    expect(cells).toEqual(told);
    await dialog.getByRole('tab', { name: '통계 그래프' }).click();
    for (const [at, label] of ['온도', '습도', '토양 수분'].entries()) {
      const drawn = await dialog
        .getByRole('img', { name: `${label} 순별 최저와 최고` })
        .locator('text')
        .allTextContents();
      expect(drawn).toEqual(expect.arrayContaining(told[at]?.filter((figure) => figure !== '-') ?? []));
    }
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
    await expect(page).toHaveURL(/\/cms\/dashboard\?farm=\d+$/);
  });

  await test.step('the season page draws the stages of the year with today’s', async () => {
    await page.goto(`${greenhouse.url}/cms/growth/season`);
    await expect(stages.getByRole('listitem')).toHaveCount(13);
    await expect(stages.locator('[aria-current=date]')).toContainText('지금');
  });

  await test.step('without a server it opens, another crop of the device is queried, and what is missing is said', async () => {
    const kept = `/api/farms/${greenhouse.farms.first}/growth-calendar`;
    await readyForOffline(page, greenhouse, { more: [kept, '/api/growth-calendar/CRO002', '/api/code/items'] });
    await greenhouse.kill();
    await page.goto(`${greenhouse.url}/cms/dashboard`);
    await calendarButton(page).click();
    await expect(cards).toHaveCount(12);
    await earlyJanuary.click();
    await edit.click();
    await lowest.fill('6');
    await save.click();
    await expect(form.getByText('연결되지 않아 보내지 못했습니다', { exact: false })).toBeVisible();
    await expect(lowest).toHaveValue('6');
    await dialog.getByRole('button', { name: '닫기' }).click();
    await calendarButton(page).click();
    await earlyJanuary.click();
    await edit.click();
    await form.getByRole('button', { name: '이어서 쓰기' }).click();
    await expect(lowest).toHaveValue('6');
    await crop.selectOption('CRO002');
    await query.click();
    await expect(dialog.getByRole('region', { name: '레드향 열두 달 재배표' })).toBeVisible();
    // An address may name the kind of a crop that the farm grows.
    await page.goto(`${greenhouse.url}/cms/dashboard?calendar=${year}-${month}.CRO001`);
    await expect(crop).toHaveValue('CRO001');
    await page.goto(`${greenhouse.url}/cms/dashboard?calendar=${year}-${month}.CRO099`);
    await expect(dialog.getByText('이 작물의 생육 달력은 이 기기에 없습니다.')).toBeVisible();
    await page.goto(`${greenhouse.url}/cms/growth/season`);
    await expect(stages.locator('[aria-current=date]')).toContainText('지금');
    await expect(page.getByRole('main').getByText('에 받아 둔 내용입니다')).toBeVisible();
  });
});

test('a query waits for the answer to the one before, and a refused record is told with its status', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  await plant(greenhouse);
  await signIn(page, road, { at: `/cms/dashboard?calendar=${year}-${month}.CRO001` });
  const dialog = page.getByRole('dialog', { name: '생육 달력' });
  const query = dialog.getByRole('button', { name: '조회' });
  await expect(dialog.getByRole('application').locator('canvas')).toBeVisible();
  const slow = road.hold((path) => path === '/api/growth-calendar/CRO002');
  await dialog.getByLabel('작물', { exact: true }).selectOption('CRO002');
  await query.click();
  await expect.poll(slow.held).toBe(1);
  await expect(query).toBeDisabled();
  slow.release();
  await expect(dialog.getByRole('region', { name: '레드향 열두 달 재배표' })).toBeVisible();
  await expect(query).toBeEnabled();
  road.fail((path) => path.startsWith('/api/monitor/record'), 500, 'INTERNAL');
  await dialog.getByLabel('연도', { exact: true }).selectOption(String(Number(year) - 1));
  await query.click();
  await expect(dialog.getByText('데이터 조회에 실패했습니다. (CODE: 500)')).toBeVisible();
});

test('an administrator changes a calendar for all farms, sees who did what, and takes it back', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse, { user: 'boss', at: '/admin/growth-calendar?crop=CRO001' });
  const told = page.getByRole('region', { name: /^1월 상순/ });
  const history = page.getByRole('region', { name: '변경 기록' });
  await told.getByRole('button', { name: '이 시기 고치기' }).click();
  await told.getByLabel('생육 단계').fill('겨울잠');
  await told.getByLabel('낮 최고 (℃)').fill('16');
  await expect(told.getByText('겨울에 낮 온도가 15 ℃를 넘지 않게', { exact: false })).toBeVisible();
  await told.getByLabel('고치는 이유').fill('실증 결과');
  await told.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('region', { name: '1월 상순 겨울잠' }).getByText('낮 최고 16 ℃')).toBeVisible();
  const lines = history.getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.filter({ hasText: '낮 최고 (℃): 달력대로 → 16. 실증 결과' })).toContainText('boss');

  await history.getByRole('button', { name: '기본 달력으로 되돌리기' }).click();
  const question = page.getByRole('dialog', { name: '기본 생육 달력으로 되돌리기' });
  await question.getByLabel('작물 이름').fill('한라봉');
  await question.getByRole('button', { name: '되돌리기' }).click();
  await expect(lines).toHaveCount(4);
  await expect(page.getByRole('region', { name: '1월 상순 겨울잠' })).toHaveCount(0);
  await expect(told.getByText('관리자가 고침', { exact: false })).toHaveCount(0);
});

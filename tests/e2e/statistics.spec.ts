import type { Page } from '@playwright/test';
import { addSeoulMonths } from '#contract/monitor/statistics.ts';
import { seoulMonth } from '#contract/time/time.ts';
import { keptKeys } from '../support/browser/device-contents.ts';
import { expect, signIn, test } from '../support/browser/fixtures.ts';

const STATISTICS = '/cms/monitor/statistics';
const isInner = (path: string) => path.startsWith('/api/statistics/inner-sensor');

const month = (back: number) => addSeoulMonths(seoulMonth(Date.now()), -back);
const named = (text: string) => `${Number(text.slice(0, 4))}년 ${Number(text.slice(5))}월`;
const table = (page: Page, name: string) => page.getByRole('table', { name });

test('shows the month in thirds, as table and as graph', async ({ greenhouse, phone: { page } }) => {
  await greenhouse.send('temperature', 41.3);
  await signIn(page, greenhouse, { at: STATISTICS });
  await expect(table(page, '온도')).toContainText('41.3');
  await expect(table(page, '온도').getByRole('rowheader')).toHaveText(['상순', '중순', '하순']);
  // Thirty hours of readings do not cover ten days, unless the month has only begun.
  await expect(page.getByText(/센서 1\/1 정상|센서 0\/1 정상 · 기록이 모자란 센서: 1동 온도/).first()).toBeVisible();
  // Without a flow meter the amount is unknown, not zero.
  await expect(table(page, '관수량').getByRole('row').last()).toHaveText('한 달-');
  await expect(page.getByText('작물을 등록하면 같은 작물을 키우는 농장의 평균과')).toBeVisible();

  await page.getByRole('tab', { name: '그래프' }).click();
  const graph = page.getByRole('img', { name: '온도 순별 최저와 최고' });
  await expect(graph).toContainText('41.3');
  await page.reload();
  await expect(graph).toContainText('41.3');
});

test('goes back by months and never into the future', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: `${STATISTICS}?month=2999-01` });
  const next = page.getByRole('button', { name: '다음 달' });
  await expect(page.getByRole('button', { name: named(month(0)) })).toBeVisible();
  await expect(next).toBeDisabled();
  await page.getByRole('button', { name: '이전 달' }).click();
  await page.getByRole('button', { name: '이전 달' }).click();
  await expect(page.getByRole('button', { name: named(month(2)) })).toBeVisible();
  await expect(page.getByText(`${named(month(2))} 그래프 정보가 없습니다`)).toBeVisible();
  await next.click();
  await expect(page.getByRole('button', { name: named(month(1)) })).toBeVisible();
});

test('says with its code why the server could not answer', async ({ greenhouse: _, road, phone: { page } }) => {
  road.fail(isInner, 500, 'INTERNAL');
  await signIn(page, road, { at: STATISTICS });
  await expect(page.getByRole('alert')).toContainText('데이터 조회에 실패했습니다. (CODE: 500)');
  // From here on it recovers automatically.
  road.open();
  await expect(table(page, '온도')).toBeVisible();
});

test('tells the air of a house: deficit, dew point and wet hours', async ({ greenhouse, phone: { page } }) => {
  await greenhouse.send('temperature', 25);
  await greenhouse.send('humidity', 60);
  await signIn(page, greenhouse, { at: '/cms/monitor/humidity' });
  const figure = (name: string) => page.getByRole('group', { name });
  // Reference values: 25 ℃ and 60 % give 1.27 kPa and a dew point of 16.7 ℃.
  await expect(figure('수증기압차 (VPD)')).toContainText('1.27 kPa');
  await expect(figure('수증기압차 (VPD)')).toContainText('알맞음');
  await expect(figure('이슬점')).toContainText('16.7 ℃');
  await expect(page.getByRole('row').filter({ hasText: /지난밤|오늘 밤 지금까지/ })).toContainText('시간');
  await expect(page.getByRole('application').locator('canvas').first()).toBeVisible();

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
  await page.reload();
  const kept = async (beginning: string) => (await keptKeys(page, 'grower')).some((key) => key.startsWith(beginning));
  await expect.poll(() => kept('/api/monitor/humidity?')).toBe(true);
  await page.goto(greenhouse.url + STATISTICS);
  await expect(table(page, '온도')).toBeVisible();
  await expect.poll(() => kept('/api/statistics/inner-sensor')).toBe(true);
  await greenhouse.kill();

  // Old values show their time.
  await page.reload();
  await expect(table(page, '온도')).toBeVisible();
  await expect(page.getByRole('main').getByText(/에 받아 둔 내용입니다/)).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/monitor/humidity`);
  await expect(figure('이슬점')).toContainText('16.7 ℃');
  await expect(page.getByRole('main').getByText(/에 받아 둔 내용입니다/)).toBeVisible();
});

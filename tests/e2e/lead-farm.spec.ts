import type { Page } from '@playwright/test';
import { keptKeys } from '../support/browser/device-contents.ts';
import { expect, signIn, test } from '../support/browser/fixtures.ts';
import { LEAD_AHEAD_C } from '../support/server/greenhouse.ts';

const LEAD = '/cms/monitor/lead-farm';

const sentence = (page: Page) =>
  page.getByText(new RegExp(`^수산 선도농가보다 (새벽 최저|낮 최고) ${LEAD_AHEAD_C} ℃ 낮음$`));
const search = (page: Page) => new URL(page.url()).searchParams;

test('says by how much the own house is colder, in figures, as a chart and as a table', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse, { at: LEAD });
  await expect(sentence(page)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '차이' })).toHaveText('차이−2.1−2.1−2.1');
  await expect(page.getByRole('application').locator('canvas').first()).toBeVisible();
  // Carbon dioxide is measured only there, humidity only here.
  await expect(page.getByRole('group', { name: '비교할 것' }).getByRole('radio')).toHaveCount(1);

  await page.getByRole('radio', { name: '7일' }).check();
  await page.getByRole('tab', { name: '표' }).click();
  await expect(page.getByRole('columnheader', { name: /^우리 1동 온도/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^선도농가 1동 온도/ })).toBeVisible();
  await expect.poll(() => [search(page).get('range'), search(page).get('view')]).toEqual(['7d', 'table']);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: /^선도농가 1동 온도/ })).toBeVisible();
});

test('opens with an address that names what is none of one’s own', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: `${LEAD}?my=999999&lead=${greenhouse.sensor('temperature')}` });
  await expect(sentence(page)).toBeVisible();
});

test('shows the comparison without a signal, also some minutes later', async ({ greenhouse, phone }) => {
  const { page } = phone;
  await signIn(page, greenhouse);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
  await page.goto(greenhouse.url + LEAD);
  await expect(sentence(page)).toBeVisible();
  await expect
    .poll(async () => (await keptKeys(page, 'grower')).some((key) => key.startsWith('/api/monitor/lead-farm/record?')))
    .toBe(true);
  await greenhouse.kill();
  await phone.context.clock.install();
  await phone.context.clock.fastForward(12 * 60_000);
  await page.reload();
  await expect(sentence(page)).toBeVisible();
  await expect(page.getByRole('main').getByText(/에 받아 둔 내용입니다/)).toBeVisible();
});

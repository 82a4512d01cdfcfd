import type { Page } from '@playwright/test';
import { DAY_MS, HOUR_MS, seoulDate } from '#contract/time/time.ts';
import { expect, signIn, test } from '../support/browser/fixtures.ts';
import type { Greenhouse } from '../support/server/greenhouse.ts';
import { signIn as signInOverWire } from '../support/server/server.ts';

test.use({ hasOwnProfile: true });

/** Opens the records and waits until the device is up to date, before the signal is lost. */
async function prepare(page: Page, greenhouse: Greenhouse): Promise<void> {
  await signIn(page, greenhouse, { at: '/cms/monitor/record' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
  await page.reload();
  await page.getByRole('button', { name: '지금 받기' }).click();
  await expect(page.getByText('오프라인 준비됨')).toBeVisible({ timeout: 60_000 });
}

/** The worker's composed record, requested as a page without a connection does. */
function composed(page: Page, query: string): Promise<{ data: unknown; resolution: string }> {
  return page.evaluate(async (path) => {
    const headers = { 'X-Expected-User': 'grower', 'X-Read-Mode': 'cache-only' };
    return (await fetch(path, { headers })).json();
  }, `/api/monitor/record?${query}`);
}

test('any range opens without a network, and is what the server would have said', async ({ greenhouse, phone }) => {
  await prepare(phone.page, greenhouse);
  const now = Date.now();
  const sensors = [greenhouse.sensor('temperature'), greenhouse.sensor('humidity')].join(',');
  const questions = [
    `begin=${seoulDate(now - 6 * DAY_MS)}&end=${seoulDate(now)}&sensors=${sensors}`,
    `begin=${seoulDate(now - 29 * DAY_MS)}&end=${seoulDate(now)}&sensors=${sensors}`,
    `begin=${new Date(now - 50 * HOUR_MS).toISOString()}&end=${new Date(now - 20 * HOUR_MS).toISOString()}&sensors=${sensors}`,
  ];
  const grower = await signInOverWire(greenhouse.url, 'grower');
  const said = [];
  for (const question of questions) said.push(await (await grower.call(`/api/monitor/record?${question}`)).json());
  await greenhouse.kill();
  const page = await phone.restart();
  await page.goto(`${greenhouse.url}/cms/monitor/record?range=7d`);
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByText('이 기기에 저장된 기록입니다.')).toBeVisible();
  for (const [at, question] of questions.entries()) expect(await composed(page, question)).toEqual(said[at]);
  await page.goto(`${greenhouse.url}/cms/monitor/record?range=12m`);
  await expect(page.getByText(/온도 최저/)).toContainText('℃');
});

test('what came late is there after the next moment with a signal', async ({ greenhouse, phone }) => {
  await prepare(phone.page, greenhouse);
  await greenhouse.send('temperature', -7.5, Date.now() - 25 * HOUR_MS + 1);
  const { page } = phone;
  await page.goto(`${greenhouse.url}/cms/monitor/record?range=30d`);
  // Changes are requested only from time to time, not on every view.
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByText(/온도 최저/).textContent();
      },
      { timeout: 60_000, intervals: [5_000] },
    )
    .toContain('-7.5');
  await greenhouse.kill();
  await page.goto(`${greenhouse.url}/cms/monitor/record?range=30d`);
  await expect(page.getByText(/온도 최저/)).toContainText('-7.5');
});

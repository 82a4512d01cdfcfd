import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listFarms } from '#contract/farm/farm.ts';
import { record, targetList } from '#contract/monitor/monitor.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { httpClient, signInAs } from '../bench/http-client.ts';
import { expect, fillSignIn, signOut, test, viewports } from '../support/browser/fixtures.ts';
import { pageHeight, placesOf } from '../support/browser/page-layout.ts';
import { startServerProcess } from '../support/server/server-process.ts';

/** Size of 30 days of eight sensors of the grower's first farm, compressed for a browser, bytes. */
async function monthOnTheWire(url: string): Promise<number> {
  const client = httpClient(url);
  try {
    const { token } = await signInAs(url, 'grower', DEMO_PASSWORD);
    const read = async (path: string) => {
      const answer = await client.get(path, token);
      expect(answer.status, path).toBe(200);
      return answer;
    };
    const [farm] = listFarms.answer.parse(JSON.parse((await read(listFarms.path)).text()));
    const targets = await read(urlOf(targetList, {}, { farmIndex: farm?.index }));
    const groups = targetList.answer.parse(JSON.parse(targets.text())).sensors;
    const sensors = groups.flatMap(({ devices }) => devices.map(({ index }) => index)).slice(0, 8);
    expect(sensors).toHaveLength(8);
    const [begin, end] = [seoulDate(Date.now() - 29 * DAY_MS), seoulDate(Date.now())];
    const month = await read(urlOf(record, {}, { sensors, begin, end }));
    const { data } = record.answer.parse(JSON.parse(month.text()));
    for (const { points } of data.sensorGraph) expect(points.length).toBeGreaterThan(28 * 24);
    return month.bytes;
  } finally {
    client.close();
  }
}

test('the demonstration: three simulated farms that live, one of them shared', async ({ phone: { page } }) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-demo-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
  try {
    // The accounts are in the document, so one can be chosen before any file of the app has loaded.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.url.replace('127.0.0.1', 'localhost'), { waitUntil: 'commit' });
    const userId = page.getByLabel('아이디');
    await page.getByRole('button', { name: /^family/ }).click();
    await expect(userId).toHaveValue('family');
    await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue('onsil-demo');
    const field = await userId.elementHandle();
    letGo();
    await expect(page.locator('html[data-guest]')).toHaveCount(0);
    // The app has taken over the existing elements.
    expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: /^grower/ }).click();
    await expect(userId).toHaveValue('grower');
    await page.getByRole('button', { name: '로그인' }).click();
    // On a phone the other farms are one line, with the coldest of them, until opened.
    const others = page.getByRole('region', { name: '내 농장' });
    await expect(others.getByRole('listitem')).toHaveCount(0);
    expect((await others.boundingBox())?.height, 'the line of the other farms').toBeLessThanOrEqual(52);
    await others.getByText(/^다른 농장 2곳$/).click();
    await expect(others.getByRole('listitem')).toHaveText([/^와흘 .*최저 -?\d+\.\d ℃/, /^고산 .*최저 -?\d+\.\d ℃/]);
    await expect(page.getByRole('complementary', { name: '모의 데이터 안내' })).toContainText('모의 데이터');
    await expect(page.getByText(/(지난밤|오늘 밤 지금까지) 최저 -?\d+\.\d ℃/)).toBeVisible();
    await expect(page.locator('[data-sensor]').first()).toContainText(/\d+\.\d ℃/);
    // No value is older than two of its intervals, and no sensor needs attention.
    await expect(page.locator('[data-sensor]', { hasText: /분 전|시간 전/ })).toHaveCount(0);
    const attention = page.getByRole('region', { name: '손볼 일' });
    await expect(attention.getByRole('list', { name: '열린 점검' }).getByRole('listitem').first()).toBeVisible();
    await expect(attention).not.toContainText('살펴봐 주세요');
    await expect(page.getByRole('main').locator('canvas').first()).toBeVisible();

    // Everything fits into one and a half screens, with the line of other farms, a notice and open inspections.
    await page.setViewportSize({ width: 412, height: 915 });
    await page.reload();
    await expect(page.getByRole('main').locator('canvas').first()).toBeVisible();
    await expect(attention.getByRole('list', { name: '열린 점검' }).getByRole('link').first()).toBeVisible();
    // The length of simulated nights and rules depends on the day, so it is subtracted.
    const more = await placesOf(page.getByRole('list', { name: /^(밤과 내일|제어)$/ }));
    const told = more.reduce((sum, { top, bottom }) => sum + bottom - top + 24, 0);
    expect((await pageHeight(page)) - told, 'height of the start screen').toBeLessThanOrEqual(1_400);

    // With weather and farms the bar is still one line, 85 px and its border, at each width at which an element is
    // added.
    const { phone } = viewports;
    for (const width of [900, 1199, 1200, 1399, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.getByRole('banner').boundingBox())?.height, `the bar at ${width} px`).toBeLessThanOrEqual(86);
    }
    await page.setViewportSize(phone);

    // A notice stays there until it was opened.
    const notices = page.getByRole('list', { name: '새 공지' });
    await notices.getByRole('link', { name: '이번 주 밤 기온이 낮습니다' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '이번 주 밤 기온이 낮습니다' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 2, name: '손볼 일' })).toBeVisible();
    await expect(notices).toHaveCount(0);

    expect(await monthOnTheWire(server.url)).toBeLessThanOrEqual(30_000);

    await page.goto(`${new URL(page.url()).origin}/cms/growth/season`);
    await expect(page.getByRole('region', { name: '목표를 벗어난 때' }).getByRole('row').nth(1)).toBeVisible();
    const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    expect(printed.toString('latin1').match(/\/Type \/Page\b/g), 'sheets of A4 for a season').toHaveLength(1);

    await signOut(page);
    await fillSignIn(page, 'family', 'onsil-demo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: '내 농장' })).toHaveCount(0);
    await page.goto(`${new URL(page.url()).origin}/cms/farm/farm-manage`);
    await page.getByRole('tab', { name: '함께 쓰는 농장' }).click();
    await expect(page.getByRole('list', { name: '함께 쓰는 농장 목록' }).getByRole('listitem')).toHaveCount(1);
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

import type { Page } from '@playwright/test';
import { addSeoulDays, HOUR_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { nightOnAt } from '#contract/weather/outlook.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { storeMeasurements } from '#server/weather/commands.ts';
import { keptKeys } from '../support/browser/device-contents.ts';
import { expect, readyForOffline, signIn, test, viewports } from '../support/browser/fixtures.ts';
import { shiftOf, watchShift } from '../support/browser/page-layout.ts';
import type { Greenhouse } from '../support/server/greenhouse.ts';

const SEOGWIPO = { id: '189', name: '서귀포', latitude: 33.24616, longitude: 126.5653 };

/** Links the first farm to a simulated station that has measured every ten minutes for a day and a half. */
async function linkStation({ change, farms }: Greenhouse): Promise<void> {
  await change(async (store) => {
    const link = { farm_id: farms.first, public_station_id: SEOGWIPO.id, ambient_mac: null, ambient_keys: null };
    await store.db
      .insertInto('weather_link')
      .values({ ...link, updated_at: 0 })
      .execute();
    const number = stationNumber('public', SEOGWIPO.id, true);
    const station = { number, name: SEOGWIPO.name, isSimulated: true, intervalMs: 10 * MINUTE_MS };
    const measure = simulatedWeather.stationAt(SEOGWIPO);
    const now = Math.floor(Date.now() / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
    const instants = Array.from({ length: 216 }, (_, at) => now - 36 * HOUR_MS + (at + 1) * 10 * MINUTE_MS);
    await storeMeasurements(store, station, instants.map(measure), Date.now());
  });
}

/** Whether the device can compose a week of the house and of its station, whose tiles come last. */
function hasWeekOfBoth(page: Page, { farms, sensor }: Greenhouse): Promise<boolean> {
  const asked = { farm: farms.first, house: sensor('temperature'), begin: day(-6), end: day(0) };
  return page.evaluate(async ({ farm, house, begin, end }) => {
    const headers = { 'X-Expected-User': 'grower', 'X-Read-Mode': 'cache-only' };
    const stations = await fetch(`/api/weather/stations/${farm}`, { headers });
    if (stations.status !== 200) return false;
    const [station]: { sensors: { index: number }[] }[] = await stations.json();
    const sensors = [house, ...(station?.sensors ?? []).map(({ index }) => index)];
    const record = await fetch(`/api/monitor/record?sensors=${sensors}&begin=${begin}&end=${end}`, { headers });
    if (record.status !== 200) return false;
    const { sensorGraph }: { sensorGraph: { points: { at: number[] } }[] } = (await record.json()).data;
    return sensorGraph.length === sensors.length && sensorGraph.every(({ points }) => points.at.length > 0);
  }, asked);
}

/** Predicts a minimum of 2.8 ℃ for its house tonight, 0.2 ℃ below the frost guard. */
async function tellTonight({ change, farms }: Greenhouse): Promise<void> {
  const of = { farm_id: farms.first, kind: 'night', on_date: nightOnAt(Date.now()), is_simulated: 1 } as const;
  const told = { issued_at: Date.now() - HOUR_MS, forecast_c: 0.5, expected_c: 2.8, error_c: 1.1, past_count: 30 };
  const position = { latitude: SEOGWIPO.latitude, longitude: SEOGWIPO.longitude };
  await change(async ({ db }) => {
    await db.updateTable('farm').set(position).where('farm_id', '=', farms.first).execute();
    await db
      .insertInto('outlook')
      .values({ ...of, ...told, place: '1동' })
      .execute();
  });
}

const weatherButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^날씨, / });
const day = (days: number) => addSeoulDays(seoulDate(Date.now()), days);

test('the weather of a farm opens over every page, is shared by its address, and stays without a server', async ({
  greenhouse,
  phone: { page },
}) => {
  await linkStation(greenhouse);
  await tellTonight(greenhouse);
  await signIn(page, greenhouse);
  const dialog = page.getByRole('dialog', { name: '날씨' });
  const current = dialog.getByRole('definition').nth(1);

  // On a phone: the icon with its words, a full-screen dialog, at most three days ahead, Back.
  await expect(weatherButton(page)).toHaveAccessibleName(/^날씨, .*-?\d+\.\d ℃, 모의 데이터$/);
  await weatherButton(page).click();
  await expect(page).toHaveURL(/weather=today/);
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...viewports.phone });
  await expect(current).toContainText(/-?\d+\.\d ℃/);
  await expect(dialog.getByText('모의 데이터')).toBeVisible();
  await expect(dialog.getByRole('img', { name: /일출 오전 \d+:\d\d, 일몰 오후 \d+:\d\d/ })).toBeVisible();
  await expect(dialog.getByRole('list', { name: '3시간 강수량' }).getByRole('listitem')).toHaveCount(8);
  await expect(dialog.getByRole('listitem').filter({ hasText: /\d–24/ })).toHaveText(
    /^(\d+\.\d21–24(예보|지난 예보|잰 값)|-21–24)$/,
  );
  const next = dialog.getByRole('button', { name: '다음 날' });
  await next.click();
  await expect(dialog.getByText('내일')).toBeVisible();
  await expect(dialog.getByText('현재')).toHaveCount(0);
  await expect(next).toBeEnabled();
  await next.click();
  await expect(dialog.getByText('모레')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(page).toHaveURL(new RegExp(`weather=${day(2)}`));
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/cms\/dashboard\?farm=\d+$/);
  await expect(weatherButton(page)).toBeFocused();

  // Opened by URL over another page; a farm without a station shows '-' and the way to one.
  await page.goto(`${greenhouse.url}/cms/farm/farm-manage?weather=${day(-1)}`);
  await expect(dialog.getByText('어제')).toBeVisible();
  await expect(dialog.getByRole('definition').first()).toContainText(/-?\d+\.\d ℃/);
  await dialog.getByRole('combobox', { name: '농장' }).selectOption('와흘 농장');
  await expect(dialog.getByRole('link', { name: '농장 정보에서 기상 관측소 정하기' })).toBeVisible();
  await expect(dialog.getByRole('definition').first()).toHaveText('--');
  await dialog.getByRole('button', { name: '닫기' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/cms/farm/farm-manage\\?farm=${greenhouse.farms.second}$`));
  await expect(weatherButton(page)).toHaveAccessibleName('날씨, 기온 모름');

  // On a desktop: the temperature beside the icon, a centred dialog that Escape closes.
  await page.setViewportSize(viewports.desktop);
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(weatherButton(page)).toHaveText(/-?\d+\.\d ℃/);
  await weatherButton(page).click();
  expect((await dialog.boundingBox())?.width).toBeLessThan(viewports.desktop.width / 2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.setViewportSize(viewports.phone);

  // Expected frost, with the setting that the heater needs, and the house on the page of the forecast.
  const attention = page.getByRole('region', { name: '손볼 일' });
  await expect(attention).toContainText('1동 오늘 밤 2.8 ℃까지 내려가 한계 3 ℃보다 낮을 수 있습니다');
  await expect(attention.getByRole('link', { name: '난방 밤 목표를 3.5 ℃ 이상으로' })).toBeVisible();
  const house = page.getByRole('table', { name: '하우스에서는' }).getByRole('row', { name: /^1동/ });
  await page.goto(`${greenhouse.url}/cms/weather/forecast`);
  await expect(house).toContainText('2.8 ±1.1한계 아래3');
  // The device knows its user once a page has been idle, and then caches what it reads.
  const isOutlookKept = async () =>
    (await keptKeys(page, 'grower')).includes(`/api/weather/outlook/${greenhouse.farms.first}`);
  await expect.poll(isOutlookKept).toBe(true);

  // House and station above each other, with the differences in words; the state is in the URL.
  await page.goto(`${greenhouse.url}/cms/weather/compare`);
  const lift = page.getByText(/1동 안이 바깥보다 (적어도 )?\d+\.\d ℃(까지)? [높낮]음/);
  await expect(lift).toBeVisible();
  await expect(page.getByRole('application', { name: /안팎 차이/ }).locator('canvas')).toBeVisible();
  await expect(page.getByText(/서귀포 관측소: 마지막 값/)).toContainText(/방금|분 전/);
  // Both charts are read at the same time.
  await page.getByRole('application', { name: /안팎 비교/ }).press('End');
  const crosshairs = page.getByRole('application').locator('line');
  await expect(crosshairs).toHaveCount(2);
  const [over, under] = await crosshairs.evaluateAll((lines) => lines.map((line) => line.getAttribute('x1')));
  expect(under).toBe(over);
  await page.getByRole('radio', { name: '강수량' }).click();
  await expect(page).toHaveURL(/of=RAINFALL/);
  await expect(page.getByText('하우스에 강수량을 재는 센서가 없어 바깥만 봅니다.')).toBeVisible();
  await page.getByRole('tab', { name: '표' }).click();
  await expect(page.getByRole('columnheader', { name: '서귀포 관측소 (mm)' })).toBeVisible();

  // Without a server: the last values with their age, also of a day that was not opened.
  const kept = `/api/forecast-record/simple-weather/${greenhouse.farms.first}?date=`;
  await readyForOffline(page, greenhouse, { more: [kept + day(0), kept + day(1), '/api/public-aws/weather/'] });
  const bring = page.getByRole('button', { name: '지금 받기' });
  await expect(page.getByText('오프라인 준비됨').or(bring)).toBeVisible();
  if (await bring.isVisible()) await bring.click();
  await expect.poll(() => hasWeekOfBoth(page, greenhouse), { timeout: 60_000 }).toBe(true);
  // A server that hangs: the message is above the dialog, where it can be pressed.
  greenhouse.stall();
  await weatherButton(page).click();
  // Two presses are two days, also before the URL has followed the first.
  await dialog.getByRole('button', { name: '전날' }).evaluate(async (dayBefore: HTMLElement) => {
    dayBefore.click();
    await Promise.resolve();
    dayBefore.click();
  });
  await expect(page).toHaveURL(new RegExp(`weather=${day(-2)}`));
  await dialog.getByRole('button', { name: '그만 기다리기' }).click();
  await expect(dialog.getByText('날씨를 받지 못했습니다.')).toBeVisible();
  await greenhouse.kill();
  // The dialog, which is rendered before it is opened, says it as well.
  const ofPage = page.getByRole('main').getByText(/받아 둔 내용입니다/);
  // A range that was not opened is composed on the device, for house and station.
  await page.goto(`${greenhouse.url}/cms/weather/compare?range=7d`);
  await expect(lift).toBeVisible();
  await expect(ofPage).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/dashboard?weather=today`);
  await expect(dialog.getByText(/받아 둔 내용입니다/)).toBeVisible();
  await expect(current).toContainText(/-?\d+\.\d ℃/);
  await next.click();
  await expect(dialog.getByText(/받아 둔 내용입니다/)).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/weather/forecast`);
  await expect(house).toContainText('2.8 ±1.1한계 아래3');
  await expect(ofPage).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/weather/sky?date=2026-06-21`);
  await expect(page.getByText(/낮 길이 14시간 \d+분/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '박명' })).toHaveCount(6);
});

test.describe('answers that come late', () => {
  // A worker would answer from the device.
  test.use({ serviceWorkers: 'block' });

  test('do not move what is already shown', async ({ greenhouse, road, phone: { page } }) => {
    await linkStation(greenhouse);
    await tellTonight(greenhouse);
    await watchShift(page);
    await signIn(page, road);
    for (const [there, late, early, last] of [
      ['/cms/weather/compare', /^\/api\/monitor\/record|\/time-chart-/, '비교할 것', /안팎 차이/],
      ['/cms/weather/forecast', /^\/api\/weather\/outlook/, '예보', /예보/],
    ] as const) {
      const answers = road.hold((path) => late.test(path));
      await page.goto(road.url + there);
      await expect(page.getByRole('main').getByText(early).first()).toBeVisible();
      await expect.poll(answers.held).toBeGreaterThan(0);
      answers.release();
      await expect(page.getByRole('application', { name: last }).locator('canvas')).toBeVisible();
      await expect(page.locator('.breathe')).toHaveCount(0);
      expect(await shiftOf(page), there).toBeLessThanOrEqual(0.02);
    }
  });
});

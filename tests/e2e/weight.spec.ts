import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Served, startCountingProxy } from '../bench/counting-proxy.ts';
import { expect, fillSignIn, type Phone, readyForOffline, signIn, test, tile } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

/** JavaScript that has to load before the app is usable, bytes on the wire. */
const weightOf = (served: readonly Served[]) =>
  served.filter(({ destination }) => destination === 'script').reduce((sum, { bytes }) => sum + bytes, 0);

/** The files it consists of, for the message of a failure. */
const scriptsIn = (served: readonly Served[]) =>
  served.flatMap(({ destination, path, bytes }) => (destination === 'script' ? `${bytes} ${path}` : [])).join('\n');

/**
 * Chunks that load after the values: the chart, the inspections and the steps of a new farm. The test withholds them to
 * prove that the values do not need them.
 */
const BEHIND =
  /\/assets\/(time-chart|parts|attention|manage|lists|dialogs|forms|setup-card|workbox-window\.prod\.es5)-/;

/** Makes the browser record layout shifts; takeShift reads them. */
function watchShifts(phone: Phone): Promise<void> {
  return phone.addInitScript(() => {
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        Reflect.set(
          window,
          'layoutShift',
          Number(Reflect.get(window, 'layoutShift') ?? 0) + Reflect.get(entry, 'value'),
        );
      }
    });
    watch.observe({ type: 'layout-shift', buffered: true });
  });
}

/** Layout shift since the last call, by the definition of browsers. */
async function takeShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sum = Number(Reflect.get(window, 'layoutShift') ?? 0);
    Reflect.set(window, 'layoutShift', 0);
    return sum;
  });
}

test('a start is few files, and shows itself before the first of them has come', async ({ greenhouse, phone }) => {
  const { page } = phone;
  await watchShifts(phone);
  const proxy = await startCountingProxy(greenhouse.url);
  try {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/**', async (route) => {
      await held;
      await route.continue().catch(() => {
        // The page was left meanwhile.
      });
    });
    // A user known on this device sees the outline of a page, with a bar of the app's height.
    await page.goto(`${proxy.url}/favicon.svg`);
    await page.evaluate(() => localStorage.setItem('onsil.identity', '{"identity":{"locked":false}}'));
    await page.goto(`${proxy.url}/cms/dashboard`, { waitUntil: 'commit' });
    const bar = page.locator('header').filter({ hasText: '온실' });
    await expect(bar).toBeVisible();
    expect((await bar.boundingBox())?.height).toBe(70);
    // Others see the sign-in page: the policy allows the inline style.
    await page.evaluate(() => localStorage.clear());
    proxy.served.length = 0;
    await page.goto(`${proxy.url}/cms/dashboard`, { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: '로그인', exact: true });
    await expect(button).toBeVisible();
    expect((await button.boundingBox())?.height).toBe(48);
    letGo();
    await expect(page.getByText('로그인이 필요한 화면입니다')).toBeVisible();
    // Stylesheet, app and notice loaded long after the form, without moving it.
    expect(await takeShift(page)).toBeLessThanOrEqual(0.02);
    await page.unrouteAll();
    const files = proxy.served.map(({ path }) => path);
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(8);
    expect(weightOf(proxy.served)).toBeGreaterThan(0);
    expect(weightOf(proxy.served), scriptsIn(proxy.served)).toBeLessThanOrEqual(130_000);
    // No chunk of the requested page has loaded.
    expect(files.join('\n')).not.toMatch(/signed-in|time-chart/);
    let drawRest = () => {};
    const hasValues = new Promise<void>((resolve) => {
      drawRest = resolve;
    });
    await page.route(BEHIND, async (route) => {
      await hasValues;
      await route.continue();
    });
    await fillSignIn(page, 'grower');
    await expect(tile(page, '온도')).toBeVisible();
    expect(weightOf(proxy.served), scriptsIn(proxy.served)).toBeLessThanOrEqual(180_000);
    drawRest();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(proxy.served.length, proxy.served.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(60);
  } finally {
    await proxy.close();
  }
});

test('nothing moves by itself: signing in, the dashboard, a record, the first time, again and with the server dead', async ({
  greenhouse,
  phone,
}) => {
  const { page } = phone;
  await page.setViewportSize({ width: 412, height: 823 });
  await watchShifts(phone);
  // With the speed of a phone, because there the page is painted in steps.
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Elements that load after the values must not move them.
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const body = JSON.stringify({ farmIndex: greenhouse.farms.first, kind: 'other', title: '측창 모터에서 소리가 남' });
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  expect((await call('/api/inspections', { method: 'POST', headers, body })).status).toBe(201);
  const moved: Record<string, number> = {};
  const look = async (visit: string) => {
    await page.goto(`${greenhouse.url}/cms/dashboard`);
    await expect(tile(page, '온도')).toBeVisible();
    await expect(page.getByRole('link', { name: '측창 모터에서 소리가 남' })).toBeVisible();
    await expect(page.locator('.breathe')).toHaveCount(0);
    moved[`${visit} dashboard`] = await takeShift(page);
    await page.goto(`${greenhouse.url}/cms/monitor/record`);
    await expect(page.locator('main canvas').first()).toBeVisible();
    await expect(page.locator('.breathe')).toHaveCount(0);
    moved[`${visit} record`] = await takeShift(page);
  };
  await page.goto(`${greenhouse.url}/login`);
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
  moved['sign-in'] = await takeShift(page);
  await fillSignIn(page, 'grower');
  await look('first');
  await readyForOffline(page, greenhouse);
  await look('second');
  await greenhouse.kill();
  await look('offline');
  await expect(page.getByText('연결되지 않았습니다', { exact: false })).toBeVisible();
  moved['when the connection is missed'] = await takeShift(page);
  await greenhouse.start();
  await expect(page.getByText('연결되지 않았습니다', { exact: false })).toBeHidden();
  moved['when it is back'] = await takeShift(page);
  for (const [when, shift] of Object.entries(moved)) expect(shift, when).toBeLessThanOrEqual(0.02);
});

test('nor does a page of sensors, whose answers come one after the other', async ({ greenhouse, phone }) => {
  const { page } = phone;
  await watchShifts(phone);
  await signIn(page, greenhouse);
  for (const [there, last] of [
    ['/cms/monitor/humidity', /^센서 \d\/\d 정상/],
    ['/cms/device/sensor-manage', '1동 난방기'],
  ] as const) {
    await page.goto(greenhouse.url + there);
    await expect(page.getByRole('main').getByRole('link', { name: last })).toBeVisible();
    await expect(page.locator('.breathe')).toHaveCount(0);
    expect(await takeShift(page), there).toBeLessThanOrEqual(0.02);
  }
});

test('what is preloaded is loaded once', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  for (const path of ['dashboard', 'monitor/record']) {
    await page.goto(`${greenhouse.url}/cms/${path}`);
    await expect(page.locator('main canvas').first()).toBeVisible();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/assets/') ? [name] : [])),
    );
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((name, at) => loaded.indexOf(name) !== at)).toEqual([]);
  }
});

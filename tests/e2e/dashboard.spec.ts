import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#contract/time/time.ts';
import { expect, readyForOffline, signIn, sleepFor, test, tile } from '../support/browser/fixtures.ts';
import { livingValues, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

test('a tile says what, how much, in which unit, and between what today at which times', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.send('temperature', 38.7);
  await signIn(page, greenhouse);
  const temperature = tile(page, '온도');
  await expect(temperature).toContainText('38.7 ℃');
  await expect(temperature).toContainText(/최저\s*-?\d+\.\d\s*\d\d:\d\d/);
  await expect(temperature).toContainText(/최고\s*38\.7\s*\d\d:\d\d/);
  await expect(tile(page, '습도')).toContainText(/\d+ %/);
  await expect(page.getByText(/(지난밤|오늘 밤 지금까지) 최저|밤 기록이 아직/)).toBeVisible();
});

test('shows a reading as it comes in, without a reload', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  await expect(tile(page, '온도')).toBeVisible();
  for (const value of [31.7, 32.8]) {
    await greenhouse.send('temperature', value);
    await expect(tile(page, '온도')).toContainText(`${value} ℃`);
    await expect(tile(page, '온도')).toContainText(new RegExp(`최고\\s*${value}`));
  }
});

test('shows a first reading of a sensor that had none', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  await expect(tile(page, '온도')).toBeVisible();
  await expect(page.getByText(/첫 값을 기다리는 센서.*지온/)).toBeVisible();
  await greenhouse.send('soil_temperature', 15.3);
  await expect(tile(page, '지온')).toContainText('15.3 ℃');
});

test('no value looks fresh half an hour after the connection went', async ({ greenhouse, phone: { page } }) => {
  await page.clock.install();
  const { temperature, humidity } = livingValues(Date.now());
  await greenhouse.send('temperature', temperature);
  await greenhouse.send('humidity', humidity);
  await greenhouse.send('soil_moisture', 30);
  await greenhouse.send('soil_temperature', 14);
  await signIn(page, greenhouse);
  const tiles = page.locator('[data-sensor]');
  await expect(tiles).toHaveCount(4);
  await expect(page.locator('[data-sensor]', { hasText: /분 전|시간 전/ })).toHaveCount(0);
  await expect(page.getByText('지금은 없습니다')).toBeVisible();

  await readyForOffline(page, greenhouse);
  await greenhouse.kill();
  await sleepFor(page, 30.5 * MINUTE_MS);
  await expect(page.locator('[data-sensor]', { hasText: /3\d분 전/ })).toHaveCount(4);
  // Without an answer nobody knows how the sensors are now: nobody is sent to them.
  const attention = page.getByRole('region', { name: '손볼 일' });
  await expect(attention).toContainText(/월 \d+일 \(.\) \d\d:\d\d 기준 없음/);
  await expect(attention.getByRole('listitem')).toHaveCount(0);

  await page.reload();
  await expect(page.locator('[data-sensor]', { hasText: /3\d분 전/ })).toHaveCount(4);
  await expect(attention).toContainText('기준 없음');
  await expect(attention.getByRole('listitem')).toHaveCount(0);
});

test('names a silent sensor among what needs a hand, with since when', async ({ greenhouse, phone: { page } }) => {
  await greenhouse.send('soil_temperature', 14.2, Date.now() - 20.2 * MINUTE_MS);
  await signIn(page, greenhouse);
  const attention = page.getByRole('region', { name: '손볼 일' });
  await expect(attention.getByRole('listitem')).toHaveCount(1);
  await expect(attention).toContainText('1동 지온 값이 끊겼습니다');
  await expect(attention).toContainText(/2\d분 전/);
  await greenhouse.send('soil_temperature', 14.3);
  await expect(attention).toContainText('지금은 없습니다');
});

test('counts what is wrong the same here, in the row of the farm and on the pages of sensors, inspections', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.send('soil_temperature', 14.2, Date.now() - 20.2 * MINUTE_MS);
  await greenhouse.send('temperature', 300);
  // An inspection of a sensor in trouble is the same matter; one of the farm is another.
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  for (const sensorIndex of [greenhouse.sensor('soil_temperature'), null]) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = { id: randomUUID(), farmIndex: greenhouse.farms.first, kind: 'other', title: '점검', sensorIndex };
    const made = await call('/api/inspections', { method: 'POST', headers, body: JSON.stringify(body) });
    expect(made.status).toBe(201);
  }
  await signIn(page, greenhouse);
  const attention = page.getByRole('region', { name: '손볼 일' });
  await expect(attention.getByText('3가지', { exact: true })).toBeVisible();
  // On a phone the row of the chosen farm is the page itself; the row of the other farm shows the same.
  const farms = page.getByRole('region', { name: '내 농장' });
  await expect(farms.getByRole('button')).toHaveText([/^와흘 농장/]);
  await farms.getByRole('button').click();
  await expect(farms.getByRole('button')).toHaveText([/^위미 농장손볼 일 3/]);
  await farms.getByRole('button').click();
  await attention.getByRole('link', { name: '열린 점검 2건(1건은 위의 센서)' }).click();
  await expect(page.getByRole('list', { name: '점검 목록' }).getByRole('listitem')).toHaveCount(2);
  await page.goBack();
  const words = '센서 2개를 살펴봐 주세요';
  await attention.getByRole('link', { name: words }).click();
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장 센서 상태' })).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText('끊김', { exact: true })).toBeVisible();
});

test('points at a value that cannot be, and keeps it out of the day’s extremes', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse);
  await expect(tile(page, '온도')).toBeVisible();
  await greenhouse.send('temperature', 300);
  await expect(tile(page, '온도')).toContainText('있을 수 없는 값입니다');
  await expect(tile(page, '온도')).not.toContainText(/최고\s*300/);
});

test('the farm stands in the address and survives a reload', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  await page.getByRole('region', { name: '내 농장' }).getByRole('button', { name: '와흘 농장' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`farm=${greenhouse.farms.second}`));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장' })).toBeVisible();
});

test('shows somebody else’s farm number as one’s own first farm', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: `/cms/dashboard?farm=${greenhouse.farms.foreign}` });
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/이웃|33\.3/);
});

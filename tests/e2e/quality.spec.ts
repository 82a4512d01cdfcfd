import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { record } from '#contract/monitor/monitor.ts';
import { HOUR_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { keptKeys } from '../support/browser/device-contents.ts';
import { expect, signIn, test } from '../support/browser/fixtures.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const PAGE = '/cms/monitor/quality';
const STEP_MS = 10 * MINUTE_MS;

type Reading = { at: number; value: number };

/** A carbon dioxide sensor that has been stuck for eight hours, after fourteen normal ones. */
async function aStuckSensor({ url, farms: { first } }: Greenhouse) {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const named = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers };
    const answer = await call(path, { method: 'POST', headers: named, body: JSON.stringify(body) });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json();
  };
  const device = { farmIndex: first, code: 'co2', name: '탄산가스 측정기', kind: 'node', place: '', note: '' };
  const made = await send('/api/devices', device);
  const sensor = {
    deviceIndex: made.data.device.index,
    code: 'co2',
    type: 'CO2',
    name: '이산화탄소',
  };
  const rest = { areaName: '1동', intervalMs: STEP_MS, plausibleMin: null, plausibleMax: null };
  const { data } = await send('/api/sensors', { ...sensor, ...rest });
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const since = now - 8 * HOUR_MS;
  const readings: Reading[] = [];
  for (let at = now - 22 * HOUR_MS; at <= now; at += STEP_MS) {
    readings.push({ at, value: at < since ? 450 + (Math.floor(at / STEP_MS) % 7) : 2000 });
  }
  const key = made.data.key;
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      readings: [...readings.map((reading) => ({ sensor: 'co2', ...reading })), { sensor: 'rssi', value: -70 }],
    }),
  });
  expect(await answer.json()).toMatchObject({ stored: readings.length, kept: 1 });
  /** Lowest, mean and highest value of each day, as in a record of a year. */
  const days = async () => {
    const range = `begin=${seoulDate(now - 300 * 24 * HOUR_MS)}&end=${seoulDate(now)}`;
    const told = record.answer.parse(await (await call(`${record.path}?sensors=${data.index}&${range}`)).json());
    expect(told.resolution).toBe('1d');
    const points = told.data.sensorGraph[0]?.points ?? [];
    return points.map(([at, min, mean, max]) => [seoulDate(at), min, mean.toFixed(2), max]);
  };
  return { days, readings, since, index: data.index };
}

function daysOf(readings: readonly Reading[]) {
  const days = [...new Set(readings.map(({ at }) => seoulDate(at)))];
  return days.map((day) => {
    const values = readings.filter(({ at }) => seoulDate(at) === day).map(({ value }) => value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [day, Math.min(...values), mean.toFixed(2), Math.max(...values)];
  });
}

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: '센서 상태' }).getByRole('listitem').filter({ hasText: name });
const found = (page: Page) => page.getByRole('list', { name: '찾은 것' }).getByRole('listitem');
const excluded = (page: Page) => page.getByRole('list', { name: '제외한 값' }).getByRole('listitem');

async function exclude(page: Page, reason: string) {
  await found(page)
    .getByRole('button', { name: /값 제외$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '1동 이산화탄소 값 제외' });
  await dialog.getByRole('textbox', { name: /이유/ }).fill(reason);
  await dialog.getByRole('button', { name: '값 제외' }).click();
  return dialog;
}

test('names a stuck sensor, leaves its values out of every mean, and takes them back in', async ({
  greenhouse,
  phone: { page },
}) => {
  const { days, readings, since, index } = await aStuckSensor(greenhouse);
  expect(await days()).toEqual(daysOf(readings));
  await signIn(page, greenhouse, { at: PAGE });
  await expect(card(page, '이산화탄소')).toContainText(/값 멈춤.*값이 움직이지 않습니다/s);
  // Sensors without problems are folded into a line of their house.
  await expect(card(page, '1동 습도')).toHaveCount(0);
  await page.getByRole('button', { name: /^1동 정상 \d개$/ }).click();
  await expect(
    page
      .getByRole('list', { name: /^1동 정상/ })
      .getByRole('listitem')
      .filter({ hasText: '1동 습도' }),
  ).toContainText('정상');
  await expect(page.getByText('이산화탄소 센서 0/1 정상')).toBeVisible();
  await expect(page.getByText('탄산가스 측정기에서 온 값 가운데 받지 않는 것이 있습니다.')).toBeVisible();

  // A reason is required, so that others understand the exclusion later.
  const dialog = await exclude(page, ' ');
  await expect(dialog.getByText('1곳을 고쳐 주세요')).toBeVisible();
  await dialog.getByRole('textbox', { name: /이유/ }).fill('교정이 풀림');
  await dialog.getByRole('button', { name: '값 제외' }).click();
  await expect(excluded(page)).toHaveText(/1동 이산화탄소.*부터 계속.*교정이 풀림.*grower 님이 .*에 제외/s);
  await expect(card(page, '이산화탄소')).toContainText('제외');
  expect(await days()).toEqual(daysOf(readings.filter(({ at }) => at < since)));

  await page.goto(`${greenhouse.url}/cms/monitor/record?sensors=${index}&range=24h`);
  await expect(page.getByRole('region', { name: '제외한 값' })).toContainText(
    /이산화탄소: .*부터 계속 \(교정이 풀림\)/,
  );
  await page.goto(`${greenhouse.url}/cms/monitor/record-print?sensors=${index}`);
  await expect(page.getByRole('article')).toContainText(/이산화탄소: .*부터 계속 \(교정이 풀림\)/);
  await page.goto(greenhouse.url + PAGE);
  await excluded(page)
    .getByRole('button', { name: /되돌리기$/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '되돌리기' }).click();
  await expect(excluded(page)).toHaveText(/grower 님이 .*에 제외, grower 님이 .*에 되돌림/s);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '내려받기' }).click(),
  ]);
  const [head, line] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head).toMatch(/^\uFEFF센서,처음,끝,이유/);
  expect(line).toMatch(/^1동 이산화탄소,\d{4}-\d\d-\d\d \d\d:\d\d,계속,교정이 풀림,grower,/);
  await expect(card(page, '이산화탄소')).toContainText('값 멈춤');
  expect(await days()).toEqual(daysOf(readings));
});

test('shows the sensors without a connection, and leaves nothing out then', async ({ greenhouse, phone: { page } }) => {
  const { days, readings } = await aStuckSensor(greenhouse);
  await signIn(page, greenhouse, { at: PAGE });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
  await page.reload();
  await expect(card(page, '이산화탄소')).toContainText('값 멈춤');
  await expect
    .poll(async () => (await keptKeys(page, 'grower')).some((key) => key.startsWith('/api/quality/')))
    .toBe(true);
  await greenhouse.kill();
  await page.reload();
  await expect(card(page, '이산화탄소')).toContainText('값 멈춤');
  await expect(page.getByRole('main').getByText(/에 받아 둔 내용입니다/)).toBeVisible();
  await expect(page.getByText(/^\d+월 \d+일.* 기준: /)).toBeVisible();
  const dialog = await exclude(page, '교정이 풀림');
  await expect(dialog.getByText('연결되지 않아 보내지 못했습니다', { exact: false }).first()).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /이유/ })).toHaveValue('교정이 풀림');

  await greenhouse.start();
  expect(await days()).toEqual(daysOf(readings));
});

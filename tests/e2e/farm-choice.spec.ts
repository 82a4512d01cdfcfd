import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, fillSignIn, signIn, test, tile } from '../support/fixtures.ts';
import { PASSWORD } from '../support/greenhouse.ts';
import { type SignedIn, signIn as signInByWire } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

/** Pages that show one farm, which their heading names. */
const monitoring = [
  '/cms/dashboard',
  '/cms/monitor/record',
  '/cms/monitor/lead-farm',
  '/cms/monitor/humidity',
  '/cms/monitor/statistics',
  '/cms/monitor/quality',
  '/cms/control/heat-settings',
];

/** Pages on which nothing can be done without a farm. */
const management = ['farm/crop', 'device/device', 'device/sensor'].flatMap((family) => [
  `/cms/${family}-manage`,
  `/cms/${family}-create`,
]);

test.describe('in an empty installation', () => {
  let url = '';
  let adminPassword = '';
  let end = () => {};

  test.beforeEach(async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-empty-'));
    const server = await startServerProcess({ DATA_DIR: dataDir });
    url = server.url.replace('127.0.0.1', 'localhost');
    // The administrator's password stands on the terminal, once.
    adminPassword = /admin\S*\s.*?([\w-]{16})/s.exec(server.output())?.[1] ?? '';
    end = () => {
      server.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  test.afterEach(() => end());

  /** Signs in over the wire and says something about themselves, so that nobody asks for it on the screen. */
  async function knownPerson(login: string, password: string): Promise<SignedIn> {
    const person = await signInByWire(url, login, password);
    const headers = { 'content-type': 'application/json' };
    await person.call('/api/users/me', { method: 'PUT', headers, body: JSON.stringify({ name: login }) });
    return person;
  }

  async function expectToRegister(page: Page, from: string): Promise<void> {
    await page.goto(url + from);
    await expect(page, from).toHaveURL(`${url}/cms/farm/farm-manage?open=true`);
    await expect(page.getByRole('form', { name: '농장 등록' }), from).toBeVisible();
  }

  test('every page that needs a farm leads its first administrator to the form', async ({ phone: { page } }) => {
    test.setTimeout(180_000);
    await knownPerson('admin', adminPassword);
    await page.goto(`${url}/cms/dashboard`);
    await fillSignIn(page, 'admin', adminPassword);
    for (const from of [...monitoring, '/cms/monitor/record-print', ...management]) await expectToRegister(page, from);
    // What needs none stays where it is.
    await page.goto(`${url}/admin/users`);
    await expect(page.getByRole('heading', { level: 1, name: '사용자' })).toBeVisible();
    await page.goto(`${url}/cms/farm/farm-manage`);
    await expect(page.getByRole('heading', { name: '아직 농장이 없습니다' })).toBeVisible();
  });

  test('a new user registers a farm there and is shown it everywhere', async ({ phone: { page } }) => {
    test.setTimeout(180_000);
    const admin = await knownPerson('admin', adminPassword);
    const made = await admin.call('/api/admin/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'grower', name: '김농부' }),
    });
    const { data } = await made.json();
    await knownPerson('grower', data.oneTimePassword);
    await page.goto(`${url}/cms/monitor/record`);
    await fillSignIn(page, 'grower', data.oneTimePassword);
    await expect(page.getByText('내 아이디(grower)')).toBeVisible();
    for (const from of [...monitoring, ...management]) await expectToRegister(page, from);
    await page.getByLabel('농장 이름').fill('위미 농장');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await expect(page.getByRole('list', { name: '농장 목록' }).getByRole('link')).toHaveText(['위미 농장']);
    for (const there of monitoring) {
      await page.goto(url + there);
      await expect(page.getByRole('heading', { level: 1, name: '위미 농장' }), there).toBeVisible();
      await expect(page, there).toHaveURL(url + there);
    }
  });
});

test('whoever may register none is told whom to ask', async ({ greenhouse, phone: { page } }) => {
  const boss = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  const answer = await boss.call('/api/admin/menus?size=100');
  const { rows }: { rows: { index: number; menuUrl: string; rights: object }[] } = await answer.json();
  const farms = rows.find(({ menuUrl }) => menuUrl === '/cms/farm/farm-manage');
  await boss.call(`/api/admin/menus/${farms?.index}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rights: { ...farms?.rights, ROLE_USER: null } }),
  });
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await fillSignIn(page, 'newcomer');
  await expect(page.getByRole('heading', { name: '볼 수 있는 농장이 없습니다' })).toBeVisible();
  await expect(page).toHaveURL(`${greenhouse.url}/cms/dashboard`);
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('an administrator finds any farm by typing, on every page of one', async ({ greenhouse, phone: { page } }) => {
    test.setTimeout(120_000);
    const refused: string[] = [];
    page.on('response', (answer) => [403, 404].includes(answer.status()) && refused.push(answer.url()));
    await signIn(page, greenhouse, { user: 'boss' });
    for (const there of monitoring) {
      await page.goto(greenhouse.url + there);
      // Without farms of their own the first of all stands there.
      await page.getByRole('button', { name: '농장 수산 선도농가' }).click();
      await page.getByRole('combobox', { name: '농장' }).fill('위미');
      await expect(page.getByRole('option'), there).toHaveText(['위미 농장']);
      await page.getByRole('option', { name: '위미 농장' }).click();
      await expect(page.getByRole('heading', { level: 1, name: '위미 농장' }), there).toBeVisible();
      await expect(page, there).toHaveURL(`${greenhouse.url}${there}?farm=${greenhouse.farms.first}`);
    }
    await page.goto(`${greenhouse.url}/cms/dashboard?farm=${greenhouse.farms.first}`);
    await expect(tile(page, '온도')).toBeVisible();
    // The rows above are for one's own farms: of others there may be a thousand.
    await expect(page.getByRole('region', { name: '내 농장' })).toHaveCount(0);
    expect(refused).toEqual([]);
  });

  test('two farms are enough to search among them by typing', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    await page.getByRole('button', { name: '농장 위미 농장' }).click();
    await page.getByRole('combobox', { name: '농장' }).fill('ㅇㅎ');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test('an administrator chooses from a plain list, which opens no keyboard', async ({
    greenhouse,
    phone: { page },
  }) => {
    await signIn(page, greenhouse, { user: 'boss' });
    await page.getByRole('button', { name: '농장 수산 선도농가' }).click();
    await expect(page.getByRole('option')).toHaveText(['수산 선도농가', '와흘 농장', '위미 농장', '이웃 농장']);
    await expect(page.getByRole('banner').locator('input, [contenteditable]')).toHaveCount(0);
    await page.getByRole('option', { name: '이웃 농장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '이웃 농장' })).toBeVisible();
  });
});

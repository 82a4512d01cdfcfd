import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, fillFirstSignIn, signIn, signOut, test, tile, viewports } from '../support/browser/fixtures.ts';
import { type SignedIn, signIn as signInByWire } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const ADMIN_PASSWORD = '관리하는 사람의 긴 문장';
const GROWER_PASSWORD = '귤꽃이 피는 오월의 밤';

/** Pages about one farm, which their heading names. */
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

/** Completes the personal data, so that no page asks for it. */
async function introduce(url: string, login: string, password: string): Promise<SignedIn> {
  const person = await signInByWire(url, login, password);
  await person.call('/api/users/me', asJson('PUT', { name: login }));
  return person;
}

const asJson = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('an empty installation leads from every page that needs a farm to the form of the first', async ({
  phone: { page },
}) => {
  test.setTimeout(240_000);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-empty-'));
  const server = await startServerProcess({ DATA_DIR: dataDir });
  const url = server.url.replace('127.0.0.1', 'localhost');
  const expectToRegister = async (from: string) => {
    await page.goto(url + from);
    await expect(page, from).toHaveURL(`${url}/cms/farm/farm-manage?open=true`);
    await expect(page.getByRole('form', { name: '농장 등록' }), from).toBeVisible();
  };
  try {
    // The first administrator, whose password is printed at the terminal once.
    const oneTime = /admin\S*\s.*?([\w-]{16})/s.exec(server.output())?.[1] ?? '';
    await page.goto(`${url}/cms/dashboard`);
    await fillFirstSignIn(page, 'admin', oneTime, ADMIN_PASSWORD);
    const admin = await introduce(url, 'admin', ADMIN_PASSWORD);
    // Without a farm, an administrator is sent to the first steps, from every other page to the form.
    await page.goto(`${url}/cms/dashboard`);
    await expect(page).toHaveURL(`${url}/admin`);
    const others = monitoring.filter((from) => from !== '/cms/dashboard');
    for (const from of [...others, '/cms/monitor/record-print', ...management]) await expectToRegister(from);
    // Pages that need no farm stay.
    await page.goto(`${url}/admin/users`);
    await expect(page.getByRole('heading', { level: 1, name: '사용자' })).toBeVisible();
    await page.goto(`${url}/cms/farm/farm-manage`);
    await expect(page.getByRole('heading', { name: '아직 농장이 없습니다' })).toBeVisible();
    await signOut(page);

    // A new user registers a farm there, which then appears everywhere.
    const made = await admin.call('/api/admin/users', asJson('POST', { userId: 'grower', name: '김농부' }));
    const { data } = await made.json();
    await fillFirstSignIn(page, 'grower', data.oneTimePassword, GROWER_PASSWORD);
    await introduce(url, 'grower', GROWER_PASSWORD);
    await expectToRegister('/cms/monitor/record');
    await expect(page.getByText('내 아이디(grower)')).toBeVisible();
    await page.getByLabel('농장 이름').fill('위미 농장');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await expect(page.getByRole('list', { name: '농장 목록' }).getByRole('link')).toHaveText(['위미 농장']);
    for (const there of monitoring) {
      await page.goto(url + there);
      await expect(page.getByRole('heading', { level: 1, name: '위미 농장' }), there).toBeVisible();
      // The farm is in the URL, also where the user has only one: whoever the link is sent to may have others.
      await expect(page, there).toHaveURL(/\?farm=\d+$/);
    }
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('one types to search among farms, of which an administrator has all', async ({
    greenhouse,
    phone: { page },
  }) => {
    const refused: string[] = [];
    page.on('response', (answer) => [403, 404].includes(answer.status()) && refused.push(answer.url()));
    await signIn(page, greenhouse, { user: 'boss' });
    for (const there of monitoring) {
      await page.goto(greenhouse.url + there);
      // Without own farms the first of all is chosen.
      await page.getByRole('button', { name: '농장 수산 선도농가' }).click();
      await page.getByRole('combobox', { name: '농장' }).fill('위미');
      await expect(page.getByRole('option'), there).toHaveText(['위미 농장']);
      await page.getByRole('option', { name: '위미 농장' }).click();
      await expect(page.getByRole('heading', { level: 1, name: '위미 농장' }), there).toBeVisible();
      await expect(page, there).toHaveURL(`${greenhouse.url}${there}?farm=${greenhouse.farms.first}`);
    }
    await page.goto(`${greenhouse.url}/cms/dashboard?farm=${greenhouse.farms.first}`);
    await expect(tile(page, '온도')).toBeVisible();
    // These rows list own farms only; there may be a thousand others.
    await expect(page.getByRole('region', { name: '내 농장' })).toHaveCount(0);

    // On a small screen the same few farms are a plain list without a keyboard.
    await page.setViewportSize(viewports.phone);
    await page.getByRole('button', { name: '농장 위미 농장' }).click();
    await expect(page.getByRole('option')).toHaveText(['수산 선도농가', '와흘 농장', '위미 농장', '이웃 농장']);
    await expect(page.getByRole('banner').locator('input, [contenteditable]')).toHaveCount(0);
    await page.getByRole('option', { name: '이웃 농장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '이웃 농장' })).toBeVisible();
    expect(refused).toEqual([]);

    // From two farms on a desktop can search by typing.
    await page.setViewportSize(viewports.desktop);
    await signOut(page);
    await signIn(page, greenhouse);
    await page.getByRole('button', { name: '농장 위미 농장' }).click();
    await page.getByRole('combobox', { name: '농장' }).fill('ㅇㅎ');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: '와흘 농장' })).toBeVisible();
  });
});

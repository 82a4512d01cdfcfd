import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, fillFirstSignIn, fillSignIn, signOut, test, tile } from '../support/fixtures.ts';
import { startServerProcess } from '../support/server-process.ts';

const run = promisify(execFile);

const NEW_PASSWORD = '귤꽃이 피는 오월의 밤';
const ADMIN_PASSWORD = '관리하는 사람의 긴 문장';

/** Adds a user as the administrator who is signed in; answers the password that is shown once. */
async function addUser(page: Page, login: string, name: string): Promise<string> {
  await page.getByRole('button', { name: '사용자 등록' }).click();
  const form = page.getByRole('form', { name: '사용자 등록' });
  await form.getByLabel('아이디').fill(login);
  await form.getByLabel('이름').fill(name);
  await form.getByRole('button', { name: '등록', exact: true }).click();
  const secret = page.getByRole('region', { name: `${login} 님의 임시 비밀번호` });
  await expect(secret).toBeVisible();
  return (await secret.locator('code').first().innerText()).trim();
}

test('from an empty database to a shared farm with its first value', async ({ phone: { page } }) => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-story-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '0' });
  const url = server.url.replace('127.0.0.1', 'localhost');
  const to = (where: string) => page.goto(url + where);
  // Whoever is new is asked about themselves at each start of the app, until they have answered.
  const toLater = async (where: string) => {
    await to(where);
    await page.getByRole('button', { name: '취소' }).click();
  };
  try {
    // The administrator's password stands on the terminal, once.
    const password = /admin\S*\s.*?([\w-]{16})/s.exec(server.output())?.[1] ?? '';
    await to('/admin/users');
    await fillFirstSignIn(page, 'admin', password, ADMIN_PASSWORD);
    await page.getByRole('button', { name: '취소' }).click();
    const growersFirst = await addUser(page, 'grower', '김농부');
    const familysFirst = await addUser(page, 'family', '김가족');
    await signOut(page);

    // The grower is led to a password of their own, then asked to say something about themselves, and does.
    await fillSignIn(page, 'grower', growersFirst);
    await page.getByLabel('받은 임시 비밀번호').fill(growersFirst);
    await page.getByLabel('새 비밀번호').fill('password123');
    await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await expect(page.getByText(/너무 널리 쓰여/).first()).toBeVisible();
    await page.getByLabel('새 비밀번호').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await expect(page.getByText('비밀번호를 바꾸었습니다.')).toBeVisible();
    await page.getByRole('link', { name: '입력하기' }).click();
    await page.getByLabel('전화번호').fill('010-1234-5678');
    await page.getByRole('form', { name: '내 정보' }).getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('저장했습니다.')).toBeVisible();

    // Without a farm the dashboard leads to where one is made.
    await to('/cms/dashboard');
    await page.waitForURL(/farm-manage\?open=true/);
    await expect(page.getByRole('heading', { level: 1, name: '농장 등록' })).toBeVisible();
    await page.getByLabel('농장 이름').fill('위미 농장');
    await page.getByLabel('주소').fill('서귀포시 남원읍 위미리');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await expect(page.getByRole('link', { name: /위미 농장/ })).toBeVisible();

    await to('/cms/farm/crop-create');
    await page.getByLabel('품목').fill('한라봉');
    await page.getByRole('option', { name: '한라봉' }).click();
    await page.getByLabel('동·밭').fill('1동');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await expect(page.getByRole('link', { name: /한라봉/ })).toBeVisible();

    await to('/cms/device/device-create');
    await page.getByLabel('장치 이름').fill('1동 제어기');
    await page.getByLabel('장치 코드').fill('n01');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await expect(page.getByRole('heading', { name: '장치 키', exact: true })).toBeVisible();
    for (const [name, type, code] of [
      ['내부 온도', '온도', 'temp'],
      ['내부 습도', '습도', 'humi'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: '센서 등록' }).first().click();
      await page.getByRole('textbox', { name: /^이름/ }).fill(name);
      await page.getByLabel('종류').click();
      await page.getByRole('option', { name: new RegExp(`^${type}`) }).click();
      await page.getByLabel('위치(동·구역)').fill('1동');
      await page.getByLabel('센서 코드').fill(code);
      await page.getByRole('button', { name: '등록', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: '1동 제어기' })).toBeVisible();
    }
    await expect
      .poll(() =>
        page
          .getByRole('region', { name: /curl \(리눅스/ })
          .locator('code')
          .innerText(),
      )
      .toContain('"sensor":"humi"');
    // The line for this very device, as it stands there, is run, and its value arrives on the screen.
    const line = await page
      .getByRole('region', { name: /curl \(리눅스/ })
      .locator('code')
      .innerText();
    await expect(page.getByText('첫 값을 기다리는 중…')).toBeVisible();
    const { stdout } = await run('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ stored: 2, refused: 0 });
    await expect(page.getByRole('log', { name: '도착한 값' })).toContainText('21.4');
    await to('/cms/dashboard');
    await expect(tile(page, '내부 온도')).toContainText('21.4');

    // The farm is shared for reading.
    await to('/cms/farm/farm-manage');
    await page.getByRole('link', { name: /위미 농장/ }).click();
    await page.getByLabel('더할 사람').fill('family');
    await page.getByRole('button', { name: '추가' }).click();
    await page.getByRole('form', { name: '농장 정보' }).getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했습니다.').first()).toBeVisible();
    await signOut(page);

    await fillFirstSignIn(page, 'family', familysFirst, '가족이 함께 쓰는 긴 문장');
    await toLater('/cms/dashboard');
    await expect(tile(page, '내부 온도')).toContainText('21.4');
    await toLater('/cms/farm/farm-manage');
    await page.getByRole('link', { name: /위미 농장/ }).click();
    await expect(page.getByText('농장 정보는 농장주만 바꿀 수 있습니다.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: '저장' })).toHaveCount(0);
    await signOut(page);

    // The administrator sees who did what.
    await fillSignIn(page, 'admin', ADMIN_PASSWORD);
    await toLater('/admin/audit');
    for (const [what, who] of [
      ['농장 등록', 'grower'],
      ['작물 등록', 'grower'],
      ['장치 등록', 'grower'],
      ['센서 등록', 'grower'],
      ['공동 사용자 변경', 'grower'],
      ['비밀번호 변경', 'grower'],
      ['사용자 등록', 'admin'],
    ] as const) {
      const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: what }).filter({ hasText: who });
      await expect(entry.first(), `${what} ${who}`).toBeVisible();
    }
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

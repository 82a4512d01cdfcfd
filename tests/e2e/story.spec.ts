import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, fillFirstSignIn, fillSignIn, signOut, test, tile } from '../support/browser/fixtures.ts';
import { accentActions } from '../support/browser/page-layout.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const NEW_PASSWORD = '귤꽃이 피는 오월의 밤';
const ADMIN_PASSWORD = '관리하는 사람의 긴 문장';

/** Adds a user as the signed-in administrator; returns the one-time password. */
async function addUser(page: Page, login: string, name: string): Promise<string> {
  const form = page.getByRole('form', { name: '사용자 등록' });
  const open = page.getByRole('button', { name: '사용자 등록' });
  await expect(form.or(open)).toBeVisible();
  if (await open.isVisible()) await open.click();
  await form.getByLabel('아이디').fill(login);
  await form.getByLabel('이름').fill(name);
  await form.getByRole('button', { name: '등록', exact: true }).click();
  const secret = page.getByRole('region', { name: `${login} 님의 임시 비밀번호` });
  await secret.getByRole('button', { name: '본인에게 보내기' }).click();
  await expect(secret.getByText('모두 복사했습니다.', { exact: false })).toBeVisible();
  return (await secret.locator('code').first().innerText()).trim();
}

/** Taps the screen and counts: typing into a field counts as one tap, like a button. */
function aThumb() {
  let taps = 0;
  return {
    taps: () => taps,
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    type: async (target: Locator, text: string) => {
      taps += 1;
      await target.click();
      await target.fill(text);
    },
  };
}

/** Sends readings of now as a device does. */
async function send(url: string, key: string, values: Record<string, number>): Promise<void> {
  const at = new Date().toISOString();
  const readings = Object.entries(values).map(([sensor, value]) => ({ sensor, at, value }));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/ingest`, { method: 'POST', headers, body: JSON.stringify({ readings }) });
  expect(await answer.json()).toMatchObject({ kept: readings.length, refused: 0 });
}

test('from an empty database to a shared farm with its first value', async ({ phone: { page } }) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-story-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '0' });
  const url = server.url.replace('127.0.0.1', 'localhost');
  const to = (where: string) => page.goto(url + where);
  try {
    // The administrator's password is printed at the terminal once.
    const password = /admin\S*\s.*?([\w-]{16})/s.exec(server.output())?.[1] ?? '';
    await to('/');
    await fillFirstSignIn(page, 'admin', password, ADMIN_PASSWORD);
    await page.getByRole('button', { name: '취소' }).click();
    // Without a farm an administrator is sent to the first steps.
    await expect(page.getByRole('heading', { level: 1, name: '관리' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: '사용자 등록' }).click();
    const growersFirst = await addUser(page, 'grower', '김농부');
    const familysFirst = await addUser(page, 'family', '김가족');
    await signOut(page);

    // From here on every tap counts, fields included, until the first value is shown.
    const thumb = aThumb();
    await thumb.type(page.getByLabel('아이디'), 'grower');
    await thumb.type(page.getByLabel('비밀번호', { exact: true }), growersFirst);
    await thumb.tap(page.getByRole('button', { name: '로그인' }));
    await thumb.type(page.getByLabel('받은 임시 비밀번호'), growersFirst);
    await thumb.type(page.getByLabel('새 비밀번호'), NEW_PASSWORD);
    await thumb.tap(page.getByRole('button', { name: '비밀번호 바꾸기' }));
    await expect(page.getByText('비밀번호를 바꾸었습니다.')).toBeVisible();
    await thumb.tap(page.getByRole('button', { name: '취소' }));

    // Without a farm the user is sent to its form; each page leads to the next.
    await expect(page.getByRole('heading', { level: 1, name: '농장 등록' })).toBeVisible();
    await thumb.type(page.getByLabel('농장 이름'), '위미 농장');
    await thumb.type(page.getByLabel('주소'), '서귀포시 남원읍 위미리');
    await thumb.tap(page.getByRole('button', { name: '등록', exact: true }));
    const setup = page.getByRole('region', { name: /^시작하기/ });
    await expect(setup.getByRole('listitem')).toHaveText(['농장마침', '2작물', '3장치', '4센서', '5첫 값']);
    // One next step in the accent colour, here and on every page with several buttons.
    await expect.poll(() => accentActions(page)).toEqual(['작물 등록']);
    await thumb.tap(setup.getByRole('link', { name: '작물 등록' }));
    await thumb.type(page.getByLabel('품목'), '한라봉');
    await thumb.tap(page.getByRole('option', { name: '한라봉' }));
    await thumb.type(page.getByLabel('동·밭'), '1동');
    await thumb.tap(page.getByRole('button', { name: '등록', exact: true }));
    await expect.poll(() => accentActions(page)).toEqual(['장치 등록']);
    await thumb.tap(setup.getByRole('link', { name: '장치 등록' }));
    await expect(page.getByLabel('장치 이름')).toHaveValue('1동 제어기');
    await thumb.tap(page.getByRole('button', { name: '등록', exact: true }));

    // The key cannot be left unseen: leaving asks for confirmation, and the user stays.
    const secret = page.getByRole('region', { name: '장치 키' });
    const key = await secret.locator('code').innerText();
    await expect.poll(() => accentActions(page)).toEqual(['설치 기사에게 보내기']);
    await page.getByRole('link', { name: '장치 목록' }).click();
    await page.getByRole('dialog', { name: '장치 키를 두고 나갈까요?' }).getByRole('button', { name: '취소' }).click();
    await thumb.tap(secret.getByRole('button', { name: '설치 기사에게 보내기' }));
    await expect(secret.getByText('모두 복사했습니다.', { exact: false })).toBeVisible();

    // The device sends its own names of values, and the page asks what they are.
    await send(url, key, { temp: 21.4, humi: 63 });
    await expect(page.getByRole('list', { name: '무엇인지 정할 값' }).getByRole('listitem')).toHaveCount(2);
    await expect.poll(() => accentActions(page)).toEqual([expect.stringMatching(/^(temp|humi) 정하기$/)]);
    await thumb.tap(page.getByRole('link', { name: 'temp 정하기' }).first());
    await expect(page.getByRole('heading', { level: 1, name: 'temp 21.4를 보냅니다. 무엇인가요?' })).toBeVisible();
    await expect(page.getByLabel('위치(동·구역)')).toHaveValue('1동');
    await thumb.tap(page.getByRole('button', { name: '등록', exact: true }));
    await expect(page.getByRole('log', { name: '도착한 값' })).toContainText('21.4');
    // The value is in the first screen, with no message over it.
    const first = page.getByRole('region', { name: '첫 값이 들어왔습니다' });
    await expect(first.getByText('21.4 ℃')).toBeInViewport();
    const [value, words] = await Promise.all([
      first.boundingBox(),
      page.getByRole('list', { name: '알림' }).getByRole('listitem').boundingBox(),
    ]);
    expect((words?.y ?? 0) >= (value?.y ?? 0) + (value?.height ?? 0)).toBe(true);
    test.info().annotations.push({ type: 'touches to the first value', description: String(thumb.taps()) });
    expect(thumb.taps(), 'touches from the sign-in page to the first value').toBeLessThanOrEqual(25);

    // The second value is also listed among what needs attention; the key is still on the device's page.
    await page.getByRole('link', { name: '한눈에 보기' }).first().click();
    await page.getByRole('link', { name: '1동 제어기가 humi 63을 보냅니다. 무엇인가요?' }).click();
    await expect(page.getByLabel('위치(동·구역)')).toHaveValue('1동');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await expect(page.getByRole('log', { name: '도착한 값' })).toContainText('63');
    await expect(secret).toBeVisible();
    await page.getByRole('link', { name: '한눈에 보기' }).first().click();
    await expect(tile(page, '온도')).toContainText('21.4');

    // The user answered the personal questions later.
    await to('/cms/my-page/edit-user-info');
    await page.getByLabel('전화번호').fill('010-1234-5678');
    await page.getByRole('form', { name: '내 정보' }).getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('저장했습니다.')).toBeVisible();

    // The farm is shared for reading.
    await to('/cms/farm/farm-manage');
    await page.getByRole('link', { name: /위미 농장/ }).click();
    await page.getByLabel('더할 사람').fill('family');
    await page.getByRole('button', { name: '추가' }).click();
    await page.getByRole('form', { name: '농장 정보' }).getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했습니다.').first()).toBeVisible();
    await signOut(page);

    await fillFirstSignIn(page, 'family', familysFirst, '가족이 함께 쓰는 긴 문장');
    await to('/cms/dashboard');
    await page.getByRole('button', { name: '취소' }).click();
    await expect(tile(page, '온도')).toContainText('21.4');
    await to('/cms/farm/farm-manage');
    await page.getByRole('link', { name: /위미 농장/ }).click();
    await expect(page.getByText('농장 정보는 농장주만 바꿀 수 있습니다.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: '저장' })).toHaveCount(0);
    await signOut(page);

    // The administrator reads the audit log.
    await fillSignIn(page, 'admin', ADMIN_PASSWORD);
    await to('/admin/audit');
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

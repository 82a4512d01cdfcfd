import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { draftKeptMessage } from '#contract/wire/write-text.ts';
import { expect, fillSignIn, signIn, signOut, test } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const toast = (page: Page, words: string) => page.getByRole('list', { name: '알림' }).getByText(words);
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

test.use({ viewportName: 'desktop' });

/** Sets the right of a role on a page, on the screen of an administrator. */
async function decide(page: Page, menuName: string, right: string): Promise<void> {
  await page.getByRole('searchbox').fill(menuName);
  await page.getByRole('button', { name: `${menuName} 고치기` }).click();
  const form = page.getByRole('form', { name: menuName });
  await form.getByRole('group', { name: '농장 사용자' }).getByRole('radio', { name: right, exact: true }).click();
  await form.getByRole('button', { name: '저장' }).click();
  await expect(toast(page, '저장했습니다.').last()).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page).not.toHaveURL(/search=/);
}

/** The lines of the exported file of a list. */
async function exported(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '내려받기' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n');
}

test('what a role may do in the menu is what it sees, and what the server does', async ({
  greenhouse,
  phone: { page },
}) => {
  const grower = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const addCrop = async () => {
    const crop = { farmIndex: greenhouse.farms.first, itemCode: 'CRO001', variety: '', house: '', areaM2: null };
    const rest = { treeCount: null, plantedOn: null, budBreakOn: null, cultivation: 'heated', status: 'growing' };
    const answer = await grower.call('/api/crops', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...crop, ...rest }),
    });
    return answer.status;
  };
  expect(await addCrop()).toBe(201);
  await signIn(page, greenhouse, { user: 'boss', at: '/admin/menus' });
  await decide(page, '작물 관리', '보기만');
  await decide(page, '센서 관리', '숨김');
  expect(await addCrop()).toBe(403);
  expect(await exported(page)).toContain('농장,작물 관리,/cms/farm/crop-manage,1,보고 고치기,보기만');

  await signOut(page);
  await page.goto(`${greenhouse.url}/cms/farm/crop-manage`);
  await fillSignIn(page, 'grower');
  await page.getByRole('link', { name: '한라봉' }).click();
  await expect(page.getByText('보기만 할 수 있는 권한입니다.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: '저장' })).toHaveCount(0);
  await page.goto(`${greenhouse.url}/cms/farm/crop-create`);
  await expect(page).toHaveURL(/\/404/);
  await page.goto(`${greenhouse.url}/cms/device/sensor-manage`);
  await expect(page).toHaveURL(/\/404/);
  await page.goto(`${greenhouse.url}/admin/users`);
  await expect(page).toHaveURL(/\/404/);
});

test('users are added, changed and taken out of use, but the last administrator stays', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse, { user: 'boss', at: '/admin/users' });
  await page.getByRole('button', { name: '사용자 등록' }).click();
  const adding = page.getByRole('form', { name: '사용자 등록' });
  await adding.getByLabel('아이디').fill('grower');
  await adding.getByLabel('이름').fill('두 번째 농부');
  await adding.getByRole('button', { name: '등록', exact: true }).click();
  await expect(adding.getByLabel('아이디')).toHaveAccessibleDescription(/이미 있는 아이디입니다/);
  await adding.getByLabel('아이디').fill('farmhand');
  await adding.getByRole('button', { name: '등록', exact: true }).click();
  const secret = page.getByRole('region', { name: 'farmhand 님의 임시 비밀번호' });
  const password = (await secret.locator('code').first().innerText()).trim();
  const farmhand = await signInByWire(greenhouse.url, 'farmhand', password);

  await expect(secret).toContainText('7일 안에');
  await expect(row(page, 'farmhand')).toContainText('임시 비밀번호');

  const edit = async (userId: string) => {
    await row(page, userId).getByRole('button', { name: '메뉴' }).click();
    await page.getByRole('menuitem', { name: '고치기' }).click();
  };
  await edit('boss');
  await page.getByRole('switch', { name: '사용 중지' }).check();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(
    page.getByText('마지막 관리자는 바꾸거나 사용을 중지할 수 없습니다.', { exact: false }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: '취소' }).click();
  await edit('farmhand');
  await page.getByRole('switch', { name: '사용 중지' }).check();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(row(page, 'farmhand')).toContainText('사용 중지');
  expect((await farmhand.call('/api/users/me')).status).toBe(401);

  await page.getByRole('searchbox').fill('farmhand');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/search=farmhand/);
});

test('what was typed and not saved is offered again in every form of the administration', async ({
  greenhouse,
  phone: { page },
}) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  async function offersAgain(address: string, label: string, open: () => Promise<void>) {
    await page.goto(`${greenhouse.url}${address}`);
    await open();
    await page.getByRole('textbox', { name: label }).fill('가나다라');
    await press('취소');
    await expect(toast(page, draftKeptMessage)).toBeVisible();
    await open();
    await press('이어서 쓰기');
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('가나다라');
  }
  await signIn(page, greenhouse, { user: 'boss', at: '/admin/users' });
  await offersAgain('/admin/users', '이름', () => press('사용자 등록'));
  await offersAgain('/admin/users', '이름', async () => {
    await row(page, 'grower').getByRole('button', { name: '메뉴' }).click();
    await page.getByRole('menuitem', { name: '고치기' }).click();
  });
  await offersAgain('/admin/item-codes', '품목 이름', () => press('품목 등록'));
  await offersAgain('/admin/menus', '메뉴 이름', () => press('작물 관리 고치기'));
});

test('items come and go, the audit log tells who did it, and weather services tell how they stand', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse, { user: 'boss', at: '/admin/item-codes' });
  await page.getByRole('button', { name: '품목 등록' }).click();
  const form = page.getByRole('form', { name: '품목 등록' });
  await form.getByLabel('품목 이름').fill('한라봉');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(form.getByLabel('품목 이름')).toHaveAccessibleDescription(/이미 있는 이름입니다/);
  await form.getByLabel('품목 이름').fill('제주 댕유지');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(toast(page, '등록했습니다.')).toBeVisible();
  await page.getByRole('searchbox').fill('댕유지');
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, '제주 댕유지').getByRole('button', { name: '메뉴' }).click();
  await page.getByRole('menuitem', { name: '그만 쓰기' }).click();
  await expect(row(page, '제주 댕유지')).toContainText('쓰지 않음');

  const boss = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  for (const itemsName of ['하귤', '당유자', '진귤', '병귤']) {
    await boss.call('/api/admin/item-codes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ itemsName, position: 90, isRetired: false }),
    });
  }
  await page.goto(`${greenhouse.url}/admin/audit`);
  const log = page.getByRole('table', { name: '변경 기록 목록' });
  await expect(log.getByRole('row')).toHaveCount(7);
  await page.getByLabel('한 일').click();
  await page.getByRole('option', { name: '품목 코드 변경' }).click();
  await expect(page).toHaveURL(/action=code.update/);
  await expect(log.getByRole('row')).toHaveCount(2);
  await expect(log).toContainText(/boss.*품목 코드 변경.*제주 댕유지.*아니요 → 예/s);
  const lines = await exported(page);
  expect(lines[0]).toMatch(/^\uFEFF때,아이디,/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/,boss,boss,품목 코드 변경,제주 댕유지,/);
  await page.getByLabel('마지막 날').fill('2020-01-01');
  await expect(page.getByRole('heading', { name: '조건에 맞는 기록이 없습니다' })).toBeVisible();

  // The state of the weather services, and what to configure without a key.
  await page.goto(`${greenhouse.url}/admin/weather-services`);
  const service = (name: string) => page.getByRole('region', { name });
  for (const name of ['기상청 동네예보', '기상청 관측 (허브)', '기상청 시간 자료 (ASOS)']) {
    await expect(service(name)).toContainText('키 없음');
  }
  await expect(service('기상청 관측 (허브)')).toContainText('KMA_HUB_KEY');
});

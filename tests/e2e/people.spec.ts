import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, fillFirstSignIn, fillSignIn, signIn, signOut, test } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const MY_PAGE = '/cms/my-page/edit-user-info';
const NEW_PASSWORD = '한라봉은 겨울에 단맛이 든다';

const toast = (page: Page, words: string | RegExp) => page.getByRole('list', { name: '알림' }).getByText(words);
const asJson = (body: unknown) => ({
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
});

/** Two things on the screen do not lie over each other. */
async function expectApart(one: Locator, other: Locator) {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('one of them is not on the screen');
  expect(a.y >= b.y + b.height || a.y + a.height <= b.y).toBe(true);
}

test('somebody new is asked, left in peace after a no, and told what is missing where it is missing', async ({
  greenhouse,
  phone: { page },
}) => {
  const boss = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  const fields = { userId: 'haenyeo', name: '고해녀', authority: 'ROLE_USER' };
  const made = await boss.call('/api/admin/users', { method: 'POST', ...asJson(fields) });
  const { data } = await made.json();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  // Whatever page was requested, the one-time password has to be changed first.
  await fillSignIn(page, 'haenyeo', data.oneTimePassword);
  await expect(page.getByRole('heading', { level: 1, name: '새 비밀번호를 정해 주세요' })).toBeVisible();
  await page.goto(greenhouse.url + MY_PAGE);
  await expect(page).toHaveURL(/\/change-password/);
  await page.getByRole('button', { name: '로그아웃' }).click();
  await page.waitForURL((at) => at.pathname === '/login');
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await fillFirstSignIn(page, 'haenyeo', data.oneTimePassword, NEW_PASSWORD);
  await expect(toast(page, '비밀번호를 바꾸었습니다.')).toBeVisible();
  const prompt = page.getByRole('dialog', { name: '추가 정보를 입력해 주세요' });
  await prompt.getByRole('button', { name: '취소' }).click();
  // It stays closed, because the menu has a way to it, too.
  await page.reload();
  await page.getByRole('button', { name: '메뉴', exact: true }).click();
  await expect(prompt).toHaveCount(0);
  await page.getByRole('button', { name: '내 정보' }).click();
  await page.getByRole('link', { name: '내 정보' }).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === MY_PAGE);
  await expect(page.getByText('처음 오셨습니다.', { exact: false })).toBeVisible();
  const form = page.getByRole('form', { name: '내 정보' });
  // So low that the message would lie over the button.
  await page.setViewportSize({ width: 360, height: 640 });
  await form.getByLabel('전화번호').fill('1234');
  await form.getByLabel('이메일').fill('haenyeo@');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('heading', { name: '2곳을 고쳐 주세요' })).toBeVisible();
  await form.getByLabel('전화번호').fill('010-1234-5678');
  await form.getByLabel('이메일').fill('haenyeo@example.com');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(toast(page, '저장했습니다.')).toBeVisible();
  await expect(page.getByText('처음 오셨습니다.', { exact: false })).toHaveCount(0);
  // The message covers neither the button that was pressed nor the field to which a phone's keyboard goes on, and
  // there is a way on.
  const email = form.getByLabel('이메일');
  await expectApart(toast(page, '저장했습니다.'), form.getByRole('button', { name: '저장' }));
  await toast(page, '저장했습니다.').evaluate(
    (words, field) => {
      if (!(field instanceof HTMLElement)) return;
      scrollBy(0, field.getBoundingClientRect().top - words.getBoundingClientRect().top);
      field.focus({ preventScroll: true });
    },
    await email.elementHandle(),
  );
  await expectApart(toast(page, '저장했습니다.'), email);
  await form.getByRole('link', { name: '처음 화면' }).click();
  await page.waitForURL(({ pathname }) => pathname !== MY_PAGE);

  // It does not appear in another tab, or after signing in again.
  await signOut(page);
  await fillSignIn(page, 'haenyeo', NEW_PASSWORD);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(prompt).toHaveCount(0);
});

test('signing out names what was typed in all tabs, and keeps it for the same user', async ({ greenhouse, phone }) => {
  const { page, context } = phone;
  await signIn(page, greenhouse, { at: '/cms/farm/farm-create' });
  await page.getByLabel('농장 이름').fill('남원 새 농장');
  const other = await context.newPage();
  await other.goto(`${greenhouse.url}${MY_PAGE}`);
  await other.getByRole('form', { name: '내 정보' }).getByLabel('전화번호').fill('010-1234-5678');
  await other.getByRole('link', { name: '온실 처음 화면' }).click();
  await expect(toast(other, '쓰던 내용은 이 기기에 보관했습니다.')).toBeVisible();
  await other.getByRole('button', { name: '메뉴', exact: true }).click();
  await other.getByRole('button', { name: '로그아웃' }).click();
  const question = other.getByRole('dialog', { name: '저장하지 않은 내용이 2건 있습니다' });
  await expect(question).toContainText('쓰던 것: 농장, 내 정보');
  await question.getByRole('button', { name: '보관하고 로그아웃' }).click();
  await other.waitForURL((at) => at.pathname === '/login');

  await other.goto(`${greenhouse.url}/cms/farm/farm-create`);
  await fillSignIn(other, 'grower');
  await other.getByRole('button', { name: '이어서 쓰기' }).click();
  await expect(other.getByLabel('농장 이름')).toHaveValue('남원 새 농장');
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('a lost phone is signed out, and the old password opens nothing any more', async ({
    greenhouse,
    phone: { page },
  }) => {
    await signIn(page, greenhouse, { at: MY_PAGE });
    const [lost, other] = [
      await signInByWire(greenhouse.url, 'grower', PASSWORD),
      await signInByWire(greenhouse.url, 'grower', PASSWORD),
    ];
    await page.reload();
    const sessions = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /로그인 끊기/ }) });
    await expect(page.getByText('이 기기')).toHaveCount(1);
    await expect(sessions).toHaveCount(2);
    await sessions.first().getByRole('button').click();
    await expect(sessions).toHaveCount(1);
    const statuses = async () =>
      (await Promise.all([lost, other].map(({ call }) => call('/api/users/me')))).map(({ status }) => status);
    expect((await statuses()).sort()).toEqual([200, 401]);

    await page.getByText('비밀번호 바꾸기').first().click();
    const form = page.getByRole('form', { name: '비밀번호 바꾸기' });
    await form.getByLabel('지금 비밀번호').fill('not what it is');
    await form.getByLabel('새 비밀번호').fill('grower12345');
    await form.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await expect(form.getByLabel('새 비밀번호')).toHaveAccessibleDescription(/아이디나 이름/);
    await form.getByLabel('새 비밀번호').fill(NEW_PASSWORD);
    await form.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await expect(form.getByLabel('지금 비밀번호')).toHaveAccessibleDescription('지금 비밀번호가 다릅니다.');
    await form.getByLabel('지금 비밀번호').fill(PASSWORD);
    await form.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await expect(toast(page, /다른 기기 1곳의 로그인을 끊었습니다/)).toBeVisible();
    expect(await statuses()).toEqual([401, 401]);
    await expect(sessions).toHaveCount(0);
    await expect(form.getByLabel('새 비밀번호')).toHaveValue('');

    await expect(signInByWire(greenhouse.url, 'grower', PASSWORD)).rejects.toThrow(/401/);
    await signInByWire(greenhouse.url, 'grower', NEW_PASSWORD);
  });

  test('what is changed in two windows is settled', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse, { at: MY_PAGE });
    const form = page.getByRole('form', { name: '내 정보' });
    await form.getByLabel('전화번호').fill('010-1111-2222');
    const elsewhere = await signInByWire(greenhouse.url, 'grower', PASSWORD);
    const base = { name: 'grower', phone: '', email: '' };
    const fields = { name: '김농부', phone: '010-3333-4444', email: '' };
    await elsewhere.call('/api/users/me', { method: 'PUT', ...asJson({ ...fields, base }) });
    await form.getByRole('button', { name: '저장' }).click();
    const panel = page.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
    await expect(panel.getByRole('rowheader')).toHaveText(['전화번호']);
    await panel.getByRole('radio', { name: '전화번호, 내가 바꾼 값' }).check();
    await panel.getByRole('button', { name: '이대로 저장' }).click();
    await expect(toast(page, '저장했습니다.')).toBeVisible();
    const kept = await (await elsewhere.call('/api/users/me')).json();
    expect(kept).toMatchObject({ name: '김농부', phone: '010-1111-2222' });
    await expect(form.getByLabel('이름')).toHaveValue('김농부');

    // The saved values are the base of the next edit, so there is no conflict.
    await form.getByLabel('전화번호').fill('010-5555-6666');
    await form.getByRole('button', { name: '저장' }).click();
    await expect(toast(page, '저장했습니다.')).toHaveCount(2);
    expect(await (await elsewhere.call('/api/users/me')).json()).toMatchObject({ phone: '010-5555-6666' });
  });
});

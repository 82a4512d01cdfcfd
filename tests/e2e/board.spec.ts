import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { EVERYBODY } from '#contract/wire/endpoint.ts';
import { draftKeptMessage, keptMessages } from '#contract/wire/write-text.ts';
import { deviceContents } from '../support/browser/device-contents.ts';
import { expect, readyForOffline, signIn, test, tile } from '../support/browser/fixtures.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

/** Creates a post with one comment, of the grower unless somebody else is named; returns where the API and the app have it. */
async function aPostWithComment({ url }: Greenhouse, author = 'grower', kind: object = { kind: 'post' }) {
  const { call } = await signInByWire(url, author, PASSWORD);
  const create = async (at: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return (await call(at, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const made = await create(`/api/farms/${EVERYBODY}/posts`, { ...kind, title: '물탱크', text: '샙니다.' });
  const at = `/api/farms/${EVERYBODY}/posts/${made.data.id}`;
  await create(`${at}/comments`, { text: '내일 봅니다.' });
  return { at, page: `${url}/cms/board/board-edit/${EVERYBODY}/${made.data.id}` };
}

/** Opens it on a phone that then has no server. */
async function openWithoutServer(page: Page, greenhouse: Greenhouse, post: { at: string; page: string }) {
  await signIn(page, greenhouse);
  await page.goto(post.page);
  await expect(page.getByRole('heading', { level: 1, name: '물탱크' })).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: [post.at] });
  await greenhouse.kill();
}

/** Starts the server again, and expects the post there, and one change of it in the log. */
async function expectSent(
  greenhouse: Greenhouse,
  at: string,
  { action, post }: { action: string; post: Record<string, unknown> },
) {
  await greenhouse.start();
  const { call } = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  await expect.poll(async () => (await call(at)).json(), { timeout: 60_000 }).toMatchObject(post);
  const { total } = await (await call(`/api/admin/audit?action=${action}`)).json();
  expect(total).toBe(1);
}

test('a comment is edited without a server, shown as edited, edited again from what waits, and sent once', async ({
  greenhouse,
  phone: { page },
}) => {
  const post = await aPostWithComment(greenhouse);
  await openWithoutServer(page, greenhouse, post);
  const comments = page.getByRole('list', { name: '댓글', exact: true });
  const form = page.getByRole('form', { name: '댓글 고치기' });
  await page.getByRole('button', { name: '댓글 고치기' }).click();
  await form.getByRole('textbox', { name: '댓글' }).fill('모레 봅니다.');
  // What was typed and not saved is offered again.
  await form.getByRole('button', { name: '취소' }).click();
  await expect(page.getByText(draftKeptMessage)).toBeVisible();
  await page.getByRole('button', { name: '댓글 고치기' }).click();
  await page.getByRole('button', { name: '이어서 쓰기' }).click();
  await expect(form.getByRole('textbox', { name: '댓글' })).toHaveValue('모레 봅니다.');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(comments).toContainText(/기기에 저장됨.*모레 봅니다\./);

  await page.goto(`${greenhouse.url}/cms/outbox`);
  await page.getByRole('button', { name: '댓글 저장 고치기' }).click();
  await expect(form.getByRole('textbox', { name: '댓글' })).toHaveValue('모레 봅니다.');
  await expect(page.getByRole('button', { name: '이어서 쓰기' })).toHaveCount(0);
  await form.getByRole('textbox', { name: '댓글' }).fill('모레 아침에 봅니다.');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(form).toHaveCount(0);
  await expect(comments).toContainText(/기기에 저장됨.*모레 아침에 봅니다\./);

  await expectSent(greenhouse, post.at, {
    action: 'comment.update',
    post: { comments: [{ text: '모레 아침에 봅니다.' }] },
  });
  await expect(comments).not.toContainText('기기에 저장됨');
});

test('an edit that is offered an earlier draft is left by its button, and the draft is offered again', async ({
  greenhouse,
  phone: { page },
}) => {
  const post = await aPostWithComment(greenhouse);
  await signIn(page, greenhouse);
  await page.goto(post.page);
  const form = page.getByRole('form', { name: '댓글 고치기' });
  const open = page.getByRole('button', { name: '댓글 고치기' });
  const offer = form.getByRole('button', { name: '이어서 쓰기' });
  await open.click();
  await form.getByRole('textbox').fill('모레 봅니다.');
  await form.getByRole('button', { name: '취소' }).click();
  await open.click();
  await expect(offer).toBeVisible();
  await expect(form.getByRole('button', { name: '저장', exact: true })).toBeDisabled();
  await form.getByRole('button', { name: '취소' }).click();
  await expect(form).toBeHidden();
  await open.click();
  await offer.click();
  await expect(form.getByRole('textbox')).toHaveValue('모레 봅니다.');
  await form.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('list', { name: '댓글', exact: true })).toContainText('모레 봅니다.');
});

test('an edit of a post that waits is opened on its page from what waits, and sent once', async ({
  greenhouse,
  phone: { page },
}) => {
  const post = await aPostWithComment(greenhouse);
  await openWithoutServer(page, greenhouse, post);
  const form = page.getByRole('form', { name: '글 고치기' });
  await page.getByRole('button', { name: '고치기', exact: true }).click();
  await form.getByLabel('제목').fill('물탱크 누수');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('region', { name: '보내지 않은 수정' })).toContainText('물탱크 누수');

  await page.goto(`${greenhouse.url}/cms/outbox`);
  await page.getByRole('button', { name: '글 저장 고치기' }).click();
  await expect(form.getByLabel('제목')).toHaveValue('물탱크 누수');
  await form.getByLabel('제목').fill('물탱크 누수 수리');
  await form.getByRole('button', { name: '저장' }).click();
  await expect(form).toHaveCount(0);

  await expectSent(greenhouse, post.at, {
    action: 'board.update',
    post: { title: '물탱크 누수 수리', text: '샙니다.' },
  });
});

test('a post that waits has its page, is commented there, and both are sent in order', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await page.goto(`${greenhouse.url}/cms/board/board-manage`);
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/manage/posts'] });
  await page.goto(`${greenhouse.url}/cms/board/board-create`);
  await expect(page.getByLabel('제목')).toBeVisible();
  await greenhouse.kill();
  await page.getByLabel('제목').fill('방풍망 수리');
  await page.getByRole('textbox', { name: '내용' }).fill('북쪽 끝이 찢어졌습니다.');
  await page.getByRole('button', { name: '올리기' }).click();
  await expect(page.getByText(keptMessages.kept, { exact: false }).first()).toBeVisible();
  await page.getByRole('list', { name: '보내지 않은 글' }).getByRole('link', { name: '방풍망 수리' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '방풍망 수리' })).toBeVisible();
  await expect(page.getByRole('region', { name: '글', exact: true })).toContainText('북쪽 끝이 찢어졌습니다.');
  await expect(page.getByText('기기에 저장됨').first()).toBeVisible();
  await page.getByRole('textbox', { name: '댓글' }).fill('내일 자재를 가져옵니다.');
  await page.getByRole('button', { name: '댓글 올리기' }).click();
  const comments = page.getByRole('list', { name: '보내지 않은 댓글' });
  await expect(comments).toContainText('내일 자재를 가져옵니다.');

  await greenhouse.start();
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const post = async () => {
    const [row] = (await (await call('/api/manage/posts')).json()).rows;
    return row && (await call(`/api/farms/${EVERYBODY}/posts/${row.id}`)).json();
  };
  await expect
    .poll(post, { timeout: 60_000 })
    .toMatchObject({ title: '방풍망 수리', comments: [{ text: '내일 자재를 가져옵니다.' }] });
  // The page that was open shows what the server has.
  await expect(page.getByRole('list', { name: '댓글', exact: true })).toContainText('내일 자재를 가져옵니다.');
  await expect(comments).toHaveCount(0);
});

/** How many marks of what was read wait on the device. */
async function marksOn(page: Page): Promise<number> {
  const { databases } = await deviceContents(page);
  const outbox = Object.entries(databases).flatMap(([name, rows]) => (name.startsWith('onsil-outbox-') ? [rows] : []));
  return outbox.join().split('"endpoint":"PUT /api/farms/{farmIndex}/posts/{id}/seen"').length - 1;
}

test('what was opened without a server is new nowhere on the device, and is marked once', async ({
  greenhouse,
  phone: { page },
}) => {
  const notice = { kind: 'notice', isPinned: true };
  const post = await aPostWithComment(greenhouse, 'boss', notice);
  const line = page.getByRole('list', { name: '새 공지' });
  const link = page.getByRole('link', { name: '물탱크' });
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(line).toContainText('물탱크');
  await page.goto(`${greenhouse.url}/cms/board/board-manage`);
  await expect(page.getByText('새 글')).toBeVisible();
  // The page of a link that is pointed at is read before it is opened.
  await link.hover();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/manage/posts', '/api/notices', post.at] });
  await greenhouse.kill();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: '물탱크' })).toBeVisible();
  await expect.poll(() => marksOn(page)).toBe(1);

  await page.goto(`${greenhouse.url}/cms/board/board-manage`);
  await expect(link).toBeVisible();
  await expect(page.getByText('새 글')).toHaveCount(0);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: '물탱크' })).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toBeVisible();
  await expect(line).toHaveCount(0);
  expect(await marksOn(page)).toBe(1);

  await greenhouse.start();
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const notices = async () => (await call('/api/notices')).json();
  await expect.poll(notices, { timeout: 60_000 }).toMatchObject([{ title: '물탱크', isUnread: false }]);
});

test('a comment and a post are deleted without a server, say so, and are gone once it answers', async ({
  greenhouse,
  phone: { page },
}) => {
  const post = await aPostWithComment(greenhouse);
  await signIn(page, greenhouse, { at: '/cms/board/board-manage' });
  const row = page.getByRole('listitem').filter({ hasText: '물탱크' });
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: '물탱크' })).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: [post.at, '/api/manage/posts'] });
  await greenhouse.kill();
  const confirm = page.getByRole('dialog').getByRole('button', { name: '삭제' });
  await page.getByRole('button', { name: '댓글 삭제' }).click();
  await confirm.click();
  const comments = page.getByRole('list', { name: '댓글', exact: true });
  await expect(comments.getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await expect(page.getByRole('button', { name: /^댓글 (고치기|삭제)$/ })).toHaveCount(0);
  await page.getByRole('button', { name: '고치기', exact: true }).click();
  await page.getByRole('button', { name: '글 삭제' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('물탱크');
  await confirm.click();
  await expect(row.getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await page.goto(post.page);
  await expect(page.getByText('이 기기에서 삭제한 글입니다.')).toBeVisible();
  await expect(page.getByRole('button', { name: '고치기', exact: true })).toHaveCount(0);
  await expect(page.getByRole('form')).toHaveCount(0);
  await page.goto(`${greenhouse.url}/cms/board/board-manage`);
  await expect(row.getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await greenhouse.start();
  await expect(row).toHaveCount(0, { timeout: 60_000 });
  const { call } = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  expect((await call(post.at)).status).toBe(404);
});

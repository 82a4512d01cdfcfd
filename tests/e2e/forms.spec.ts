import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { holdDrafts, writesOf } from '../support/browser/device-contents.ts';
import { expect, readyForOffline, signIn, test, viewports } from '../support/browser/fixtures.ts';
import { aPhonePhoto } from '../support/examples/pictures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

/** Pages with a form, and a heading or label that stands in its second column. */
const forms = [
  ['/cms/device/inspection-create', '점검 항목'],
  ['/cms/board/board-create', '사진'],
  ['/cms/farm/crop-create', '규모'],
  ['/cms/farm/farm-create', '공동 사용자'],
  ['/cms/device/device-create', '더 정하기'],
  ['/cms/device/sensor-create', '어떻게 받는지'],
  ['/cms/my-page/edit-user-info', '로그인한 기기'],
] as const;

const xOf = async (page: Page, words: string) =>
  (await page.getByRole('main').getByText(words, { exact: true }).first().boundingBox())?.x ?? 0;

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('forms use both halves of the screen, and one column on a tablet', async ({ greenhouse, phone: { page } }) => {
    await signIn(page, greenhouse);
    for (const [path, words] of forms) {
      await page.setViewportSize(viewports.desktop);
      await page.goto(greenhouse.url + path);
      await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible();
      expect(await xOf(page, words), path).toBeGreaterThan(viewports.desktop.width / 2);
      await page.setViewportSize(viewports.tablet);
      await expect.poll(() => xOf(page, words), path).toBeLessThan(100);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBe(0);
    }
  });
});

test('whoever may only look at a farm gets no form for it, by its address either', async ({
  greenhouse,
  phone: { page },
}) => {
  const { first } = greenhouse.farms;
  const grower = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await grower.call(path, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const base = { farmName: '위미 농장', address: '제주시', latitude: null, longitude: null, areaM2: null, coUsers: [] };
  await send('PUT', `/api/farms/${first}`, { ...base, coUsers: [{ userId: 'newcomer', right: 'read' }], base });
  const post = { kind: 'post', title: '물 끊는 날', text: '언제가 좋을까요' };
  const { data } = await send('POST', `/api/farms/${first}/posts`, post);
  await signIn(page, greenhouse, { user: 'newcomer' });
  for (const path of [
    '/cms/growth/growing-create',
    '/cms/growth/growing-create?mode=row',
    '/cms/device/inspection-create',
    '/cms/device/device-create',
    '/cms/device/sensor-create',
  ]) {
    await page.goto(greenhouse.url + path);
    await expect(page.getByText('이 농장은 볼 수만 있습니다'), path).toBeVisible();
    await expect(page.getByRole('main').getByRole('button'), path).toHaveCount(0);
  }
  await page.goto(`${greenhouse.url}/cms/board/board-edit/${first}/${data.id}`);
  await expect(page.getByText('보기만 할 수 있는 권한이라 댓글을 쓸 수 없습니다.')).toBeVisible();
  await expect(page.getByLabel('댓글', { exact: true }).getByRole('textbox')).toHaveCount(0);
});

test('a photo that is still being made small when its page is left is in the draft', async ({
  greenhouse,
  phone: { page },
}) => {
  await page.addInitScript(() => {
    const read = createImageBitmap;
    // A slow phone: no picture is read before the test says so.
    const isReady = new Promise((resolve) => addEventListener('read-pictures', resolve));
    const slow = (file: Blob, options?: ImageBitmapOptions) => isReady.then(() => read(file, options));
    Object.assign(globalThis, { createImageBitmap: slow });
  });
  await signIn(page, greenhouse);
  await page.goto(`${greenhouse.url}/cms/board/board-manage`);
  await page.getByRole('link', { name: '글쓰기' }).first().click();
  const photos = page.getByRole('list', { name: '사진' });
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPhonePhoto()) };
  await page.locator('input[type=file]:not([capture])').setInputFiles(photo);
  const isPreparing = () => expect(photos.getByLabel('사진 준비 중')).toBeVisible();
  const leave = async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: '게시판' })).toBeVisible();
  };
  await isPreparing();
  await leave();
  await page.goForward();
  await isPreparing();
  await leave();
  await page.evaluate(() => dispatchEvent(new Event('read-pictures')));
  await expect(page.getByText('쓰던 내용은 이 기기에 보관했습니다.')).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: '이어서 쓰기' }).click();
  await expect(photos.getByRole('img')).toHaveCount(1);
});

test('what waits is not typed over before a slow device has answered with it', async ({ greenhouse, phone }) => {
  const { page, context } = phone;
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await page.goto(`${greenhouse.url}/cms/device/inspection-create`);
  const title = page.getByLabel('제목');
  await expect(title).toBeEnabled();
  await greenhouse.kill();
  await title.fill('관수 밸브가 샘');
  const send = page.getByRole('button', { name: '등록', exact: true });
  await send.click();
  await expect(page.getByRole('heading', { name: '관수 밸브가 샘' })).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await page.getByRole('button', { name: '점검 등록 고치기' }).click();
  await expect(title).toHaveValue('관수 밸브가 샘');
  const address = page.url();
  // Whoever leaves the form at once is offered what waits when it is opened again.
  await page.getByRole('link', { name: /보낼 것 1/ }).click();
  await expect(page.getByText('쓰던 내용은 이 기기에 보관했습니다.')).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${greenhouse.url}/cms/outbox`);
  const release = await holdDrafts(other, 'grower');
  await page.goto(address);
  await expect(title).toBeDisabled();
  await expect(send).toBeDisabled();
  await release();
  await page.getByRole('button', { name: '이어서 쓰기' }).click();
  await expect(title).toHaveValue('관수 밸브가 샘');
  await title.fill('관수 밸브가 샘, 2동');
  await send.click();
  await expect(page.getByRole('heading', { name: '관수 밸브가 샘, 2동' })).toBeVisible();
  const { waiting } = await writesOf(page, 'grower');
  expect(waiting.map(({ body }) => JSON.parse(String(body)).title)).toEqual(['관수 밸브가 샘, 2동']);
});

test('what an earlier visit left is not typed over before it is taken or dropped', async ({
  greenhouse,
  phone: { page },
}) => {
  await signIn(page, greenhouse);
  await page.goto(`${greenhouse.url}/cms/board/board-create`);
  const title = page.getByLabel('제목');
  const picture = page.getByRole('list', { name: '사진' }).getByRole('img');
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPhonePhoto()) };
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(photo);
  await expect(picture).toHaveCount(1);
  await title.fill('물 끊는 날');
  await expect.poll(async () => (await writesOf(page, 'grower')).drafts.length).toBe(2);

  await page.goto(`${greenhouse.url}/cms/board/board-create`);
  const offer = page.getByText('저장하지 않은 내용이 있습니다', { exact: false });
  await expect(offer).toBeVisible();
  await expect(title).toBeDisabled();
  await page.getByRole('button', { name: '이어서 쓰기' }).click();
  await expect(title).toHaveValue('물 끊는 날');
  await expect(title).toBeEnabled();
  await expect(picture).toHaveCount(1);

  await page.goto(`${greenhouse.url}/cms/board/board-create`);
  await page.getByRole('button', { name: '버리기' }).click();
  await expect(offer).toHaveCount(0);
  await title.fill('다른 글');
  await expect(picture).toHaveCount(0);
});

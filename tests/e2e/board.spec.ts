import { EVERYBODY } from '#contract/wire/endpoint.ts';
import { keptMessages } from '#contract/wire/write-text.ts';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

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

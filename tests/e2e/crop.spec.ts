import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Crop, CropFields } from '#contract/crop/crop.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { keptMessages } from '#contract/wire/write-text.ts';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { chooseItem } from '../support/browser/write-crop.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const LIST = '/cms/farm/crop-manage';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const toast = (page: Page, words: string) => page.getByRole('list', { name: '알림' }).getByText(words);
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

/** The same grower on another device. */
async function another(url: string) {
  const person = await signInByWire(url, 'grower', PASSWORD);
  const send = async (method: string, path: string, body: unknown = {}): Promise<Crop> => {
    const answer = await person.call(path, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return (await answer.json()).data;
  };
  return {
    add: (fields: CropFields) => send('POST', '/api/crops', fields),
    change: ({ id, itemsName: _, farmName: __, ...base }: Crop, mine: Partial<CropFields>) =>
      send('PUT', `/api/crops/${id}`, { ...base, ...mine, base }),
    remove: ({ id }: Crop) => send('DELETE', `/api/crops/${id}`),
  };
}

const aCrop = (farmIndex: number): CropFields => ({
  farmIndex,
  itemCode: 'CRO001',
  variety: '',
  house: '1동',
  areaM2: 1650,
  treeCount: 120,
  plantedOn: null,
  budBreakOn: null,
  cultivation: 'unheated',
  status: 'growing',
});

test('a first crop is noted on a phone and counts its days from bud break', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: LIST });
  await expect(page.getByRole('heading', { name: '아직 작물이 없습니다' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '작물 등록' }).first().click();
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1곳을 고쳐 주세요' })).toBeVisible();

  await chooseItem(page);
  await page.getByLabel('동·밭').fill('2동');
  await page.getByLabel('이번 철 발아일').fill('2011-03-02');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  // After a refusal all input is still there.
  await expect(page.getByRole('heading', { name: '1곳을 고쳐 주세요' })).toBeVisible();
  await expect(page.getByLabel('동·밭')).toHaveValue('2동');
  await page.getByLabel('이번 철 발아일').fill(seoulDate(Date.now() - 40 * DAY_MS));
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(toast(page, '등록했습니다.')).toBeVisible();
  await expect(page.getByRole('list', { name: '작물 목록' })).toContainText('40일 전');

  await page.getByRole('link', { name: /한라봉/ }).click();
  await expect(heading(page, '한라봉')).toBeVisible();
  await expect(page.getByLabel('동·밭')).toHaveValue('2동');
  // The message about the previous save must not cover the button for the next one.
  const [notice, button] = await Promise.all([
    page.getByRole('list', { name: '알림' }).boundingBox(),
    page.getByRole('button', { name: '저장', exact: true }).boundingBox(),
  ]);
  if (!notice || !button) throw new Error('the button or the place of notices is not there');
  expect(notice.y + notice.height).toBeLessThanOrEqual(button.y);

  await page.getByLabel('동·밭').fill('3동');
  await page.getByRole('link', { name: '작물 목록' }).click();
  await expect(toast(page, '쓰던 내용은 이 기기에 보관했습니다.')).toBeVisible();
  await page.getByRole('link', { name: /한라봉/ }).click();
  await page.getByRole('button', { name: '이어서 쓰기' }).click();
  await expect(page.getByLabel('동·밭')).toHaveValue('3동');
  // After undoing the input there is nothing to keep.
  await page.getByLabel('동·밭').fill('2동');
  await page.getByRole('link', { name: '작물 목록' }).click();
  await page.getByRole('link', { name: /한라봉/ }).click();
  await expect(page.getByLabel('동·밭')).toHaveValue('2동');
  await expect(page.getByRole('button', { name: '이어서 쓰기' })).toHaveCount(0);
});

test('what was written about a crop that somebody else deleted meanwhile becomes a new one', async ({
  greenhouse,
  phone: { page },
}) => {
  const other = await another(greenhouse.url);
  const crop = await other.add(aCrop(greenhouse.farms.first));
  await signIn(page, greenhouse, { at: `/cms/farm/crop-edit/${crop.id}` });
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await page.getByLabel('품종').fill('조생');
  await greenhouse.kill();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(toast(page, keptMessages.kept)).toBeVisible();
  // An open page could send it before the crop is deleted.
  await page.goto('about:blank');
  await greenhouse.start();
  await other.remove(crop);
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await page.getByRole('button', { name: '작물 저장 새로 만들기' }).click({ timeout: 30_000 });
  await expect(heading(page, '작물 등록')).toBeVisible();
  await expect(page.getByLabel('품종')).toHaveValue('조생');
  await expect(page.getByLabel('동·밭')).toHaveValue('1동');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('list', { name: '작물 목록' })).toContainText('조생');
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await expect(page.getByText('모두 보냈습니다')).toBeVisible();
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('two who change one crop settle it, then it goes by its name and comes from a file', async ({
    greenhouse,
    phone,
  }) => {
    const { page } = phone;
    // The page of a deleted crop.
    phone.tolerate(/ApiError/);
    const other = await another(greenhouse.url);
    const crop = await other.add(aCrop(greenhouse.farms.first));
    await signIn(page, greenhouse, { at: `/cms/farm/crop-edit/${crop.id}` });
    await page.getByLabel('나무 수').fill('118');
    await page.getByLabel('품종').fill('조생');
    await other.change(crop, { treeCount: 110, areaM2: 1700 });
    await page.getByRole('button', { name: '저장', exact: true }).click();
    const panel = page.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
    await expect(panel.getByRole('rowheader')).toHaveText(['나무 수']);
    await panel.getByRole('radio', { name: '나무 수, 내가 바꾼 값' }).check();
    await panel.getByRole('button', { name: '이대로 저장' }).click();
    await expect(toast(page, '저장했습니다.')).toBeVisible();
    await expect(row(page, crop.itemsName)).toContainText(/조생.*1,700 ㎡.*118그루/);

    await page.getByRole('button', { name: `${crop.itemsName} 1동 메뉴` }).click();
    await page.getByRole('menuitem', { name: '삭제' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('감');
    await dialog.getByRole('button', { name: '삭제' }).click();
    await expect(dialog.getByText('위에 보이는 그대로')).toBeVisible();
    await dialog.getByRole('textbox').fill(crop.itemsName);
    await dialog.getByRole('button', { name: '삭제' }).click();
    await expect(page.getByRole('heading', { name: '아직 작물이 없습니다' })).toBeVisible();
    await page.goto(`${greenhouse.url}/cms/farm/crop-edit/${crop.id}`);
    await expect(heading(page, '찾을 수 없습니다')).toBeVisible();

    await page.goto(greenhouse.url + LIST);
    await page.getByRole('button', { name: '가져오기' }).click();
    const lines = [
      '농장,품목,동·밭,나무 수',
      '위미 농장,레드향,3동,"1,200"',
      '남의 농장,레드향,1동,5',
      '위미 농장,바나나,1동,5',
    ];
    const file = { name: '작물.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
    await dialog.getByLabel('파일 고르기').setInputFiles(file);
    await dialog.getByRole('button', { name: '1줄 가져오기' }).click();
    await dialog.getByRole('button', { name: '목록 보기' }).click();
    await expect(row(page, '레드향')).toContainText('1,200그루');
    await expect(page.getByRole('row')).toHaveCount(2);
  });
});

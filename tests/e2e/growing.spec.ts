import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { keptMessages } from '#contract/wire/write-text.ts';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { aPhonePhoto } from '../support/examples/pictures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const LIST = '/cms/growth/growing-manage';

/** The same grower on another device, with a crop in the first house. */
async function aGrower(url: string, farmIndex: number) {
  const person = await signInByWire(url, 'grower', PASSWORD);
  const send = async (method: string, path: string, body?: object) => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await person.call(path, { method, ...(body && json) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return answer.json();
  };
  const crop = { farmIndex, itemCode: 'CRO001', house: '1동', cultivation: 'unheated' };
  const budBreakOn = seoulDate(Date.now() - 200 * DAY_MS);
  const { data } = await send('POST', '/api/crops', { ...crop, budBreakOn });
  const observe = (more: object) =>
    send('POST', '/api/growing', { id: randomUUID(), farmIndex, cropId: data.id, house: '1동', ...more });
  const rows = async (): Promise<{ tree: string; fruitMm: number }[]> =>
    (await send('GET', `/api/manage/growing?farmIndex=${farmIndex}`)).rows;
  return { send, observe, rows };
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function type(page: Page, figure: string) {
  for (const letter of figure) await key(page, letter === '.' ? '소수점' : letter).click();
}

test('five trees of a row are measured with one thumb, three of them without a server', async ({
  greenhouse,
  phone: { page },
}) => {
  const { first } = greenhouse.farms;
  const grower = await aGrower(greenhouse.url, first);
  await grower.observe({ tree: '12', fruitMm: 51.5, observedAt: daysAgo(14.5) });
  await signIn(page, greenhouse, { at: `${LIST.replace('manage', 'create')}?mode=row` });
  await page.getByLabel('첫 나무').fill('11');
  await page.getByLabel('마지막 나무').fill('15');
  await page.getByRole('button', { name: '재기 시작' }).click();
  for (const name of ['5', '0', '소수점', '한 글자 지우기']) {
    const box = await key(page, name).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(64);
  }
  // With one figure to measure, the place of the key to the next one is not left empty.
  const lowest = async (name: string) => key(page, name).evaluate((one) => one.getBoundingClientRect().bottom);
  expect(await lowest('소수점')).toBe(await lowest('0'));
  await type(page, '52.4');
  await key(page, '저장하고 다음 12번').click();
  await expect(page.getByText('12번', { exact: true })).toBeVisible();
  // The last figures of this tree.
  await expect(page.getByRole('button', { name: /열매 지름.*이 나무 51\.5 mm.*14일 전/ })).toBeVisible();
  await type(page, '151');
  await key(page, '저장하고 다음 13번').click();
  await expect(page.getByText('보통 2~130 mm입니다.', { exact: false })).toBeVisible();
  for (let at = 0; at < 3; at += 1) await key(page, '한 글자 지우기').click();
  // A fruit does not shrink, but it may be another one: said, and nothing is held up.
  await type(page, '31');
  await expect(page.getByText('지난번보다 20.5 mm 작습니다.', { exact: false })).toBeVisible();
  await expect(key(page, '저장하고 다음 13번')).toBeEnabled();
  for (let at = 0; at < 2; at += 1) await key(page, '한 글자 지우기').click();
  await type(page, '51');
  await expect(page.getByText('지난번보다', { exact: false })).toHaveCount(0);
  await key(page, '저장하고 다음 13번').click();
  await expect(page.getByText('2/5그루')).toBeVisible();
  await expect.poll(async () => (await grower.rows()).length).toBe(3);
  await readyForOffline(page, greenhouse, { hasRecord: false, more: [`/api/farms/${first}/growing/trees`] });

  await greenhouse.kill();
  for (const [tree, figure] of [
    ['14', '53'],
    ['15', '50.8'],
  ] as const) {
    await type(page, figure);
    await key(page, `저장하고 다음 ${tree}번`).click();
  }
  await expect(page.getByText('4/5그루')).toBeVisible();
  await key(page, '14번 되돌리기').click();
  await expect(page.getByRole('button', { name: /열매 지름.*50\.8 mm/ })).toBeVisible();
  await key(page, '저장하고 다음 15번').click();
  await type(page, '49.9');
  await key(page, '저장하고 다음 16번').click();
  await key(page, '줄 설정').click();
  // A page that is left while the device still writes the last tree writes it when the row is opened again.
  await expect(page.getByText('기기에 저장됨')).toHaveCount(3);
  // What was taken back is not kept.
  await page.goto(greenhouse.url + LIST);
  const waiting = page.getByRole('region', { name: '보내지 않은 생육 조사' });
  await expect(waiting.getByRole('listitem').filter({ hasText: '기기에 저장됨' })).toHaveCount(3);
  await expect(waiting.getByRole('listitem').filter({ hasText: '14번' })).toHaveCount(1);

  await greenhouse.start();
  await expect
    .poll(async () => (await grower.rows()).map(({ tree, fruitMm }) => `${tree} ${fruitMm}`).toSorted(), {
      timeout: 60_000,
    })
    .toEqual(['11 52.4', '12 51', '12 51.5', '13 53', '14 50.8', '15 49.9']);
});

/** The photo of a refused write is seen on its row, and saved from there. */
async function expectPhotoKept(page: Page) {
  const row = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem').filter({ hasText: '사진을 붙일 곳이' });
  const picture = row.getByRole('img', { name: '사진 1 크게 보기' });
  await expect
    .poll(() => picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
    .toBeGreaterThan(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: '사진 저장 파일로 저장' }).click(),
  ]);
  expect((await stat(await file.path())).size).toBeGreaterThan(0);
}

test('what was written about a tree that somebody else deleted meanwhile becomes a new one', async ({
  greenhouse,
  phone: { page },
}) => {
  const grower = await aGrower(greenhouse.url, greenhouse.farms.first);
  const { data } = await grower.observe({ tree: '12', fruitMm: 51.5, note: '북쪽 끝', observedAt: daysAgo(1) });
  await signIn(page, greenhouse, { at: `/cms/growth/growing-edit/${data.id}` });
  await page.getByRole('textbox', { name: '열매 지름' }).fill('53.2');
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPhonePhoto()) };
  await page.locator('input[type=file]:not([capture])').setInputFiles(photo);
  await expect(page.getByRole('img', { name: '사진 1' })).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await greenhouse.kill();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText(keptMessages.kept, { exact: false }).first()).toBeVisible();
  // An open page could send it before the observation is deleted.
  await page.goto('about:blank');
  await greenhouse.start();
  await grower.send('DELETE', `/api/growing/${data.id}`);
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await expect(page.getByText('그 사이 삭제되었거나', { exact: false })).toHaveCount(2, { timeout: 30_000 });
  await expectPhotoKept(page);
  await page.getByRole('button', { name: '생육 조사 저장 새로 만들기' }).click();
  await expect(page.getByRole('textbox', { name: '열매 지름' })).toHaveValue('53.2');
  await expect(page.getByLabel('나무 번호나 구역')).toHaveValue('12');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect.poll(grower.rows).toMatchObject([{ tree: '12', fruitMm: 53.2, note: '북쪽 끝' }]);
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await expect(page.getByText('모두 보냈습니다')).toBeVisible();
});

test('a record that was deleted without a server says so until it is gone, and is offered for nothing else', async ({
  greenhouse,
  phone: { page },
}) => {
  const grower = await aGrower(greenhouse.url, greenhouse.farms.first);
  const { data } = await grower.observe({ tree: '12', fruitMm: 51.5, observedAt: daysAgo(1) });
  await grower.observe({ tree: '13', fruitMm: 50.5, observedAt: daysAgo(1) });
  await signIn(page, greenhouse, { at: LIST });
  const rowOf = (tree: string) => page.getByRole('listitem').filter({ hasText: tree });
  const menuOf = (tree: string) => rowOf(tree).getByRole('button', { name: /메뉴$/ });
  await page.getByRole('tab', { name: '그래프' }).click();
  await expect(page.getByRole('tab', { name: '표' })).toBeVisible();
  await page.getByRole('tab', { name: '기록' }).click();
  await rowOf('12번').getByRole('link').click();
  await expect(page.getByRole('textbox', { name: '열매 지름' })).toHaveValue('51.5');
  await page.goBack();
  await expect(menuOf('12번')).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/manage/growing?', '/api/growing/'] });
  await greenhouse.kill();
  await menuOf('12번').click();
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
  await expect(rowOf('12번').getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await expect(menuOf('12번')).toHaveCount(0);
  await expect(menuOf('13번')).toHaveCount(1);
  await rowOf('12번').getByRole('link').click();
  await expect(page.getByRole('heading', { name: '보낼 것', exact: true })).toBeVisible();
  // Nor does its own page offer anything.
  await page.goto(`${greenhouse.url}/cms/growth/growing-edit/${data.id}`);
  await expect(page.getByText('이 기기에서 삭제한 기록입니다.')).toBeVisible();
  await expect(page.getByRole('button', { name: /저장|삭제/ })).toHaveCount(0);
  await page.goto(greenhouse.url + LIST);
  await expect(rowOf('12번').getByText('삭제 · 기기에 저장됨')).toBeVisible();
  // The server draws the curve, so that it keeps what was measured until then.
  const note = page.getByText('이 기기에서 한 삭제 1건은 보낸 뒤에 그래프에 반영됩니다.');
  await page.getByRole('tab', { name: '그래프' }).click();
  await expect(note).toBeVisible();
  await greenhouse.start();
  await expect(note).toHaveCount(0, { timeout: 60_000 });
  await page.getByRole('tab', { name: '기록' }).click();
  await expect(rowOf('12번')).toHaveCount(0);
  await expect(rowOf('13번')).toHaveCount(1);
});

test('the key to the next tree stays in its place, whatever is measured', async ({ greenhouse, phone: { page } }) => {
  await aGrower(greenhouse.url, greenhouse.farms.first);
  await signIn(page, greenhouse, { at: `${LIST.replace('manage', 'create')}?mode=row` });
  await page.getByRole('button', { name: '잎색(눈으로)' }).click();
  await page.getByRole('button', { name: '병해충' }).click();
  await page.getByRole('button', { name: '재기 시작' }).click();
  const next = page.getByRole('button', { name: /번$/ }).last();
  const placeOf = async () => (await next.boundingBox())?.y;
  await expect(key(page, '7')).toBeVisible();
  const place = await placeOf();
  await key(page, '다음 잎색(눈으로)').click();
  await expect(key(page, '1 노란색')).toBeVisible();
  expect(await placeOf()).toBe(place);
  await key(page, '다음 병해충').click();
  await expect(key(page, '귤응애')).toBeVisible();
  expect(await placeOf()).toBe(place);
});

test('after an import the list is seen from its start', async ({ greenhouse, phone: { page } }) => {
  const grower = await aGrower(greenhouse.url, greenhouse.farms.first);
  for (let tree = 1; tree <= 12; tree += 1)
    await grower.observe({ tree: String(tree), fruitMm: 50, observedAt: daysAgo(9) });
  await signIn(page, greenhouse, { at: LIST });
  await page.getByRole('button', { name: /가져오기$/ }).click();
  const dialog = page.getByRole('dialog');
  const text = `조사한 때,작물,동·밭,나무,열매 지름(mm)\r\n${seoulDate(Date.now() - DAY_MS)} 09:30,한라봉,1동,44,52`;
  const file = { name: '조사.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog.getByLabel('파일 고르기').setInputFiles(file);
  await dialog.getByRole('button', { name: '1줄 가져오기' }).click();
  await dialog.getByRole('button', { name: '목록 보기' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: '생육 조사 목록' }).getByRole('listitem').first()).toContainText('44번');
  await expect(page.getByRole('heading', { level: 1, name: '생육 조사' })).toBeInViewport();
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('two trees are measured by typing alone', async ({ greenhouse, phone: { page } }) => {
    const grower = await aGrower(greenhouse.url, greenhouse.farms.first);
    await signIn(page, greenhouse, { at: `${LIST.replace('manage', 'create')}?mode=row` });
    await page.getByLabel('첫 나무').fill('7');
    await page.getByRole('button', { name: '당도', exact: true }).click();
    await page.getByRole('button', { name: '재기 시작' }).click();
    await expect(page.getByText('7번', { exact: true })).toBeVisible();
    await page.keyboard.type('52.41');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('9.8');
    await page.keyboard.press('Enter');
    await expect(page.getByText('8번', { exact: true })).toBeVisible();
    await page.keyboard.type('51');
    await expect(page.getByRole('button', { name: /열매 지름.*51 mm/ })).toBeVisible();
    await expect
      .poll(async () => (await grower.rows()).map(({ tree, fruitMm }) => `${tree} ${fruitMm}`))
      .toEqual(['7 52.4']);
  });

  test('what was observed is edited by two, comes from a file, and is drawn against last year', async ({
    greenhouse,
    phone: { page },
  }) => {
    const grower = await aGrower(greenhouse.url, greenhouse.farms.first);
    const { data } = await grower.observe({ tree: '3', brix: 9.1, observedAt: daysAgo(20) });
    await grower.observe({ tree: '3', brix: 8.4, observedAt: daysAgo(20 + 365) });
    await signIn(page, greenhouse, { at: `/cms/growth/growing-edit/${data.id}` });
    const brix = page.getByRole('textbox', { name: '당도' });
    await brix.fill('24');
    await page.getByRole('checkbox', { name: '당도 맞게 쟀습니다' }).check();
    await brix.fill('9.4');
    await expect(page.getByRole('checkbox', { name: '당도 맞게 쟀습니다' })).toHaveCount(0);
    await grower.send('PUT', `/api/growing/${data.id}`, { brix: 9.2, note: '햇빛이 잘 듦' });
    await page.getByRole('button', { name: '저장', exact: true }).click();
    const panel = page.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
    await expect(panel.getByRole('rowheader')).toHaveText(['당도']);
    await panel.getByRole('radio', { name: '당도, 내가 바꾼 값' }).check();
    await panel.getByRole('button', { name: '이대로 저장' }).click();
    await expect(page.getByRole('row').filter({ hasText: '햇빛이 잘 듦' })).toContainText('9.4 °Bx');

    await page.getByRole('button', { name: '파일에서 가져오기' }).click();
    const dialog = page.getByRole('dialog');
    const day = seoulDate(Date.now() - 6 * DAY_MS);
    const lines = ['조사한 때,작물,나무,당도(°Bx)', `${day} 09:30,한라봉,4,9.8`, `${day} 09:40,한라봉,5,98`];
    const file = { name: '조사.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
    await dialog.getByLabel('파일 고르기').setInputFiles(file);
    await dialog.getByRole('button', { name: '1줄 가져오기' }).click();
    await dialog.getByRole('button', { name: '목록 보기' }).click();
    await expect(page.getByRole('row').filter({ hasText: '4번' })).toContainText('9.8 °Bx');

    await page.getByRole('tab', { name: '그래프' }).first().click();
    await expect(page.getByText(/당도 평균 9\.8 °Bx/)).toBeVisible();
    await page.getByRole('tab', { name: '표' }).click();
    await expect(page.getByRole('columnheader', { name: /작년/ })).toBeVisible();
    await page.reload();
    await expect(page.getByText(/당도 평균 9\.8 °Bx/)).toBeVisible();
    await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/crops/'] });
    await greenhouse.kill();
    // Charts that were seen are available without a server.
    await page.reload();
    await expect(page.getByText(/당도 평균 9\.8 °Bx/)).toBeVisible();
  });

  test('a long season comes from a file without a server, and its export doubles nothing', async ({
    greenhouse,
    phone: { page },
  }) => {
    test.setTimeout(240_000);
    const { first } = greenhouse.farms;
    const grower = await aGrower(greenhouse.url, first);
    await grower.observe({ tree: '1', fruitMm: 40, observedAt: daysAgo(30) });
    await signIn(page, greenhouse, { at: LIST });
    await readyForOffline(page, greenhouse, {
      hasRecord: false,
      more: [`/api/farms/${first}/growth-calendar`, '/api/manage/growing?'],
    });
    const importing = page.getByRole('button', { name: /가져오기$/ });
    const dialog = page.getByRole('dialog');
    // The dialog's code is there once it was opened.
    await importing.click();
    await dialog.getByRole('button', { name: '닫기' }).click();
    const count = 520;
    const day = seoulDate(Date.now() - 6 * DAY_MS);
    const lines = Array.from({ length: count }, (_, at) => `${day} 09:30,한라봉,1동,${at + 1},${50 + (at % 9)}`);
    const text = ['조사한 때,작물,동·밭,나무,열매 지름(mm)', ...lines].join('\r\n');
    await greenhouse.kill();
    await expect(page.getByText('연결되지 않았습니다', { exact: false }).first()).toBeVisible({ timeout: 60_000 });
    await importing.click();
    const file = { name: '조사.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.getByLabel('파일 고르기').setInputFiles(file);
    await dialog.getByRole('button', { name: `${count}줄 가져오기` }).click();
    await expect(dialog.getByText(`${count}줄은 이 기기에 저장했습니다. 연결되면 보냅니다.`)).toBeVisible({
      timeout: 60_000,
    });
    await dialog.getByRole('button', { name: '목록 보기' }).click();
    // Ten of them stand above the list.
    const waiting = page.getByRole('region', { name: '보내지 않은 생육 조사' });
    await expect(waiting.getByRole('listitem')).toHaveCount(10);
    await expect(waiting.getByRole('button', { name: '200건 더 보기' })).toBeVisible();

    await greenhouse.start();
    const total = async (): Promise<number> =>
      (await grower.send('GET', `/api/manage/growing?farmIndex=${first}&size=1`)).total;
    await expect.poll(total, { timeout: 120_000 }).toBe(count + 1);
    await expect(waiting).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '내려받기' }).click();
    await importing.click();
    await dialog.getByLabel('파일 고르기').setInputFiles(await (await download).path());
    await expect(dialog.getByRole('status')).toHaveText(`${count + 1}줄 중 0줄을 가져올 수 있습니다.`);
    await expect(dialog.getByText('이미 있는 기록입니다.').first()).toBeVisible();
  });
});

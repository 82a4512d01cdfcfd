import type { Page } from '@playwright/test';
import { deviceContents, keptKeys } from '../support/browser/device-contents.ts';
import { expect, type Phone, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { chooseItem, writeCrop } from '../support/browser/write-crop.ts';
import type { Greenhouse } from '../support/server/greenhouse.ts';

test.use({ hasOwnProfile: true });

const LIST = '/cms/farm/crop-manage';
const KEPT = '기기에 저장했습니다. 연결되면 보냅니다.';

const toast = (page: Page, words: string) => page.getByRole('list', { name: '알림' }).getByText(words);
const waiting = (page: Page) => page.getByRole('region', { name: '보내지 않은 작물' }).getByRole('listitem');

/** The rows of a house in the list that the server gives. */
const listed = (page: Page, house: string) =>
  page.getByRole('list', { name: '작물 목록' }).getByRole('listitem').filter({ hasText: house });

/** The sync event that the browser fires some time after the network is back. */
async function wakeWorker({ page, context }: Phone): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => found && resolve(found));
  });
  await devtools.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registered;
  const { origin } = new URL(scopeURL);
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false });
}

/** As the server answers other callers than the browser. */
async function housesOnServer({ context }: Phone, { url, farms }: Greenhouse): Promise<string[]> {
  const { jwtToken } = await (await context.request.get(`${url}/api/auth/session`)).json();
  const headers = { Authorization: `Bearer ${jwtToken}` };
  const crops: { house: string }[] = await (
    await context.request.get(`${url}/api/farms/${farms.first}/crops`, { headers })
  ).json();
  return crops.map(({ house }) => house);
}

/** What was written and not sent is in the outbox, and not among what was read. */
async function expectApart(page: Page, words: string): Promise<void> {
  const { databases } = await deviceContents(page);
  expect(databases['onsil-outbox-grower']).toContain(words);
  expect(databases['onsil-read-grower']).not.toContain(words);
}

/** Deletes everything that was read and cached: it costs time and nothing else. */
async function deleteReads(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase('onsil-read-grower');
    await new Promise((resolve) => {
      deleting.onsuccess = resolve;
    });
  });
}

/**
 * Writes while the device has no room: the form says so, nothing says that it was saved, and what was `typed` can be
 * taken out of it.
 */
async function expectHonestWhenFull(page: Page, write: () => Promise<void>, typed: string): Promise<void> {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function refuse(...row) {
      if (sessionStorage.isFull && this.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, row);
    };
  });
  await page.evaluate(() => sessionStorage.setItem('isFull', 'yes'));
  await write();
  await expect(page.getByRole('main').getByText('저장하지 못했습니다.')).toBeVisible();
  await expect(toast(page, KEPT)).toBeHidden();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: '내용 공유' }).click();
  await expect(page.getByText('모두 복사했습니다.', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(typed);
  await page.evaluate(() => sessionStorage.removeItem('isFull'));
}

test('what is written without a server is kept, outlives the browser, and is sent once', async ({
  greenhouse,
  phone,
}) => {
  await signIn(phone.page, greenhouse);
  await phone.page.goto(`${greenhouse.url}/cms/farm/crop-create`);
  await expect(phone.page.getByLabel('품목')).toBeVisible();
  await readyForOffline(phone.page, greenhouse, { hasRecord: false, more: ['/api/code/items/'] });
  await greenhouse.kill();
  await writeCrop(phone.page, greenhouse, '계곡 1동');
  await expect(toast(phone.page, KEPT)).toBeVisible();
  await expect(waiting(phone.page)).toContainText('계곡 1동');
  await expect(waiting(phone.page)).toContainText('기기에 저장됨');
  await writeCrop(phone.page, greenhouse, '계곡 2동');
  await expect(waiting(phone.page)).toHaveCount(2);

  const page = await phone.restart();
  await page.goto(greenhouse.url + LIST);
  await expect(waiting(page)).toHaveCount(2);
  // The count in the header leads to the list, from which a write can be edited and sent again.
  await page.getByRole('link', { name: '보낼 것 2건' }).click();
  const entries = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  await expect(entries).toHaveText([/작물 등록.*계곡 1동/, /작물 등록.*계곡 2동/]);
  await entries.nth(1).getByRole('button', { name: '작물 등록 버리기' }).click();
  await expect(entries).toHaveCount(1);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(entries).toHaveCount(2);
  await expectBackFromFile(page);
  await expectApart(page, '계곡');
  await deleteReads(page);
  await greenhouse.start();
  await page.goto(greenhouse.url + LIST);
  await expect(page.getByRole('list', { name: '작물 목록' })).toContainText('계곡 2동', { timeout: 60_000 });
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 });
  // The list is read again after the last one was sent.
  await expect(listed(page, '계곡 1동')).toHaveCount(1);
  await expect(listed(page, '계곡 2동')).toHaveCount(1);

  // Without an open page the worker sends, when the browser wakes it with the network.
  await page.goto(`${greenhouse.url}/cms/farm/crop-create`);
  await expect.poll(async () => (await keptKeys(page, 'grower')).join()).toContain('/api/code/items/');
  await greenhouse.kill();
  await expectHonestWhenFull(page, () => writeCrop(page, greenhouse, '계곡 3동'), '동·밭: 계곡 3동');
  await expect(page.getByLabel('동·밭')).toHaveValue('계곡 3동');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(waiting(page).filter({ hasText: '기기에 저장됨' })).toHaveText([/계곡 3동/]);
  await page.goto('about:blank');
  await greenhouse.start();
  await wakeWorker(phone);
  await expect.poll(() => housesOnServer(phone, greenhouse), { timeout: 60_000 }).toContain('계곡 3동');
});

/** What was exported to a file comes back from it after it was discarded, and what is there already does not. */
async function expectBackFromFile(page: Page): Promise<void> {
  const entries = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '파일로 내보내기' }).click(),
  ]);
  await entries.nth(1).getByRole('button', { name: '작물 등록 버리기' }).click();
  await expect(entries).toHaveCount(1);
  await page.locator('input[type=file]').setInputFiles(await file.path());
  await expect(toast(page, '1건을 가져왔습니다.')).toBeVisible();
  await expect(entries).toHaveText([/작물 등록.*계곡 1동/, /작물 등록.*계곡 2동/]);
}

/** Sends the form of a waiting write, which begins with what was `written`, again with one other value. */
async function correct(
  page: Page,
  title: string,
  [label, written]: readonly [string, string],
  [field, value]: readonly [string, string],
): Promise<void> {
  await page
    .getByRole('list', { name: '보낼 것' })
    .getByRole('button', { name: `${title} 고치기` })
    .click();
  await expect(page.getByLabel(label)).toHaveValue(written);
  await expect(page.getByRole('button', { name: '이어서 쓰기' })).toHaveCount(0);
  await page.getByRole('textbox', { name: field }).fill(value);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(toast(page, KEPT)).toBeVisible();
}

/** Creates a farm without a server, and chooses it in the header; returns its provisional index. */
async function writeFarm(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/cms/farm/farm-create`);
  await page.getByLabel('농장 이름').fill('계곡 농장');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('region', { name: '보내지 않은 농장' })).toContainText('계곡 농장');
  // No page about a farm can show it: each leads to the farm's own, which says so.
  await page.goto(`${url}/cms/dashboard`);
  await page.getByRole('button', { name: /^농장 / }).click();
  await page.getByRole('option', { name: /^계곡 농장\s*기기에 저장됨$/ }).click({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1, name: '계곡 농장' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('아직 이 기기에만 있는 농장입니다.');
  await expect(page.getByRole('button', { name: '농장 계곡 농장' })).toBeVisible();
  return new URL(page.url()).searchParams.get('farm') ?? '';
}

test('a farm, a crop on it and a tree of that are written before any is sent, corrected, and sent in order', async ({
  greenhouse,
  phone: { page, context },
}) => {
  const at = (path: string) => `${greenhouse.url}/cms/${path}`;
  await signIn(page, greenhouse);
  await page.goto(at('farm/crop-create'));
  await page.goto(at('growth/growing-create'));
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/code/items/'] });
  await greenhouse.kill();
  const farm = await writeFarm(page, greenhouse.url);
  const onFarm = page.getByRole('group', { name: '이 농장에 적은 것' });
  await onFarm.getByRole('link', { name: '작물 등록' }).click();
  await chooseItem(page);
  await page.getByLabel('동·밭').fill('새 밭');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(onFarm.getByRole('listitem')).toContainText('새 밭');
  await page.goto(at(`growth/growing-create?mode=row&farm=${farm}`));
  await page.getByRole('button', { name: '재기 시작' }).click();
  for (const digit of ['4', '1']) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: '저장하고 다음 2번' }).click();
  await expect(toast(page, KEPT)).toBeVisible();

  await page.goto(at('outbox'));
  const entries = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  const after = '먼저 적은 것이 보내진 다음에';
  await expect(entries).toHaveText([
    /농장 등록.*계곡 농장/,
    RegExp(`작물 등록.*새 밭.*${after}`),
    RegExp(`생육 조사 등록.*41 mm.*${after}`),
  ]);
  await correct(page, '작물 등록', ['동·밭', '새 밭'], ['품종', '탐나는봉']);
  await page.goto(at('outbox'));
  // Back to the form of that farm, although another farm is the first.
  await correct(page, '생육 조사 등록', ['열매 지름', '41'], ['열매 지름', '42']);
  await page.goto(at('outbox'));
  await expect(entries).toHaveText([/계곡 농장/, /새 밭 · 탐나는봉/, /42 mm/]);

  await greenhouse.start();
  await expect(page.getByText('모두 보냈습니다')).toBeVisible({ timeout: 60_000 });
  const { jwtToken } = await (await context.request.get(`${greenhouse.url}/api/auth/session`)).json();
  const headers = { Authorization: `Bearer ${jwtToken}` };
  const farms: { index: number; farmName: string }[] = await (
    await context.request.get(`${greenhouse.url}/api/farms`, { headers })
  ).json();
  const made = farms.filter(({ farmName }) => farmName === '계곡 농장');
  expect(made).toHaveLength(1);
  // The address under which it waited leads to it.
  await page.goto(at(`growth/growing-manage?farm=${farm}`));
  await page.waitForURL((url) => url.searchParams.get('farm') === String(made[0]?.index));
  const rows = page.getByRole('list', { name: '생육 조사 목록' }).getByRole('listitem');
  await expect(rows).toHaveText([/새 밭 1번.*한라봉.*42\.0 mm/]);
  await rows.getByRole('link').first().click();
  const diameter = page.getByRole('textbox', { name: '열매 지름' });
  await expect(diameter).toHaveValue('42');
  await greenhouse.kill();
  await diameter.fill('43');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(rows).toContainText(['기기에 저장됨']);
  // The form goes on from what was written last.
  await rows.getByRole('link').first().click();
  await expect(diameter).toHaveValue('43');
});

test('a sensor has its page before it is sent: an inspection and a calibration of it are sent after it', async ({
  greenhouse,
  phone: { page, context },
}) => {
  const at = (path: string) => `${greenhouse.url}/cms/${path}`;
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  for (const path of ['device/inspection-create', 'device/sensor-create']) {
    await page.goto(at(path));
    await expect(page.getByRole('button', { name: '등록', exact: true })).toBeVisible();
  }
  const more = [`/api/manage/devices?`, `/api/farms/${greenhouse.farms.first}/insp`];
  await readyForOffline(page, greenhouse, { hasRecord: false, more });
  await greenhouse.kill();
  await page.goto(at('device/sensor-create'));
  await page.getByRole('button', { name: /^종류/ }).click();
  await page.getByRole('option', { name: /^지온/ }).click();
  await page.getByLabel('위치').fill('새 밭');
  await page.getByRole('textbox', { name: '코드' }).fill('soil9');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByRole('region', { name: '보내지 않은 센서' }).getByRole('link', { name: '새 밭 지온' }).click();
  await expect(page.getByRole('main')).toContainText('아직 이 기기에만 있는 센서입니다.');
  const calibration = page.getByRole('group', { name: '보정' });
  await calibration.getByRole('button', { name: '보정 더하기' }).click();
  await calibration.getByRole('textbox', { name: '더할 값' }).fill('0.4');
  await calibration.getByRole('button', { name: '보정 저장' }).click();
  await expect(calibration.getByRole('listitem')).toHaveText(/부터 \+0\.4 ℃기기에 저장됨/);
  await page.getByRole('link', { name: '점검 등록' }).click();
  await page.getByLabel('제목').fill('깊이 확인');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '깊이 확인' })).toBeVisible();
  // Beside a better instrument: what the sensor shows has the correction that is not sent yet.
  await page.getByRole('button', { name: '기준 계기와 비교' }).click();
  await calibration.getByRole('textbox', { name: '기준 계기의 값' }).fill('20.5');
  await calibration.getByRole('textbox', { name: '센서' }).fill('20');
  await expect(calibration.getByRole('textbox', { name: '더할 값' })).toHaveValue('0.9');
  await calibration.getByRole('button', { name: '보정 저장' }).click();
  await expect(calibration.getByRole('listitem')).toHaveText(/부터 \+0\.9 ℃기기에 저장됨/);

  await page.goto(at('outbox'));
  const entries = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  await expect(entries).toHaveText([
    /센서 등록.*새 밭 · 지온/,
    /센서 보정 등록.*새 밭 지온 · .*0\.4/,
    /점검 등록.*깊이 확인/,
    /보정 등록.*깊이 확인 · .*0\.9/,
  ]);
  await greenhouse.start();
  await expect(page.getByText('모두 보냈습니다')).toBeVisible({ timeout: 60_000 });
  const { jwtToken } = await (await context.request.get(`${greenhouse.url}/api/auth/session`)).json();
  const headers = { Authorization: `Bearer ${jwtToken}` };
  const ask = async (path: string) => (await context.request.get(greenhouse.url + path, { headers })).json();
  const { rows } = await ask('/api/manage/inspections');
  const { sensorIndex } = await ask(`/api/inspections/${rows[0].id}`);
  expect(await ask(`/api/sensors/${sensorIndex}`)).toMatchObject({ name: '지온', calibrations: [{ correction: 0.9 }] });
});

test('who presses is told that nobody answers, and need not wait once somebody does', async ({
  greenhouse,
  phone: { page },
}) => {
  const at = (path: string) => `${greenhouse.url}/cms/${path}`;
  await signIn(page, greenhouse);
  await page.goto(at('device/sensor-create'));
  await expect(page.getByRole('button', { name: '등록', exact: true })).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/manage/devices?'] });
  await greenhouse.kill();
  await page.goto(at('device/sensor-create'));
  await page.getByRole('button', { name: /^종류/ }).click();
  await page.getByRole('option', { name: /^지온/ }).click();
  await page.getByLabel('위치').fill('새 밭');
  await page.getByRole('textbox', { name: '코드' }).fill('soil9');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByRole('region', { name: '보내지 않은 센서' }).getByRole('link', { name: '새 밭 지온' }).click();
  // The device never saw what can be inspected on this farm, but it knows this sensor.
  await page.getByRole('link', { name: '점검 등록' }).click();
  await expect(page.getByRole('button', { name: /^대상/ })).toContainText('새 밭 지온');
  await page.getByLabel('제목').fill('깊이 확인');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('main').getByText(/· 새 밭 지온/)).toBeVisible();

  await page.goto(at('outbox'));
  const retry = page.getByRole('button', { name: '센서 등록 다시 보내기' });
  await retry.click();
  await expect(toast(page, '아직 연결되지 않아 보내지 못했습니다.')).toBeVisible();
  await greenhouse.start();
  await retry.click();
  // Sooner than the next probe, which follows after 15 s at the earliest.
  await expect(page.getByText('모두 보냈습니다')).toBeVisible({ timeout: 10_000 });
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('what waits is counted in the bar as soon as the page is there, and moves nothing', async ({
    greenhouse,
    phone: { page },
  }) => {
    await signIn(page, greenhouse);
    await page.goto(`${greenhouse.url}/cms/farm/crop-create`);
    await expect(page.getByLabel('품목')).toBeVisible();
    await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/code/items/'] });
    await greenhouse.kill();
    const bar = page.getByRole('banner');
    const barHeight = async () => (await bar.boundingBox())?.height;
    const before = await barHeight();
    const banner = page.getByText('연결되지 않았습니다.');
    await expect(banner).toBeVisible();
    await writeCrop(page, greenhouse, '높은밭');
    // What is told of the write leaves the banner to be read.
    await expect(toast(page, KEPT)).toBeVisible();
    await expect(banner).toBeVisible();
    const [told, notice] = await Promise.all([toast(page, KEPT).boundingBox(), banner.boundingBox()]);
    if (!told || !notice) throw new Error('the toast or the banner is not there');
    expect(told.y + told.height).toBeLessThanOrEqual(notice.y);

    // The row leads to where it can be corrected, and its form begins with what was written.
    await waiting(page)
      .getByRole('link', { name: /높은밭/ })
      .click();
    await page.getByRole('button', { name: '작물 등록 고치기' }).click();
    await expect(page.getByLabel('동·밭')).toHaveValue('높은밭');
    await expect(bar.getByRole('link', { name: '보낼 것 1건, 확인 필요 1건' })).toBeVisible();
    expect(await barHeight()).toBe(before);

    // A device without unsent writes counts them after six seconds; here this pause never ends.
    await page.addInitScript(() => {
      const { setTimeout: real } = window;
      const without = (act: () => void, ms?: number) => (ms === 6_000 ? 0 : real(act, ms));
      Object.assign(window, { setTimeout: without });
    });
    await page.goto(`${greenhouse.url}/cms/outbox`);
    await expect(bar.getByRole('link', { name: /^보낼 것 1건/ })).toBeVisible();
    // What waits for its author stands in the list of what needs a hand.
    await page.goto(`${greenhouse.url}/cms/dashboard`);
    const attention = page.getByRole('region', { name: '손볼 일' });
    await attention.getByRole('link', { name: '확인 필요: 보내지 못한 것 1건' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '보낼 것' })).toBeVisible();
    await bar.getByRole('button', { name: '로그아웃' }).click();
    const choices = page.getByRole('dialog').getByRole('button', { name: /보내기|로그아웃|취소/ });
    await expect(choices).toHaveCount(4);
    // Each choice stands in one line of 24 px.
    const heights = await choices.evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return words.getBoundingClientRect().height;
      }),
    );
    expect(Math.max(...heights)).toBeLessThan(40);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '작물 등록 버리기' }).click();
    await expect(page.getByText('보낼 것이 없습니다')).toBeVisible();
  });
});

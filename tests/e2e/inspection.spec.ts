import { getSensor } from '#contract/device/sensor.ts';
import { MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { aPhonePhoto } from '../support/examples/pictures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

test('a silent sensor is inspected on a phone: proposed, begun, calibrated, done, and looked at without a server', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.send('soil_temperature', 14.2, Date.now() - 20.5 * MINUTE_MS);
  await signIn(page, greenhouse);
  const attention = page.getByRole('region', { name: '손볼 일' });
  await attention.getByRole('link', { name: '1동 지온 점검 등록' }).click();
  await expect(page.getByLabel('제목')).toHaveValue('1동 지온: 값이 끊겼습니다');
  await expect(page.getByRole('region', { name: '제안한 이유' })).toContainText('14.2 ℃');
  // Three lines of text are seen before any is typed.
  expect((await page.getByRole('textbox', { name: '찾은 것과 한 일' }).boundingBox())?.height).toBeGreaterThan(90);
  const contact = page.getByRole('group', { name: '탐침이 흙에 빈틈없이 닿아 있습니다' });
  await contact.getByRole('radio', { name: '이상', exact: true }).check();
  await page.getByRole('textbox', { name: '덧붙일 말' }).fill('탐침이 빠져 있었음');
  const photosOf = (moment: string) => page.getByRole('list', { name: moment }).getByRole('img');
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPhonePhoto()) };
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(photo);
  await expect(photosOf('손보기 전 사진')).toHaveCount(1);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  const now = (state: string) => page.getByRole('heading', { name: `지금 ${state}` });
  await expect(now('접수')).toBeVisible();
  const address = page.url();
  await expect(photosOf('손보기 전 사진')).toHaveCount(1);
  await expect(photosOf('손본 뒤 사진')).toHaveCount(0);

  await page.getByRole('button', { name: '진행 시작' }).click();
  await expect(now('진행')).toBeVisible();
  await page.getByRole('button', { name: '기준 계기와 비교' }).click();
  const reference = page.getByRole('textbox', { name: '기준 계기의 값' });
  // A sign too many is noticed while it is typed.
  await reference.fill('-13.8');
  await expect(page.getByText('잴 수 있는 값은 -10~50 ℃입니다.', { exact: false })).toBeVisible();
  await reference.fill('3.8');
  await page.getByRole('textbox', { name: '이 화면이 보여 주는 센서의 값' }).fill('14.2');
  await expect(page.getByText('두 값이 많이 다릅니다.', { exact: false })).toBeVisible();
  await reference.fill('13.8');
  await expect(page.getByText(/잴 수 있는 값은|많이 다릅니다/)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: '더할 값' })).toHaveValue('-0.4');
  await page.getByRole('button', { name: '보정 저장' }).click();
  const today = seoulDate(Date.now());
  const calibration = page.getByRole('group', { name: '보정' });
  await expect(calibration).toContainText(`${today}부터 -0.4 ℃ (기준 13.8 ℃, 센서 14.2 ℃)`);
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const asked = await call(urlOf(getSensor, { id: greenhouse.sensor('soil_temperature') }));
  expect((await asked.json()).calibrations).toMatchObject([{ sinceOn: today, correction: -0.4 }]);

  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(attention.getByRole('link', { name: '1동 지온 점검 진행 보기' })).toBeVisible();
  await expect(attention.getByRole('link', { name: '열린 점검 1건' })).toBeVisible();
  await expect(attention.getByRole('link', { name: '1동 지온 점검 등록' })).toHaveCount(0);
  await page.goto(address);
  await page.getByRole('button', { name: '완료', exact: true }).click();
  const history = page.getByRole('list', { name: '점검 이력' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expect(now('완료')).toBeVisible();
  // On paper: what was found, with the photos, and nothing of what the screen says in passing.
  await expect(page.getByRole('list', { name: '알림' }).getByRole('listitem')).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  for (const name of ['제안한 이유', '점검 항목', '점검 이력']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(photosOf('손보기 전 사진')).toHaveCount(1);
  await expect(page.getByRole('list', { name: '알림' })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await page.goto(`${greenhouse.url}/cms/device/inspection-manage?state=done`);
  const listed = page.getByRole('list', { name: '점검 목록' }).getByRole('link', { name: /1동 지온/ });
  await expect(listed).toBeVisible();

  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/inspections/'] });
  await greenhouse.kill();
  await page.reload();
  await listed.click();
  await expect(now('완료')).toBeVisible();
  await expect(contact.getByRole('radio', { name: '이상', exact: true })).toBeChecked();
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await page.locator('input[type=file]:not([capture])').nth(1).setInputFiles(photo);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('list', { name: '손본 뒤 사진' })).toContainText('기기에 저장됨');
  // A step made offline is the base of the next one, and both arrive.
  await page.getByRole('button', { name: '다시 열기' }).click();
  await page.getByRole('textbox', { name: '다시 여는 이유' }).fill('또 끊김');
  await page.getByRole('button', { name: '다시 열기' }).click();
  await expect(now('진행')).toBeVisible();
  await page.getByRole('button', { name: '완료', exact: true }).click();
  await expect(now('완료')).toBeVisible();
  // The head says the same.
  await expect(page.getByRole('main').getByText(' · 1동 지온')).toContainText(/완료\s*기기에 저장됨/);
  await greenhouse.start();
  await expect(history.getByRole('listitem')).toHaveCount(5, { timeout: 60_000 });
  await expect(history).toContainText('진행: 또 끊김');
  await expect(page.getByRole('button', { name: '사진 1 지우기' })).toHaveCount(2);
});

test('what is inspected without a server stands on the start screen at once, and keeps its times when it is sent', async ({
  greenhouse,
  phone: { page },
}) => {
  const { first } = greenhouse.farms;
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await call(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const begun = { farmIndex: first, kind: 'other', title: '측창 모터에서 소리가 남' };
  const { data } = await send('/api/inspections', begun);
  await send(`/api/inspections/${data.id}/steps`, { state: 'inProgress' });
  const ended = await send('/api/inspections', { ...begun, title: '환풍기 벨트 끊어짐' });
  for (const state of ['inProgress', 'done']) await send(`/api/inspections/${ended.data.id}/steps`, { state });
  const address = `${greenhouse.url}/cms/device/inspection-edit/${data.id}`;
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  await page.goto(address);
  await page.getByRole('button', { name: '완료', exact: true }).waitFor();
  await page.goto(`${greenhouse.url}/cms/device/inspection-edit/${ended.data.id}`);
  await page.getByRole('button', { name: '다시 열기' }).waitFor();
  await page.goto(`${greenhouse.url}/cms/device/inspection-create`);
  await expect(page.getByLabel('제목')).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  const attention = page.getByRole('region', { name: '손볼 일' });
  await expect(attention).toContainText('1가지');
  await expect(attention.getByRole('link', { name: begun.title })).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/inspections/', '/api/quality/'] });

  await greenhouse.kill();
  await page.goto(address);
  await page.getByRole('button', { name: '완료', exact: true }).click();
  const taken = page.getByRole('region', { name: '보내지 않은 상태 변경' });
  await expect(taken).toContainText('완료');
  const finishedAt = await taken.locator('time').getAttribute('datetime');
  await page.goto(`${greenhouse.url}/cms/device/inspection-create`);
  await page.getByLabel('제목').fill('관수 밸브가 샘');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  const history = page.getByRole('list', { name: '점검 이력' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  const made = page.url();
  const madeAt = await history.locator('time').getAttribute('datetime');
  // What is edited before it is sent was made when it was made.
  await page.goto(`${greenhouse.url}/cms/outbox`);
  await page.getByRole('button', { name: '점검 등록 고치기' }).click();
  // The form shows what waits as soon as the device has answered; what is typed before that would begin another one.
  await expect(page.getByLabel('제목')).toHaveValue('관수 밸브가 샘');
  await page.getByLabel('제목').fill('관수 밸브가 샘, 2동');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('heading', { name: '관수 밸브가 샘, 2동' })).toBeVisible();
  // What was edited has taken the place of what waited, which is then gone: the step and the inspection are left.
  await expect(page.getByRole('link', { name: /보낼 것 2/ })).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  const listed = attention.getByRole('list', { name: '열린 점검' }).getByRole('listitem');
  await expect(listed).toHaveText([/관수 밸브가 샘, 2동.*농장 전체 · 접수 · 기기에 저장됨/]);
  await expect(attention).toContainText('기준 1가지');
  // What was done long ago and is opened again stands there, too.
  await page.goto(`${greenhouse.url}/cms/device/inspection-edit/${ended.data.id}`);
  await page.getByRole('button', { name: '다시 열기' }).click();
  await page.getByRole('textbox', { name: '다시 여는 이유' }).fill('또 끊김');
  await page.getByRole('button', { name: '다시 열기' }).click();
  await expect(page.getByRole('heading', { name: '지금 진행' })).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(listed).toHaveText([/환풍기 벨트 끊어짐.*진행 · 기기에 저장됨/, /관수 밸브가 샘, 2동/]);
  await page.getByRole('link', { name: '환풍기 벨트 끊어짐' }).click();
  await page.getByRole('button', { name: '완료', exact: true }).click();
  await expect(page.getByRole('heading', { name: '지금 완료' })).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(listed).toHaveText([/관수 밸브가 샘, 2동/]);

  await greenhouse.start();
  await expect(listed.getByText('농장 전체 · 접수', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(listed).toHaveCount(1);
  for (const [place, at] of [
    [address, finishedAt],
    [made, madeAt],
  ] as const) {
    await page.goto(place);
    await expect(taken).toHaveCount(0);
    await expect(history.locator('time').first()).toHaveAttribute('datetime', at ?? '');
  }
});

test('an inspection is deleted without a server: it is open no more, says so, and is gone once that answers', async ({
  greenhouse,
  phone: { page },
}) => {
  const { call } = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const headers = { 'content-type': 'application/json' };
  const title = '측창 모터에서 소리가 남';
  const body = JSON.stringify({ farmIndex: greenhouse.farms.first, kind: 'other', title });
  const { data } = await (await call('/api/inspections', { method: 'POST', headers, body })).json();
  await signIn(page, greenhouse, { at: '/cms/device/inspection-manage' });
  const row = page.getByRole('list', { name: '점검 목록' }).getByRole('listitem').filter({ hasText: title });
  await row.getByRole('link').click();
  await expect(page.getByRole('button', { name: '진행 시작' })).toBeVisible();
  const more = ['/api/manage/inspections', '/api/inspections/'];
  await readyForOffline(page, greenhouse, { hasRecord: false, more });
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  const open = page.getByRole('region', { name: '손볼 일' }).getByRole('link', { name: title });
  await expect(open).toBeVisible();
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/quality/'] });
  await greenhouse.kill();
  await page.goto(`${greenhouse.url}/cms/device/inspection-manage`);
  await row.getByRole('button', { name: /메뉴$/ }).click();
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
  await expect(row.getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await expect(row.getByRole('button', { name: /메뉴$/ })).toHaveCount(0);
  await row.getByRole('link').click();
  await expect(page.getByText('이 기기에서 삭제한 점검입니다.')).toBeVisible();
  await expect(page.getByRole('button', { name: /진행 시작|저장|삭제/ })).toHaveCount(0);
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(page.getByRole('region', { name: '손볼 일' })).toBeVisible();
  await expect(open).toHaveCount(0);
  await page.goto(`${greenhouse.url}/cms/device/inspection-manage`);
  await greenhouse.start();
  await expect(row).toHaveCount(0, { timeout: 60_000 });
  expect((await call(`/api/inspections/${data.id}`)).status).toBe(404);
});

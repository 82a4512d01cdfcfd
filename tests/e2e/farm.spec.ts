import type { Page } from '@playwright/test';
import { deviceContents, writesOf } from '../support/browser/device-contents.ts';
import { expect, fillSignIn, readyForOffline, signIn, signOut, test } from '../support/browser/fixtures.ts';
import { AMBIENT_KEY } from '../support/services/providers.ts';

const LIST = '/cms/farm/farm-manage';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const toast = (page: Page, words: string) => page.getByRole('list', { name: '알림' }).getByText(words);

/** Signs out, and in again as another user on the given page. */
async function become(page: Page, url: string, user: string, at: string): Promise<void> {
  await signOut(page);
  await page.goto(url + at);
  await fillSignIn(page, user);
}

test('a newcomer makes a farm where they stand, shares it for looking, and the other leaves it', async ({
  greenhouse,
  phone: { page, context },
}) => {
  await context.grantPermissions(['geolocation'], { origin: greenhouse.url });
  await context.setGeolocation({ latitude: 33.4658, longitude: 126.3272, accuracy: 12 });
  await signIn(page, greenhouse, { user: 'newcomer' });
  await expect(page).toHaveURL(`${greenhouse.url}${LIST}?open=true`);
  await expect(heading(page, '농장 등록')).toBeVisible();
  await page.getByLabel('위도').fill('126.3');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('heading', { name: '3곳을 고쳐 주세요' })).toBeVisible();
  await page.getByRole('button', { name: /^농장 이름/ }).click();
  await page.getByLabel('농장 이름').fill('애월 첫 농장');
  // The centre of the village is suggested while there are no coordinates, and a warning shown for coordinates far from
  // it.
  await page.getByLabel('주소').fill('서귀포시 남원읍 위미리 12');
  const offer = page.getByRole('button', { name: '위미리 중심 좌표 넣기' });
  await expect(page.getByLabel('위도')).toHaveValue('126.3');
  await expect(offer).toHaveCount(0);
  await page.getByLabel('위도').fill('');
  await offer.click();
  // Coordinates that came with the address follow it, without a press.
  await page.getByLabel('주소').fill('어디인지 모르는 곳');
  await expect(page.getByText('주소에서 읍·면·동을 찾지 못했습니다.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('위도')).toHaveValue('');
  await page.getByLabel('주소').fill('서귀포시 남원읍 위미리 12');
  await expect(page.getByLabel('위도')).toHaveValue('33.27');
  await expect(page.getByLabel('경도')).toHaveValue('126.66');
  await page.getByRole('button', { name: '내 위치 사용' }).click();
  await expect(page.getByLabel('위도')).toHaveValue('33.4658');
  await expect(page.getByText('주소의 위미리 중심에서 38 km 떨어진 좌표입니다.')).toBeVisible();
  await page.getByLabel('주소').fill('제주시 애월읍 애월리');
  await expect(page.getByText('떨어진 좌표입니다.')).toHaveCount(0);
  await expect(page.getByText('가장 가까운 관측소: 애월')).toBeVisible();
  await page.getByLabel('평으로').fill('1,000');
  await expect(page.getByLabel('면적')).toHaveValue('3305.8');
  const added = page.getByRole('list', { name: '공동 사용자' }).getByRole('listitem');
  const adding = page.getByRole('combobox', { name: '더할 사람의 아이디나 전화번호' });
  // Enter adds a person without sending the form; an incomplete name is refused at that name when saving.
  await adding.fill('grow');
  await adding.press('Enter');
  await expect(added).toHaveText(/^grow/);
  await expect(page.getByRole('radio', { name: '보기만' })).toBeChecked();
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1곳을 고쳐 주세요' })).toBeVisible();
  await expect(added).toContainText('찾을 수 없습니다.');
  await added.getByRole('button', { name: 'grow 빼기' }).click();
  await expect(added).toHaveCount(0);
  await expect(adding).toBeFocused();
  // A name that was typed but not added is sent with the form.
  await adding.fill('grower');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(toast(page, '등록했습니다. grower 님과 농장을 함께 씁니다.')).toBeVisible();
  await expect(page.getByRole('list', { name: '농장 목록' }).getByRole('link')).toHaveText(['애월 첫 농장']);

  await become(page, greenhouse.url, 'grower', `${LIST}?view=shared`);
  // The selector of the shell shows the third farm, too.
  await page.getByRole('banner').getByRole('button', { name: /^농장/ }).click();
  await expect(page.getByRole('option')).toHaveText(['위미 농장', '와흘 농장', '애월 첫 농장']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '애월 첫 농장' }).click();
  await expect(heading(page, '애월 첫 농장')).toBeVisible();
  await expect(page.getByText('농장 정보는 농장주만 바꿀 수 있습니다.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: '함께 쓰기 그만두기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '그만두기' }).click();
  await expect(heading(page, '농장 관리')).toBeVisible();
  await expect(page.getByRole('list', { name: '농장 목록' }).getByRole('link')).toHaveText(['위미 농장', '와흘 농장']);
});

test.describe('on a desktop', () => {
  test.use({ viewportName: 'desktop' });

  test('what two people change at once is decided field by field', async ({ greenhouse, phone: { page, context } }) => {
    await signIn(page, greenhouse, { at: `/cms/farm/farm-edit/${greenhouse.farms.first}` });
    await page.getByLabel('위도').fill('33.27');
    await expect.poll(async () => (await writesOf(page, 'grower')).drafts).toHaveLength(1);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: '버리기' }).click();
    await other.getByLabel('주소').fill('남원읍 위미리');
    await other.getByLabel('면적').fill('4300');
    await other.getByRole('button', { name: '저장', exact: true }).click();
    await expect(toast(other, '저장했습니다.')).toBeVisible();

    await page.bringToFront();
    await page.getByLabel('주소').fill('남원읍 하례리');
    await page.getByLabel('경도').fill('126.66');
    await page.getByRole('button', { name: '저장', exact: true }).click();
    const panel = page.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
    await expect(panel.getByRole('rowheader')).toHaveText(['주소']);
    await expect(panel.getByRole('button', { name: '이대로 저장' })).toBeDisabled();
    await panel.getByRole('radio', { name: '주소, 내가 바꾼 값' }).check();
    await panel.getByRole('button', { name: '이대로 저장' }).click();
    await expect(toast(page, '저장했습니다.')).toBeVisible();
    // My value where I chose it, theirs where I changed nothing.
    const row = page.getByRole('row').filter({ hasText: '위미 농장' });
    await expect(row).toContainText('남원읍 하례리');
    await expect(row).toContainText('4,300 ㎡');
  });

  test('a station of one’s own is found by keys that nobody sees again, or sends to an address of its own', async ({
    greenhouse,
    phone: { page },
  }) => {
    const key = AMBIENT_KEY;
    await signIn(page, greenhouse, { at: `/cms/farm/farm-edit/${greenhouse.farms.first}` });
    const weather = page.getByRole('form', { name: '기상 관측소' });
    await weather.getByRole('combobox', { name: '공공 기상 관측소' }).fill('서귀');
    await page.getByRole('option', { name: '서귀포' }).click();
    await weather.getByRole('button', { name: '키 입력' }).click();
    await weather.getByLabel('API 키').fill('half a key');
    await weather.getByLabel('애플리케이션 키').fill(key);
    await weather.getByRole('button', { name: '관측소 저장' }).click();
    await expect(weather.getByText('키를 빠짐없이 붙여 넣어 주세요.').first()).toBeVisible();
    const search = weather.getByRole('button', { name: '이 키로 기상대 찾기' });
    await weather.getByLabel('API 키').fill('0'.repeat(64));
    await search.click();
    await expect(weather.getByText('Ambient Weather에서 키를 받아 주지 않았습니다.')).toBeVisible();
    await weather.getByLabel('API 키').fill(key);
    await search.click();
    await expect(weather.getByText('기상대 2대를 찾았습니다.')).toBeVisible();
    await weather.getByRole('radio', { name: /53:02/ }).click();
    await weather.getByRole('button', { name: '관측소 저장' }).click();
    await expect(weather.getByText('설정됨')).toBeVisible();

    // Its console gets an address and sends there as its firmware does.
    const door = page.getByRole('group', { name: '기상대에서 바로 받기' });
    const push = async (path: string) => {
      const dateutc = new Date().toISOString().slice(0, 19).replace('T', '+');
      return (await fetch(`${greenhouse.url}${path}MAC=00%3A00%3A5E%3A00%3A53%3A02&dateutc=${dateutc}&tempf=50.0`))
        .status;
    };
    const secret = door.locator('code').filter({ hasText: '/data/report/' });
    await door.getByRole('button', { name: '보낼 주소 만들기' }).click();
    await expect(door.getByText('첫 값을 기다립니다')).toBeVisible();
    const first = await secret.innerText();
    expect(await push(first)).toBe(200);

    const answers: Promise<string>[] = [];
    page.on('response', (answer) => answer.url().includes('/api/farms') && answers.push(answer.text().catch(() => '')));
    await page.reload();
    await expect(weather.getByText('설정됨')).toBeVisible();
    await expect(weather.getByRole('combobox', { name: '공공 기상 관측소' })).toHaveValue('서귀포');
    const seen = [...(await Promise.all(answers)), JSON.stringify(await deviceContents(page)), await page.content()];
    expect(seen.some((text) => text.includes('hasAmbientKeys'))).toBe(true);
    expect(seen.filter((text) => text.includes(key))).toEqual([]);

    await expect(weather.getByLabel('기기 번호 (MAC)')).toHaveValue('00:00:5E:00:53:02');

    await expect(door.getByText('마지막으로 받음: 방금')).toBeVisible();
    await door.getByRole('button', { name: '새 주소 만들기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '새 주소 만들기' }).click();
    await expect(secret).not.toHaveText(first);
    const second = await secret.innerText();
    expect(await push(first)).toBe(404);
    await door.getByRole('button', { name: '주소 중지' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '주소 중지' }).click();
    await expect(door.getByRole('button', { name: '보낼 주소 만들기' })).toBeVisible();
    expect(await push(second)).toBe(404);

    await weather.getByRole('button', { name: '지우기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '지우기' }).click();
    await expect(weather.getByText('설정하지 않음')).toBeVisible();
  });

  test('a farm is deleted by its name, and an administrator brings it back', async ({
    greenhouse,
    phone: { page },
  }) => {
    await signIn(page, greenhouse, { at: LIST });
    await page.getByRole('button', { name: '와흘 농장 메뉴' }).click();
    await page.getByRole('menuitem', { name: '삭제' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('위미 농장');
    await dialog.getByRole('button', { name: '삭제' }).click();
    await expect(dialog.getByText('위에 보이는 그대로')).toBeVisible();
    await dialog.getByRole('textbox').fill('와흘 농장');
    await dialog.getByRole('button', { name: '삭제' }).click();
    await expect(toast(page, '삭제했습니다.')).toBeVisible();
    // With one farm left there is no selector.
    await expect(page.getByRole('banner').getByRole('button', { name: /^농장 / })).toHaveCount(0);

    await become(page, greenhouse.url, 'boss', '/admin/deleted');
    await expect(page.getByRole('row').filter({ hasText: '와흘 농장' })).toContainText('30일 남음');
    await page.getByRole('button', { name: '와흘 농장 되살리기' }).click();
    await expect(page.getByRole('heading', { name: '삭제한 것이 없습니다' })).toBeVisible();
    await page.goto(`${greenhouse.url}/admin/lead-farms`);
    await page.getByRole('button', { name: '와흘 농장 지정하기' }).click();
    await expect(page.getByRole('button', { name: '와흘 농장 지정 풀기' })).toBeVisible();

    await become(page, greenhouse.url, 'grower', LIST);
    await expect(page.getByRole('row').filter({ hasText: '와흘 농장' })).toContainText('선도농가');
  });

  test('farms come from a file, bad lines stay out, and a list grown long is searched and goes into one', async ({
    greenhouse,
    phone: { page },
  }) => {
    await signIn(page, greenhouse, { at: LIST });
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '내려받기' })).toHaveCount(0);
    await page.getByRole('button', { name: '가져오기' }).click();
    const lines = [
      '농장 이름,위도,경도,면적(㎡)',
      '"남원 농장, 2동",33.28,126.7,"1,000"',
      '뒤바뀐 농장,126.7,33.28,5',
      ...['하나', '둘', '셋'].map((name) => `${name} 농장,,,`),
    ];
    const file = { name: '농장.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('파일 고르기').setInputFiles(file);
    await expect(dialog.getByRole('row').filter({ hasText: '뒤바뀐 농장' })).toContainText(
      '위도는 33에서 39 사이입니다.',
    );
    await dialog.getByRole('button', { name: '4줄 가져오기' }).click();
    await dialog.getByRole('button', { name: '목록 보기' }).click();
    await expect(page.getByRole('row').filter({ hasText: '남원 농장, 2동' })).toContainText('1,000 ㎡');

    await page.getByRole('searchbox').fill('남원');
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByRole('row')).toHaveCount(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '내려받기' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text.startsWith('\uFEFF농장 이름,')).toBe(true);
    expect(text.split('\r\n')[1]).toMatch(/^"남원 농장, 2동",,33\.28,126\.7,1000,/);
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });
});

test('the farms stay to be seen without a server, and what is typed is not lost', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  const { first } = greenhouse.farms;
  await signIn(page, road);
  await readyForOffline(page, greenhouse);
  await page.goto(road.url + LIST);
  await page.getByRole('link', { name: '위미 농장' }).click();
  await expect(page.getByLabel('주소')).toHaveValue('제주시');
  await readyForOffline(page, greenhouse, { more: ['/api/manage/farms', `/api/farms/${first}`] });
  await greenhouse.kill();
  await page.goto(road.url + LIST);
  await page.getByRole('link', { name: '위미 농장' }).click();
  await page.getByLabel('주소').fill('남원읍 위미리');
  const coUsers = page.getByRole('list', { name: '공동 사용자' });
  await page.getByRole('combobox', { name: '더할 사람의 아이디나 전화번호' }).fill('neighbour');
  await page.getByRole('button', { name: '추가' }).click();
  await expect(coUsers).toContainText('neighbour');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('heading', { name: '저장하지 못했습니다' })).toBeVisible();
  await expect(page.getByText('연결되지 않아 보내지 못했습니다.').first()).toBeVisible();
  await expect(page.getByLabel('주소')).toHaveValue('남원읍 위미리');
  await expect(page.getByRole('main').getByText('받아 둔 내용입니다')).toBeVisible();
  await greenhouse.start();
  // When the server is back, reading the farm again leaves the form unchanged; pressing again sends it.
  await expect(page.getByRole('main').getByText('받아 둔 내용입니다')).toBeHidden({ timeout: 60_000 });
  const slow = road.hold((path, method) => method === 'GET' && path === `/api/farms/${first}`);
  await expect(async () => {
    if (await page.getByRole('form').first().isVisible()) {
      await expect(page.getByLabel('주소')).toHaveValue('남원읍 위미리', { timeout: 500 });
      await page.getByRole('button', { name: '저장', exact: true }).click({ timeout: 1_000 });
    }
    await expect(toast(page, '저장했습니다.')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('list', { name: '농장 목록' })).toContainText('남원읍 위미리');
  // Opened again, it begins with the cached values; without input it takes over the server's answer.
  await page.getByRole('link', { name: '위미 농장' }).click();
  await expect(page.getByRole('form', { name: '농장 정보' })).toBeVisible();
  slow.release();
  await expect(coUsers.getByRole('listitem')).toHaveText(/^neighbour/);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, readyForOffline, signIn, test, tile } from '../support/browser/fixtures.ts';

const run = promisify(execFile);

const DEVICES = '/cms/device/device-manage';
const SENSORS = '/cms/device/sensor-manage';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const toast = (page: Page, words: string) => page.getByRole('list', { name: '알림' }).getByText(words);
const save = (page: Page) => page.getByRole('form').getByRole('button', { name: '저장', exact: true }).click();

/** The command that the page shows to engineers for sending readings. */
async function curlOn(page: Page): Promise<string> {
  const block = page.getByRole('region', { name: /curl \(리눅스/ });
  if (!(await block.isVisible())) await page.getByText('기술자용', { exact: true }).click();
  return block.locator('code').innerText();
}

/** A phone with a messenger: the first time the user cancels, the second time they send. */
function haveMessenger(): void {
  let isClosed = true;
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ text }: { text: string }) => {
      if (isClosed) {
        isClosed = false;
        throw new DOMException('closed by the user', 'AbortError');
      }
      sessionStorage.setItem('sent', text);
    },
  });
}

test('a device gets its key once, is told what it sends wrong, and shows its first value as it arrives', async ({
  greenhouse,
  phone,
}) => {
  const { page } = phone;
  await phone.addInitScript(haveMessenger);
  await signIn(page, greenhouse, { at: DEVICES });
  await page.getByRole('link', { name: '장치 등록' }).click();
  await expect(heading(page, '장치 등록')).toBeVisible();
  await page.getByLabel('장치 이름').fill('2동 노드');
  await page.getByText('더 정하기').click();
  await page.getByLabel('장치 코드').fill('n01');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByRole('button', { name: '장치 코드', exact: true }).click();
  await expect(page.getByText(/^이 농장에 같은 코드/)).toBeVisible();
  await page.getByLabel('장치 코드').fill('n02');
  await page.getByRole('button', { name: '등록', exact: true }).click();

  await expect(heading(page, '2동 노드')).toBeVisible();
  const key = await page.getByRole('region', { name: '장치 키' }).locator('code').innerText();
  expect(key).toMatch(/^onsil_[\w-]{32}$/);
  await expect(page.getByText('첫 값을 기다리는 중…')).toBeVisible();
  await test.step('the key goes to whoever installs the device, by the app of the phone', async () => {
    const sending = page.getByRole('button', { name: '설치 기사에게 보내기' });
    await sending.click();
    // After cancelling nobody has the key, so leaving the page asks for confirmation.
    await page.getByRole('link', { name: '장치 목록' }).click();
    await page.getByRole('dialog', { name: '장치 키를 두고 나갈까요?' }).getByRole('button', { name: '취소' }).click();
    await sending.click();
    await expect(page.getByText('보냈습니다.', { exact: true })).toBeVisible();
    const sent = await page.evaluate(() => sessionStorage.getItem('sent'));
    expect(sent).toContain(key);
    expect(sent).toContain(`${greenhouse.url}/api/ingest`);
  });
  // The device has no sensor: its readings are kept, and the page asks what they are.
  const line = await curlOn(page);
  expect(line).toContain(`Bearer ${key}`);
  await expect(page.getByRole('region', { name: /MQTT/ })).toContainText('/n02/state');
  await run('sh', ['-c', line]);
  await expect(page.getByRole('list', { name: '무엇인지 정할 값' })).toContainText('temp 21.4를 보냅니다. 무엇인가요?');
  await page.getByRole('link', { name: 'temp 정하기' }).click();
  await expect(heading(page, 'temp 21.4를 보냅니다. 무엇인가요?')).toBeVisible();
  await expect(page.getByRole('button', { name: /^종류/ })).toContainText('온도');
  await page.getByRole('textbox', { name: /^이름/ }).fill('안쪽 온도');
  await page.getByLabel('위치(동·구역)').fill('2동');
  await page.getByRole('button', { name: '등록', exact: true }).click();

  // Back on the device, which still shows its key and now its sensor with the kept value.
  await expect(heading(page, '2동 노드')).toBeVisible();
  const arrivals = page.getByRole('log', { name: '도착한 값' });
  await expect(arrivals).toContainText('2동 안쪽 온도');
  await expect(arrivals).toContainText('21.4 ℃');
  await expect(page.getByRole('list', { name: '무엇인지 정할 값' })).toHaveCount(0);
  await expect.poll(() => curlOn(page)).toContain('"sensor":"temp"');
  expect(await curlOn(page)).toContain(`Bearer ${key}`);
  // Within the same second it would be a duplicate.
  const later = (await curlOn(page)).replace("'$(date -u +%FT%TZ)'", new Date().toISOString());
  await run('sh', ['-c', later.replace('21.4', '99')]);
  await expect(arrivals).toContainText('범위 밖');

  await test.step('a value that nobody wants is not asked about, until somebody wants it', async () => {
    await run('sh', ['-c', line.replace('"temp"', '"battery"')]);
    const asked = page.getByRole('list', { name: '무엇인지 정할 값' });
    await asked.getByRole('button', { name: 'battery 쓰지 않음' }).click();
    await expect(asked).toHaveCount(0);
    await page.getByRole('button', { name: 'battery 다시 쓰기' }).click();
    await page.getByRole('link', { name: 'battery 정하기' }).click();
    await page.getByRole('button', { name: '쓰지 않음' }).click();
    await expect(heading(page, '2동 노드')).toBeVisible();
    await expect(page.getByRole('list', { name: '쓰지 않는 값' })).toContainText('battery');
    await expect(asked).toHaveCount(0);
  });

  await page.getByRole('button', { name: '장치 키 복사' }).click();
  await expect(page.getByRole('status').getByText('복사했습니다.')).toBeAttached();

  // A key is shown once, and a revoked key is refused.
  const working = await curlOn(page);
  await page.reload();
  await expect(page.getByText('키를 쓰고 있습니다.')).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: '키 중지' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '키 중지' }).click();
  await expect(toast(page, '장치 키를 중지했습니다.')).toBeVisible();
  const { stdout } = await run('sh', ['-c', working]);
  expect(JSON.parse(stdout)).toMatchObject({ code: 'DEVICE_KEY_INVALID' });
});

test('a name suggested late is not written in front of what somebody types', async ({ greenhouse, phone }) => {
  const { page } = phone;
  await signIn(page, greenhouse, { at: DEVICES });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/manage/devices?*', async (route) => {
    await held;
    await route.continue();
  });
  const late = page.waitForResponse(/\/api\/manage\/devices\?.*farmIndex/);
  await page.getByRole('link', { name: '장치 등록' }).click();
  const name = page.getByLabel('장치 이름');
  await expect(name).toBeEnabled();
  await name.focus();
  answer();
  await late;
  await page.getByText('더 정하기').hover();
  await expect(page.getByLabel('장치 코드')).toHaveValue('n02');
  await page.keyboard.type('2동 노드');
  await expect(name).toHaveValue('2동 노드');
});

test('a sensor is moved and calibrated with its history, and two edits of it meet', async ({ greenhouse, phone }) => {
  const { page } = phone;
  await greenhouse.send('temperature', 20.1);
  await signIn(page, greenhouse, { at: `${SENSORS}?search=temperature` });
  await page.getByRole('link', { name: '1동 온도', exact: true }).click();
  await expect(heading(page, '1동 온도')).toBeVisible();

  await page.getByRole('button', { name: '보정 더하기' }).click();
  const calibration = page.getByRole('form', { name: '보정' });
  await calibration.getByRole('textbox', { name: /^더할 값/ }).fill('0.2');
  await expect(calibration.getByText('20.3 ℃')).toBeVisible();
  await calibration.getByRole('button', { name: '보정 저장' }).click();
  await expect(page.getByRole('list', { name: '보정 이력' })).toContainText('+0.2 ℃');

  // Another user has the same form open.
  const other = await phone.context.newPage();
  await other.goto(page.url());
  await expect(other.getByLabel('위치(동·구역)')).toHaveValue('1동');
  await other.getByLabel('위치(동·구역)').fill('3동');
  await page.getByLabel('위치(동·구역)').fill('2동');
  await save(page);
  await expect(toast(page, '센서를 옮겼습니다.')).toBeVisible();
  await other.getByRole('textbox', { name: /^이름/ }).fill('윗 온도');
  await save(other);
  const panel = other.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
  await expect(panel.getByRole('group', { name: '위치(동·구역)' })).toContainText('2동');
  await panel.getByRole('radio', { name: '지금 저장된 값' }).check();
  await panel.getByRole('button', { name: '이대로 저장' }).click();
  await expect(toast(other, '저장했습니다.')).toBeVisible();
  await other.close();

  await page.goto(`${greenhouse.url}${SENSORS}?search=temperature`);
  await page.getByRole('link', { name: '2동 윗 온도' }).click();
  const places = page.getByRole('list', { name: '위치 이력' }).getByRole('listitem');
  await expect(places).toHaveCount(2);
  await expect(places.first()).toContainText('2동');
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '윗 온도')).toContainText('20.3');
  await greenhouse.send('temperature', 18.1);
  await expect(tile(page, '윗 온도')).toContainText('18.3');
});

test('a calibration is deleted without a server, says so, and is gone once that answers', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.send('temperature', 20.1);
  await signIn(page, greenhouse, { at: `${SENSORS}?search=temperature` });
  await page.getByRole('link', { name: '1동 온도', exact: true }).click();
  await page.getByRole('button', { name: '보정 더하기' }).click();
  const calibration = page.getByRole('form', { name: '보정' });
  await calibration.getByRole('textbox', { name: /^더할 값/ }).fill('0.2');
  await calibration.getByRole('button', { name: '보정 저장' }).click();
  const history = page.getByRole('list', { name: '보정 이력' });
  await expect(history).toContainText('+0.2 ℃');
  await page.goBack();
  await page.getByRole('link', { name: '1동 온도', exact: true }).click();
  await expect(history).toContainText('+0.2 ℃');
  await readyForOffline(page, greenhouse, { hasRecord: false, more: ['/api/sensors/'] });
  await greenhouse.kill();
  await page.getByRole('button', { name: /보정 삭제$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
  await expect(history.getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await expect(page.getByRole('button', { name: /보정 삭제$/ })).toHaveCount(0);
  await page.reload();
  await expect(history.getByText('삭제 · 기기에 저장됨')).toBeVisible();
  await greenhouse.start();
  await expect(history).toHaveCount(0, { timeout: 60_000 });
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await expect(tile(page, '온도')).toContainText('20.1');
});

test('sensors come from a file, where bad lines are named', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { at: SENSORS });
  await page.getByRole('button', { name: '가져오기' }).click();
  const lines = [
    '장치 코드,센서 코드,종류,이름,위치,보고 간격(초)',
    'n01,co2,이산화탄소,탄산가스,1동,60',
    'n09,ec,EC,양액,1동,60',
    'n01,humidity,습도,둘째 습도,1동,60',
  ];
  await page.getByLabel('파일 고르기').setInputFiles({
    name: '센서.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}`),
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('이 농장에 없는 장치 코드입니다.');
  await dialog.getByRole('button', { name: /가져오기/ }).click();
  await expect(dialog).toContainText('이 장치에 같은 코드를 쓰는 센서가 있습니다.');
  await dialog.getByRole('button', { name: '닫기' }).click();
  await expect(page.getByRole('link', { name: '1동 탄산가스' })).toBeVisible();
});

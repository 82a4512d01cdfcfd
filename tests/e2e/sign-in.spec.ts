import type { Page } from '@playwright/test';
import { HOUR_MS } from '#contract/time/time.ts';
import { deviceContents, keptKeys, userTraces } from '../support/browser/device-contents.ts';
import {
  expect,
  fillSignIn,
  readyForOffline,
  signIn,
  signOut,
  sleepFor,
  test,
  tile,
} from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('signs in with 아이디 and 비밀번호 and shows the farm', async ({ greenhouse, phone: { page } }) => {
  await page.goto(greenhouse.url);
  await expect(page).toHaveTitle(/스마트 온실 운영 시스템/);
  await fillSignIn(page);
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장' })).toBeVisible();
  expect(pathOf(page)).toBe('/cms/dashboard');
});

/** Withholds the files of the app until `letGo`, so that only the document is there. */
async function holdAssets(page: Page): Promise<{ letGo(): void }> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/**', async (route) => {
    await held;
    await route.continue().catch(() => {
      // The page was left meanwhile.
    });
  });
  return { letGo: () => letGo() };
}

const isApp = (page: Page) => expect(page.getByRole('button', { name: /화면 밝기/ })).toBeVisible();

test.describe('in the document', () => {
  // The app has to come over the network each time, not from a worker.
  test.use({ serviceWorkers: 'block' });

  test('one can sign in before the app has come', async ({ greenhouse, phone: { page, context } }) => {
    const userId = page.getByLabel('아이디');
    const password = page.getByLabel('비밀번호', { exact: true });
    const button = page.getByRole('button', { name: '로그인', exact: true });
    const eye = page.getByRole('button', { name: '입력한 글자 보기', includeHidden: true });
    const late = page.getByText('아직 다 불러오지 못했습니다');
    // The first one is on the button; the message for screen readers has the same words.
    const checking = page.getByText('확인하고 있습니다…').first();

    await test.step('without the app the page says so, and takes nothing for sent', async () => {
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto(`${greenhouse.url}/login`);
      await expect(late).toBeVisible();
      await userId.fill('grower');
      await password.fill(PASSWORD);
      await password.press('Enter');
      // The app does not load; the page stays, with the input.
      await expect(userId).toHaveValue('grower');
      await expect(checking).toBeHidden();
      await page.unrouteAll();
    });

    await test.step('half a syllable, caret and focus stay when the app takes over', async () => {
      const { letGo } = await holdAssets(page);
      await page.clock.install();
      await page.goto(`${greenhouse.url}/cms/monitor/record?range=7d`, { waitUntil: 'commit' });
      await expect(userId).toHaveAttribute('autocomplete', 'username');
      // Half of the 15 s; the real time of a busy machine is added.
      await page.clock.runFor(8_000);
      await expect(late).toBeHidden();
      await expect(password).toHaveAttribute('autocomplete', 'current-password');
      expect((await button.boundingBox())?.height).toBe(48);
      await userId.evaluate((field) => field.setAttribute('data-mine', ''));
      await userId.fill('grow-er');
      for (let back = 0; back < 3; back += 1) await userId.press('ArrowLeft');
      const devtools = await context.newCDPSession(page);
      await devtools.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 });
      await expect(userId).toHaveValue('grow하-er');
      await expect(eye).toBeHidden();
      await page.clock.runFor(7_000);
      await expect(late).toBeVisible();
      letGo();
      await isApp(page);
      await expect(late).toHaveCount(0);
      await expect(eye).toBeVisible();
      await expect(page.getByText('로그인이 필요한 화면입니다')).toBeVisible();
      // The same field, within the same composition.
      await expect(userId).toHaveAttribute('data-mine', '');
      await expect(userId).toBeFocused();
      await devtools.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
      await devtools.send('Input.insertText', { text: '한' });
      await expect(userId).toHaveValue('grow한-er');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Delete');
      await expect(userId).toHaveValue('grower');
      await page.unrouteAll();
    });

    await test.step('what was put between the fields costs nothing that was typed', async () => {
      const { letGo } = await holdAssets(page);
      await page.goto(`${greenhouse.url}/login`, { waitUntil: 'commit' });
      await userId.fill('grower');
      await password.fill('not the password');
      await userId.focus();
      await userId.evaluate((field) => field.before(document.createElement('div')));
      letGo();
      await isApp(page);
      await expect(userId).toHaveValue('grower');
      await expect(password).toHaveValue('not the password');
      await expect(userId).toBeFocused();
      await page.unrouteAll();
    });

    await test.step('what is sent early is carried out once, when the app is there', async () => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/callback/')) asked.push(request.postData() ?? '');
      });
      const { letGo } = await holdAssets(page);
      await page.goto(`${greenhouse.url}/cms/monitor/record?range=7d`, { waitUntil: 'commit' });
      await userId.fill('grower');
      await password.fill(PASSWORD);
      await password.press('Enter');
      await expect(checking).toBeVisible();
      await button.click();
      expect(new URL(page.url()).pathname).toBe('/cms/monitor/record');
      letGo();
      await expect(page.getByRole('heading', { level: 1, name: '위미 농장 센서 기록' })).toBeVisible();
      expect(asked).toHaveLength(1);
      await page.unrouteAll();
    });
  });
});

test('refuses a wrong password, says why and keeps what was typed as 아이디', async ({
  greenhouse,
  phone: { page },
}) => {
  await page.goto(`${greenhouse.url}/login`);
  await page.getByLabel('아이디').fill('grower');
  await page.getByLabel('비밀번호', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('alert')).toContainText('아이디 또는 비밀번호가 올바르지 않습니다');
  await expect(page.getByLabel('아이디')).toHaveValue('grower');
  expect(pathOf(page)).toBe('/login');

  await page.getByLabel('아이디').fill('nobody-of-this-name');
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('alert')).toContainText('아이디 또는 비밀번호가 올바르지 않습니다');
});

test('asks for what is missing at the field before it asks the server', async ({ greenhouse, phone: { page } }) => {
  await page.goto(`${greenhouse.url}/login`);
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByLabel('아이디')).toBeFocused();
  await expect(page.getByLabel('아이디')).toHaveAccessibleDescription('아이디를 입력해 주세요.');
  await expect(page.getByLabel('비밀번호', { exact: true })).toHaveAccessibleDescription('비밀번호를 입력해 주세요.');
});

test('lets policy or terms be read before signing in', async ({ greenhouse, phone: { page } }) => {
  await page.goto(`${greenhouse.url}/login`);
  await page.getByRole('link', { name: '개인정보처리방침' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '개인정보처리방침' })).toBeVisible();
  await page.goto(`${greenhouse.url}/cms/terms`);
  await expect(page.getByRole('heading', { level: 1, name: '이용약관' })).toBeVisible();
  await page.getByRole('link', { name: '로그인' }).click();
  await expect(page.getByLabel('아이디')).toBeVisible();
});

test('leads back to the page one was sent away from', async ({ greenhouse, phone: { page } }) => {
  const { second } = greenhouse.farms;
  await page.goto(`${greenhouse.url}/cms/monitor/record?farm=${second}&range=7d`);
  await page.waitForURL((at) => at.pathname === '/login');
  await expect(page.getByText('로그인이 필요한 화면입니다')).toBeVisible();
  await fillSignIn(page);
  await expect(page.getByRole('heading', { level: 1, name: '와흘 농장 센서 기록' })).toBeVisible();
  await expect(page.getByRole('radio', { name: '7일' })).toBeChecked();
});

test('never leads away to another site after signing in', async ({ greenhouse, phone: { page } }) => {
  for (const foreign of ['https://evil.example/cms', '//evil.example/cms', 'javascript:alert(1)']) {
    await page.goto(`${greenhouse.url}/login?callbackUrl=${encodeURIComponent(foreign)}`);
    await fillSignIn(page);
    await expect(page.getByRole('heading', { level: 1, name: '위미 농장' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(greenhouse.url);
    await signOut(page);
  }
});

test('stays signed in over a reload', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  await page.reload();
  await expect(tile(page, '온도')).toBeVisible();
  expect(pathOf(page)).toBe('/cms/dashboard');
});

test('signs out every tab when one signs out', async ({ greenhouse, phone: { page, context } }) => {
  await signIn(page, greenhouse);
  const other = await context.newPage();
  await other.goto(`${greenhouse.url}/cms/monitor/record`);
  await expect(other.getByRole('heading', { level: 1, name: '위미 농장 센서 기록' })).toBeVisible();
  await signOut(page);
  await other.waitForURL((at) => at.pathname === '/login');
  await expect(other.getByText('위미 농장')).toHaveCount(0);
});

test('signs in every tab when one signs in', async ({ greenhouse, phone: { page, context } }) => {
  const other = await context.newPage();
  await other.goto(`${greenhouse.url}/login?callbackUrl=%2Fcms%2Ffarm%2Ffarm-manage`);
  await expect(other.getByLabel('아이디')).toBeVisible();
  await signIn(page, greenhouse);
  await expect(other.getByRole('heading', { level: 1, name: '농장 관리' })).toBeVisible();
});

test('로그아웃 leaves nothing of the user on the device', async ({ greenhouse, phone: { page } }) => {
  await page.clock.install();
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await signOut(page);
  await expect.poll(() => userTraces(page)).not.toMatch(/위미|grower|onsil-read/);
  // A write that was in flight arrives a second later.
  await sleepFor(page, 3_000);
  expect(await userTraces(page)).not.toMatch(/위미|grower|onsil-read/);
});

test('the token is nowhere on the device', async ({ greenhouse, phone: { page } }) => {
  const answered = page.waitForResponse(
    async (response) => response.url().endsWith('/api/auth/session') && (await response.text()).includes('jwtToken'),
  );
  await signIn(page, greenhouse);
  const { jwtToken } = await (await answered).json();
  expect(jwtToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await readyForOffline(page, greenhouse);
  await page.getByRole('link', { name: '개인정보처리방침' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const kept = await deviceContents(page);
  expect(kept.databases['onsil-read-grower']).toContain('위미 농장');
  expect(Object.keys(kept.cached).length).toBeGreaterThan(10);
  expect(kept.localStorage).not.toEqual({});
  // Header and claims may be kept to recognise the user; the signature must not be.
  const [, claims = '', signature = ''] = jwtToken.split('.');
  const text = JSON.stringify(kept);
  expect([claims, signature].filter((part) => text.includes(part))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('locks after an hour: asks to sign in again and keeps what was seen', async ({ greenhouse, phone: { page } }) => {
  await page.clock.install();
  await signIn(page, greenhouse, { at: '/cms/monitor/record?range=24h' });
  await readyForOffline(page, greenhouse);
  await sleepFor(page, HOUR_MS - 60_000);
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장 센서 기록' })).toBeVisible();

  await sleepFor(page, 61_000);
  await page.waitForURL((at) => at.pathname === '/login');
  await expect(page.getByText('한 시간이 지나 로그아웃')).toBeVisible();
  await expect(page.getByText('위미')).toHaveCount(0);
  expect(await keptKeys(page, 'grower')).toContain('/api/farm');

  await fillSignIn(page);
  await expect(page.getByRole('heading', { level: 1, name: '위미 농장 센서 기록' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('range')).toBe('24h');
});

test('the hour ends the session on the server too', async ({ greenhouse, phone: { page } }) => {
  await page.clock.install();
  await signIn(page, greenhouse);
  await expect(tile(page, '온도')).toBeVisible();
  await sleepFor(page, HOUR_MS);
  await page.waitForURL((at) => at.pathname === '/login');
  await page.reload();
  await expect(page.getByLabel('아이디')).toBeVisible();
  expect(await (await page.request.get(`${greenhouse.url}/api/auth/session`)).json()).toEqual({});
});

test('leads paths that are not listed to /404', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  for (const path of ['/cms/board/notice', '/no/such/page', '/admin', '/admin/users']) {
    await page.goto(greenhouse.url + path);
    await page.waitForURL((at) => at.pathname === '/404');
    await expect(page.getByRole('heading', { level: 1, name: '찾을 수 없는 화면입니다' })).toBeVisible();
    await expect(page).toHaveTitle(/찾을 수 없는 화면/);
  }
  await page.getByRole('link', { name: '처음 화면으로' }).click();
  await expect(tile(page, '온도')).toBeVisible();
});

test('leads a user without farms to where one is registered', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse, { user: 'newcomer' });
  await page.waitForURL((at) => at.pathname === '/cms/farm/farm-manage');
  expect(new URL(page.url()).searchParams.get('open')).toBe('true');
  await expect(page.getByRole('form', { name: '농장 등록' })).toBeVisible();
});

import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ruleFamilies } from '#contract/control/rule/rule.ts';
import { expect, fillSignIn, signIn, signOut, test, tile, viewports } from '../support/browser/fixtures.ts';
import { brokenFigures, landmarksOf } from '../support/browser/page-layout.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

type Findings = Awaited<ReturnType<AxeBuilder['analyze']>>;

const LOOK = `axe.run({ resultTypes: ['violations'] })`;
/** Themes differ in colours only. */
const LOOK_AT_COLOURS = `axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })`;

/** Runs axe on the page; its script stays there as long as the page. */
async function lookAt(page: Page, isFirst: boolean): Promise<Findings> {
  if (!(await page.evaluate(() => 'axe' in window))) return new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return page.evaluate<Findings>(isFirst ? LOOK : LOOK_AT_COLOURS);
}

/** Navigates like a link of the app, without loading the app again. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const isOther = new URL(to, location.href).pathname !== location.pathname;
    if (isOther) document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
}

/** Serious and critical findings of axe in both themes, as messages with the element. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours in transition must not be judged.
    await page.evaluate(() => {
      // Infinite animations such as spinners never finish.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      return Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    });
    const { violations } = await lookAt(page, colorScheme === 'light');
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${colorScheme} ${id} ${target.join(' ')}: ${failureSummary}`),
      );
    }
  }
  return found;
}

/** No page is wider than the narrowest screen. */
async function expectNarrow(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  // Charts adapt a frame or two later.
  await expect
    .soft(async () => {
      expect(await sidewaysPx(page), `${name} at 320 px`).toBeLessThanOrEqual(0);
    })
    .toPass({ timeout: 15_000, intervals: [50] });
  await page.setViewportSize(viewports.phone);
}

/**
 * A font size of 24 px breaks no value and moves nothing off the page, and a screen reader lists at most eight
 * landmarks.
 */
async function expectRoomy(page: Page, name: string): Promise<void> {
  expect.soft(await landmarksOf(page), `landmarks of ${name}`).toBeLessThanOrEqual(8);
  const setLetters = (size: string) =>
    page.evaluate((px) => {
      document.documentElement.style.fontSize = px;
    }, size);
  await setLetters('24px');
  await expect
    .soft(async () => {
      expect(await sidewaysPx(page), `${name} with letters of 24 px`).toBeLessThanOrEqual(0);
      expect(await brokenFigures(page.locator('body')), `figures of ${name}`).toEqual([]);
    })
    .toPass({ timeout: 15_000, intervals: [50] });
  await setLetters('');
}

/** How much wider the page is than its window, px. */
function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    // Phones zoom out until everything is visible, and report the resulting width.
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** A crop of the first farm and a deleted one; returns the id of the first. */
async function plant({ url, farms }: Greenhouse): Promise<string> {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return (await call(path, { method, headers, body: JSON.stringify(body) })).json();
  };
  const crop = { farmIndex: farms.first, itemCode: 'CRO001', variety: '조생', house: '1동', areaM2: 1650 };
  const rest = { treeCount: 120, plantedOn: '2018-03-10', budBreakOn: null, cultivation: 'heated', status: 'growing' };
  const kept = await send('POST', '/api/crops', { ...crop, ...rest });
  const gone = await send('POST', '/api/crops', { ...crop, ...rest, house: '2동' });
  await send('DELETE', `/api/crops/${gone.data.id}`, { confirmName: '한라봉' });
  return kept.data.id;
}

/** A user with a one-time password; returns the password. */
async function invite({ url }: Greenhouse, userId: string): Promise<string> {
  const { call } = await signInByWire(url, 'boss', PASSWORD);
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const body = JSON.stringify({ userId, name: '고해녀', authority: 'ROLE_USER' });
  const { data } = await (await call('/api/admin/users', { method: 'POST', headers, body })).json();
  return data.oneTimePassword;
}

for (const viewportName of ['phone', 'desktop'] as const) {
  test.describe(`at ${viewportName} size`, () => {
    test.use({ viewportName });

    test('no page has a serious finding in either theme', async ({ greenhouse, phone: { page } }) => {
      await greenhouse.send('soil_temperature', 14.6, Date.now() - 20 * 60_000);
      const look = async (name: string, path: string, ready: () => Promise<void>) => {
        await goWithin(page, path);
        await ready();
        await judge(name);
      };
      const judge = async (name: string) => {
        expect.soft(await findings(page), name).toEqual([]);
        await expectRoomy(page, name);
      };
      const heading = (name: string) => () => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

      await page.goto(`${greenhouse.url}/login`);
      await expect(page.getByLabel('아이디')).toBeVisible();
      await judge('sign-in');
      await page.getByRole('button', { name: '로그인' }).click();
      await expect(page.getByLabel('아이디')).toHaveAccessibleDescription(/입력/);
      expect.soft(await findings(page), 'sign-in with errors').toEqual([]);
      await fillSignIn(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

      await look('farms', '/cms/farm/farm-manage', () =>
        expect(page.getByRole('link', { name: '위미 농장' })).toBeVisible(),
      );
      await look('dashboard', '/cms/dashboard', async () => {
        await expect(tile(page, '지온')).toContainText('분 전');
        await expect(page.locator('canvas').first()).toBeVisible();
      });
      await look('records as a chart', '/cms/monitor/record', () =>
        expect(page.getByRole('application').locator('canvas').first()).toBeVisible(),
      );
      await look('records as a table', '/cms/monitor/record?range=free&view=table', () =>
        expect(page.getByRole('table')).toBeVisible(),
      );
      await look('new farm', '/cms/farm/farm-create', heading('농장 등록'));
      await page.getByRole('button', { name: '등록', exact: true }).click();
      await expect(page.getByRole('heading', { name: '1곳을 고쳐 주세요' })).toBeVisible();
      expect.soft(await findings(page), 'new farm with errors').toEqual([]);
      await look('farm', `/cms/farm/farm-edit/${greenhouse.farms.first}`, () =>
        expect(page.getByRole('button', { name: '관측소 저장' })).toBeVisible(),
      );
      await look('devices', '/cms/device/device-manage', () =>
        expect(page.getByRole('link', { name: '시험 장치' })).toBeVisible(),
      );
      await look('new device', '/cms/device/device-create', heading('장치 등록'));
      await look('new sensor', '/cms/device/sensor-create', heading('센서 등록'));
      await look('connecting a device', '/cms/device/device-edit/1?tab=connect', () =>
        expect(page.getByRole('log', { name: '도착한 값' }).getByRole('listitem').first()).toBeVisible(),
      );
      await look('sensors', '/cms/device/sensor-manage', () =>
        expect(page.getByRole('link', { name: '1동 온도', exact: true })).toBeVisible(),
      );
      await look('sensor', '/cms/device/sensor-edit/1', () =>
        expect(page.getByRole('button', { name: '보정 더하기' })).toBeVisible(),
      );
      await look('notices', '/cms/board/board-manage', heading('게시판'));
      await look('new notice', '/cms/board/board-create', heading('글쓰기'));
      await look('unsent', '/cms/outbox', heading('보낼 것'));
      await look('weather', '/cms/terms?weather=today', () =>
        expect(
          page.getByRole('dialog', { name: '날씨' }).getByRole('region', { name: '해 뜨고 지는 때' }),
        ).toBeVisible(),
      );
      await look('sun and moon', '/cms/weather/sky', heading('해와 달'));
      await look('forecast', '/cms/weather/forecast', heading('위미 농장 예보'));
      await look('inside and outside', '/cms/weather/compare', heading('위미 농장 안팎 비교'));
      await look('policy', '/cms/policy', heading('개인정보처리방침'));
      await look('terms', '/cms/terms', heading('이용약관'));
      await look('not found', '/no-such-page', heading('찾을 수 없는 화면입니다'));

      await goWithin(page, '/cms/dashboard');
      await page.getByRole('button', { name: '농장 위미 농장' }).click();
      await expect(page.getByRole('option', { name: '와흘 농장' })).toBeVisible();
      expect.soft(await findings(page), 'open list of farms').toEqual([]);
      await page.keyboard.press('Escape');
      if (viewportName === 'phone') {
        await page.getByRole('button', { name: '메뉴' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect.soft(await findings(page), 'open menu').toEqual([]);
      }
    });

    test('no page to manage or compare with has a serious finding or is too wide', async ({
      greenhouse,
      phone: { page },
    }) => {
      const crop = await plant(greenhouse);
      const look = async (path: string, ready: () => Promise<void>) => {
        await goWithin(page, path);
        await ready();
        expect.soft(await findings(page), path).toEqual([]);
        await expectRoomy(page, path);
        if (viewportName === 'phone') await expectNarrow(page, path);
      };
      const sees = (words: string | RegExp) => () =>
        expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
      const button = (name: string) => () => expect(page.getByRole('button', { name }).first()).toBeVisible();
      const chart = () => expect(page.getByRole('application').locator('canvas').first()).toBeVisible();
      const link = (name: string) => () => expect(page.getByRole('link', { name }).first()).toBeVisible();

      await signIn(page, greenhouse);
      await look('/cms/monitor/lead-farm', chart);
      await look('/cms/monitor/humidity', chart);
      await look('/cms/monitor/record-print', button('인쇄'));
      await look('/cms/monitor/statistics', () => expect(page.getByRole('table').first()).toBeVisible());
      await look('/cms/monitor/quality', async () => {
        await page.getByRole('button', { name: /^1동 정상 \d개$/ }).click();
        await button('1동 온도 메뉴')();
      });
      await page.getByRole('button', { name: '1동 온도 메뉴' }).click();
      await page.getByRole('menuitem', { name: '값 제외' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect.soft(await findings(page), 'leaving values out').toEqual([]);
      await look('/cms/control/heat-settings', button('시간대 더하기'));
      await look('/cms/control/operate', sees('난방기'));
      await look('/cms/control/equipment', button('고치기'));
      await look('/cms/control/log', () => expect(page.getByRole('heading', { level: 1 })).toBeVisible());
      await look('/cms/control/water-time-manage', link('규칙 만들기'));
      for (const family of ruleFamilies) {
        await look(`/cms/control/${family}-create`, () =>
          expect(page.getByRole('region', { name: '미리 해보기' })).toBeVisible(),
        );
      }
      await look('/cms/farm/crop-manage', link('한라봉'));
      await look('/cms/farm/crop-create', button('등록'));
      await look(`/cms/farm/crop-edit/${crop}`, button('작물 삭제'));
      await look('/cms/growth/growing-manage', link('조사 등록'));
      await look('/cms/growth/growing-create', button('등록'));
      await look('/cms/device/inspection-manage', link('점검 등록'));
      await look('/cms/device/inspection-create', button('등록'));
      await look('/cms/growth/season', () =>
        // The picture of degree days depends on how much of the day has readings.
        expect(page.getByRole('heading', { name: '생육 단계' })).toBeVisible(),
      );
      const calendar = page.getByRole('dialog', { name: '생육 달력' });
      await look('/cms/terms?calendar=own', async () => {
        await expect(calendar.getByRole('application').locator('canvas').first()).toBeVisible();
        await calendar.getByRole('button', { name: '우리 농장 값 정하기' }).click();
        await expect(calendar.getByRole('form', { name: /우리 농장 값$/ })).toBeVisible();
      });
      await look('/cms/my-page/edit-user-info', sees('이 기기'));
      await signOut(page);
      await fillSignIn(page, 'boss');
      await look('/admin', () => expect(page.getByRole('main').getByRole('link', { name: /품목 코드/ })).toBeVisible());
      await look('/admin/users', button('newcomer 메뉴'));
      await page.getByRole('button', { name: '사용자 등록' }).click();
      expect.soft(await findings(page), 'new user').toEqual([]);
      await look('/admin/menus', button('작물 관리 고치기'));
      await page.getByRole('button', { name: '작물 관리 고치기' }).click();
      expect.soft(await findings(page), 'menu entry').toEqual([]);
      await look('/admin/item-codes', button('한라봉 메뉴'));
      await look('/admin/growth-calendar', async () => {
        await page.getByRole('button', { name: '이 시기 고치기' }).click();
        await expect(page.getByRole('form', { name: /고치기$/ })).toBeVisible();
      });
      await look('/admin/lead-farms', sees('이웃 농장'));
      await look('/admin/audit', sees('작물 등록'));
      await look('/admin/deleted', sees('30일 남음'));
      await look('/admin/weather-services', () => expect(page.getByRole('heading', { level: 1 })).toBeVisible());
      await signOut(page);
      await fillSignIn(page, 'haenyeo', await invite(greenhouse, 'haenyeo'));
      await look('/change-password', button('비밀번호 바꾸기'));
    });

    test('a page that failed has no serious finding', async ({ greenhouse: _, road, phone }) => {
      const { page } = phone;
      phone.tolerate(/ApiError/);
      road.fail((path) => path.startsWith('/api/farm'), 500, 'INTERNAL');
      await page.goto(`${road.url}/cms/dashboard`);
      await fillSignIn(page);
      await expect(page.getByRole('heading', { level: 1, name: '화면을 열지 못했습니다' })).toBeVisible();
      await expect(page.getByText('r-42')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      road.open();
      await expect(page.getByRole('heading', { level: 1, name: '위미 농장' })).toBeVisible();
    });
  });
}

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, fillSignIn, test, tile } from '../support/fixtures.ts';

/** Serious and critical findings of axe in both themes, in words that lead to the place. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours that are on their way are nobody's to judge.
    await page.evaluate(() => {
      // What turns while one waits never ends.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      return Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    });
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    // Themes differ in nothing but colour.
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    for (const { id, impact, nodes } of (await axe.analyze()).violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${colorScheme} ${id} ${target.join(' ')}: ${failureSummary}`),
      );
    }
  }
  return found;
}

for (const viewportName of ['phone', 'desktop'] as const) {
  test.describe(`at ${viewportName} size`, () => {
    test.use({ viewportName });

    test('no page has a serious finding in either theme', async ({ greenhouse, phone: { page } }) => {
      await greenhouse.send('soil_temperature', 14.6, Date.now() - 20 * 60_000);
      const look = async (name: string, path: string, ready: () => Promise<void>) => {
        await page.goto(greenhouse.url + path);
        await ready();
        expect.soft(await findings(page), name).toEqual([]);
      };
      const heading = (name: string) => () => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

      await look('sign-in', '/login', () => expect(page.getByLabel('아이디')).toBeVisible());
      await page.getByRole('button', { name: '로그인' }).click();
      await expect(page.getByLabel('아이디')).toHaveAccessibleDescription(/입력/);
      expect.soft(await findings(page), 'sign-in with errors').toEqual([]);
      await fillSignIn(page);

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
      await look('farms', '/cms/farm/farm-manage', () =>
        expect(page.getByRole('link', { name: '위미 농장' })).toBeVisible(),
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
      await look('connecting a device', '/cms/device/device-edit/1?tab=connect', () =>
        expect(page.getByText('첫 값을 기다리는 중…')).toBeVisible(),
      );
      await look('sensors', '/cms/device/sensor-manage', () =>
        expect(page.getByRole('link', { name: '1동 온도', exact: true })).toBeVisible(),
      );
      await look('sensor', '/cms/device/sensor-edit/1', () =>
        expect(page.getByRole('button', { name: '보정 더하기' })).toBeVisible(),
      );
      await look('policy', '/cms/policy', heading('개인정보처리방침'));
      await look('terms', '/cms/terms', heading('이용약관'));
      await look('not found', '/no-such-page', heading('찾을 수 없는 화면입니다'));

      await page.goto(`${greenhouse.url}/cms/dashboard`);
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

    test('a page that failed has no serious finding', async ({ greenhouse: _, road, phone }) => {
      const { page } = phone;
      phone.tolerate(/ApiError/);
      road.fail((path) => path.startsWith('/api/farms'), 500, 'INTERNAL');
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

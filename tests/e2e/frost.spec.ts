import type { Page } from '@playwright/test';
import { equipmentCard } from '../support/browser/equipment-card.ts';
import { expect, fillSignIn, test, viewports } from '../support/browser/fixtures.ts';
import { aSimulatedFarm } from '../support/server/simulated-farm.ts';

/** Five in the morning of a cold day in January, Seoul. */
const NIGHT = Date.UTC(2027, 0, 18, 20);
/** The highest that may be set, ℃. */
const GUARD_C = 10;

const heaterOn = (page: Page) => equipmentCard(page, '난방기');

test('frost turns a heater on that a hand keeps off, and what one phone stops another one sees', async ({
  browser,
  phone: { page },
}) => {
  const farm = await aSimulatedFarm({ days: 1, commanded: { 'h1-heater': 'HEATER', 'h1-vent': 'VENT' }, from: NIGHT });
  const operate = `${farm.url}/cms/control/operate`;
  try {
    await farm.pass(2);
    await page.goto(operate);
    await fillSignIn(page, 'grower');
    const heater = heaterOn(page);
    await heater.getByLabel('난방기 움직일 시간').selectOption({ label: '2시간 동안' });
    await heater.getByRole('button', { name: '끄기' }).click();
    await farm.pass(5);
    await expect(heater).toContainText('꺼짐');
    await expect(heater).toContainText(/직접 조작: .+ 님, .+까지/);

    // Whatever a hand has set, the house is not left to freeze: here its guard is raised above the air.
    expect(await farm.reading('h1-temp')).toBeLessThan(GUARD_C);
    await page.goto(`${farm.url}/cms/control/heat-settings`);
    for (const [label, value] of [
      ['낮 목표', GUARD_C + 4],
      ['밤 목표', GUARD_C + 2],
      ['서리방지 최저', GUARD_C],
    ] as const) {
      await page.getByRole('textbox', { name: label }).fill(String(value));
    }
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByRole('region', { name: '저장했습니다.' })).toBeVisible();
    await page.goto(operate);
    await farm.pass(2);
    await expect(heater).toContainText('켜짐');
    await expect(heater).toContainText(/서리방지: 온도|제어기가 현장 보호로 움직이는 중/);

    const other = await browser.newContext({ viewport: viewports.phone, locale: 'ko-KR', hasTouch: true });
    const second = await other.newPage();
    await second.goto(operate);
    await fillSignIn(second, 'grower');
    await second.getByRole('button', { name: '모두 정지' }).click();
    await farm.pass(1);
    // Stop means stop, for frost as well; the first phone shows it by itself.
    await expect(page.getByText(/^모두 정지 중입니다\./)).toBeVisible();
    await expect(heater).toContainText('꺼짐');
    await page.getByRole('button', { name: '해제' }).click();
    await expect(second.getByText(/^모두 정지 중입니다\./)).toHaveCount(0);
    await farm.pass(6);
    await expect(heaterOn(second)).toContainText('켜짐');
    await other.close();

    await page.goto(`${farm.url}/cms/control/log`);
    const rows = page.getByRole('region', { name: '판단' });
    for (const words of [/서리방지|현장 보호/, /난방기 (끔|막힘) · 모두 정지 중/])
      await expect(rows).toContainText(words);
  } finally {
    await farm.stop();
  }
});

import { equipmentCard } from '../support/browser/equipment-card.ts';
import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';
import { aSimulatedFarm } from '../support/server/simulated-farm.ts';

/** Seven in the morning of a day in May, Seoul: an hour and a half after sunrise. */
const MORNING = Date.UTC(2027, 4, 12, 22);

test('carbon dioxide is given in doses while the vents are shut, and not to people inside', async ({
  phone: { page },
}) => {
  const farm = await aSimulatedFarm({
    days: 1,
    commanded: { 'h1-vent': 'VENT', 'h1-supply': 'CO2_SUPPLY' },
    from: MORNING,
    hasSupply: true,
    // Trees and soil have breathed all night into the simulated house, more than the rule would give.
    offBy: { 'h1-co2': -250 },
  });
  const at = (where: string) => page.goto(`${farm.url}/cms/control/${where}`);
  const supply = equipmentCard(page, '탄산가스');
  try {
    // Its own controller had the vent open; it is the server's now, and no rule wants it open.
    await farm.pass(12);
    await at('reservation-ghg-create');
    await fillSignIn(page, 'grower');
    await page.getByLabel('이름').fill('아침 탄산');
    await expect(page.getByRole('region', { name: '규칙 문장' })).toContainText(
      '창이 닫혀 있을 때 밝으면 700 ppm, 흐리면 500 ppm까지 3분씩 공급합니다.',
    );
    await page.getByRole('switch', { name: '사용' }).click();
    await page.getByLabel('방식').selectOption('act');
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '아침 탄산' })).toBeVisible();
    await at('operate');
    const before = await farm.reading('h1-co2');
    // The vent has to be seen shut for five minutes first.
    await farm.pass(7);
    await page.reload();
    await expect(supply).toContainText(
      /켜짐.*탄산가스 켬 · 이산화탄소 \d+ ppm, 목표 \d+ ppm보다 낮음 · 규칙 아침 탄산/,
    );
    await farm.pass(3);
    await page.reload();
    await expect(supply).toContainText('꺼짐');
    await expect(supply).toContainText('센서로 확인됨');
    expect(await farm.reading('h1-co2')).toBeGreaterThan(before + 15);

    await page.getByRole('button', { name: '사람 있음' }).click();
    await expect(supply).toContainText(/사람 있음: \d\d:\d\d까지 켜지 않음/);
    await farm.pass(12);
    await page.reload();
    await expect(supply).toContainText('꺼짐');
    await page.getByRole('button', { name: '모두 나왔음' }).click();
    await farm.pass(2);
    await page.reload();
    await expect(supply).toContainText('켜짐');

    await at('log');
    const rows = page.getByRole('region', { name: '판단' });
    await expect(rows).toContainText('아침 탄산 기다림 · 섞이기를 기다림');
    await expect(rows).toContainText('아침 탄산 막힘 · 사람 있음');
  } finally {
    await farm.stop();
  }
});

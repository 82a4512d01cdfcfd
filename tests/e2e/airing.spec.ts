import type { Page } from '@playwright/test';
import { equipmentCard } from '../support/browser/equipment-card.ts';
import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';
import { aSimulatedFarm } from '../support/server/simulated-farm.ts';

/** Eleven in the morning of a dry day in May, Seoul: closed houses become warm and damp. */
const MORNING = Date.UTC(2027, 4, 12, 2);

const vent = (page: Page) => equipmentCard(page, '측창');

test('low carbon dioxide airs a house, damp opens its vent for a while, and warmth in steps, as each rule says', async ({
  phone: { page },
}) => {
  const farm = await aSimulatedFarm({
    days: 1,
    commanded: { 'h1-vent': 'VENT' },
    from: MORNING,
    hasWeather: true,
    // Without a crop that is lit all day, the air of the simulated house never has less than outside.
    offBy: { 'h1-co2': -60 },
  });
  const at = (where: string) => page.goto(`${farm.url}/cms/control/${where}`);
  const sentence = page.getByRole('region', { name: '규칙 문장' });
  async function saveActing(name: string) {
    await page.getByRole('switch', { name: '사용' }).click();
    await page.getByLabel('방식').selectOption('act');
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  async function switchOff(family: string, name: string) {
    await at(`${family}-manage`);
    await page.getByRole('switch', { name: `${name} 사용` }).click();
    await expect(page.getByRole('switch', { name: `${name} 사용` })).not.toBeChecked();
  }
  try {
    // Its own controller had it open; it is the server's now, and no rule wants it open.
    await farm.pass(12);
    await at('reservation-ghg-create');
    await fillSignIn(page, 'grower');
    await page.getByLabel('이름').fill('모자라면 환기');
    await page.getByRole('button', { name: '1번 시간대 지우기' }).click();
    await page.getByLabel('이보다 낮으면').fill('400');
    await expect(sentence).toContainText('이산화탄소가 400 ppm 아래면 창을 15 % 열어 10분 환기합니다.');
    expect(await farm.reading('h1-co2')).toBeLessThan(400);
    await saveActing('모자라면 환기');
    await at('operate');
    await expect(vent(page)).toContainText(/닫힘|0 %/);
    await farm.pass(4);
    await expect(vent(page)).toContainText('15 %');
    await expect(vent(page)).toContainText('규칙 모자라면 환기');
    await farm.pass(12);
    await expect(vent(page)).toContainText(/닫힘|0 %/);
    await switchOff('reservation-ghg', '모자라면 환기');

    await at('reservation-composite-create');
    await page.getByLabel('이름').fill('눅눅하면');
    await page.getByRole('button', { name: '조건 더하기', exact: true }).click();
    await page.getByLabel('무엇', { exact: true }).selectOption({ label: '습도' });
    await page.getByRole('textbox', { name: /^기준/ }).fill('60');
    await page.getByRole('button', { name: '할 일 더하기' }).click();
    await page.getByLabel('세기나 열림').fill('30');
    await page.getByLabel('얼마 동안').fill('20');
    await expect(sentence).toContainText(/1동 내부 습도.* 60 % 초과.*1동 측창.* 30 %/);
    await saveActing('눅눅하면');
    await at('operate');
    await farm.pass(8);
    await expect(vent(page)).toContainText('30 %');
    await expect(vent(page)).toContainText('규칙 눅눅하면');
    await switchOff('reservation-composite', '눅눅하면');
    await farm.pass(8);

    const target = Math.floor(await farm.reading('h1-temp')) - 4;
    await at('reservation-target-create');
    await page.getByLabel('이름').fill('낮 환기');
    await page.getByLabel(/^목표/).last().fill(String(target));
    await expect(sentence).toContainText(`온도가 ${target} ℃를 넘으면, 1동 측창을 조금씩 열어`);
    await saveActing('낮 환기');
    await at('operate');
    await farm.pass(2);
    // A fifth of the way at most, and only then further.
    await expect(vent(page)).toContainText(/\b(1?\d|20) %/);
    await farm.pass(15);
    await expect(vent(page)).toContainText(/\b[3-9]\d %/);
    await expect(vent(page)).toContainText('규칙 낮 환기');

    await at('log');
    const rows = page.getByRole('region', { name: '판단' });
    for (const name of ['모자라면 환기', '눅눅하면', '낮 환기']) await expect(rows).toContainText(`규칙 ${name}`);
  } finally {
    await farm.stop();
  }
});

import type { Page } from '@playwright/test';
import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';
import { aSimulatedFarm } from '../support/server/simulated-farm.ts';

/** However far the page is scrolled, nothing lies over the button. */
async function expectNeverCovered(page: Page, name: string): Promise<void> {
  const covered = await page.getByRole('button', { name }).evaluate(async (button) => {
    const heights: number[] = [];
    for (let y = 0; y <= document.documentElement.scrollHeight - innerHeight; y += 20) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
      const { left, top, width, height } = button.getBoundingClientRect();
      if (!button.contains(document.elementFromPoint(left + width / 2, top + height / 2))) heights.push(y);
    }
    return heights;
  });
  expect(covered).toEqual([]);
}

test('an irrigation by soil moisture is written, tried, switched on, proved by the flow, and rests, as the log tells', async ({
  phone: { page },
}) => {
  // A rehearsal sums up from 70 % of its 14 days on.
  const farm = await aSimulatedFarm({ days: 12, commanded: { 'h1-water': 'WATER' } });
  const at = (where: string) => page.goto(`${farm.url}/cms/control/${where}`);
  try {
    await at('water-sensor-create');
    await fillSignIn(page, 'grower');
    const dry = await farm.reading('h1-soil-moist');
    await page.getByLabel('이름').fill('마르면 조금씩');
    await page.getByLabel(/^시작점/).fill(String(Math.ceil(dry) + 20));
    await page.getByLabel(/^끝점/).fill(String(Math.ceil(dry) + 24));
    await page.getByLabel('이만큼 이어지면').fill('0');
    // Twenty minutes raise the moisture by 0.8 points, far above the noise of the probe.
    await page.getByLabel('한 번 양').fill('20');
    await page.getByLabel('스며드는 시간').fill('20');
    await page.getByLabel(/^하루 최대/).fill('60');
    // At any time of the day; a single dose, and then the rest.
    await page.getByRole('button', { name: /1번 시간대/ }).click();
    await page.getByText('더 정하기').click();
    await page.getByLabel('한 번에 최대').fill('1');
    await page.getByLabel('최소 오름').fill('0.2');
    await expect(page.getByRole('region', { name: '규칙 문장' })).toContainText('1동 관수 밸브에 20분씩 주고');

    const panel = page.getByRole('region', { name: '미리 해보기' });
    // A busy server may not come far enough in its time, and asks to be pressed again.
    await expect(async () => {
      await panel.getByRole('button', { name: /^(미리|다시) 해보기$/ }).click();
      await expect(panel).toContainText(/(지난|계산한 앞쪽) \d+일 동안 관수를 (적어도 )?\d+번/);
    }).toPass({ timeout: 120_000 });

    await page.getByRole('switch', { name: '사용' }).click();
    await page.getByLabel('방식').selectOption('act');
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '마르면 조금씩' })).toBeVisible();

    await expectNeverCovered(page, '모두 정지');

    // The valve opens, and the screen says why and until when.
    await farm.pass(1);
    await at('operate');
    const valve = page.getByRole('main').getByRole('listitem').filter({ hasText: '정비 잠금' });
    await expect(valve).toContainText('켜짐');
    await expect(valve).toContainText(/수분 .+ %, 시작점 .+ %보다 낮음 · 규칙 마르면 조금씩/);
    await expect(valve).toContainText(/\d\d:\d\d에 저절로 끝남/);

    // Water flows, and the command is proved by it.
    await farm.pass(4);
    expect(await farm.reading('h1-flow')).toBeGreaterThan(50);
    await expect(valve).toContainText(/마지막 명령: 동작 중 \(\d\d:\d\d\) · 센서로 확인됨/);
    await farm.pass(18);
    await page.reload();
    await expect(valve).toContainText('꺼짐');
    await valve.getByText(/^마지막 명령: 끝남/).click();
    await expect(valve.getByRole('list').getByRole('listitem').last()).toHaveText(/^\d\d:\d\d 끝남/);

    // It soaks in; the soil is wetter; and though it is still below its start, the rest holds.
    await at('water-sensor-manage');
    await expect(page.getByRole('main')).toContainText(/스며드는 중 · (\d+월 \d+일 \(.\) )?\d\d:\d\d에 다시 봄/);
    await farm.pass(25);
    expect(await farm.reading('h1-soil-moist')).toBeGreaterThan(dry);
    await page.reload();
    await expect(page.getByRole('main')).toContainText(/다음까지 쉬는 중 · (\d+월 \d+일 \(.\) )?\d\d:\d\d에 다시 판단/);
    await at('operate');
    await expect(valve).toContainText('꺼짐');

    await at('log');
    const rows = page.getByRole('region', { name: '판단' });
    for (const words of [/관수 밸브 켬 · 수분/, /스며드는 중/, /1번 주어 한 번에 최대에 닿음/, /다음까지 쉬는 중/]) {
      await expect(rows).toContainText(words);
    }

    // The chart says when it ran and by which rule, and a tap asks the log.
    await page.goto(`${farm.url}/cms/monitor/record?devices=${farm.channel('h1-water')}`);
    const runs = page.getByRole('region', { name: '1동 관수 밸브 움직인 때' });
    await runs.getByRole('link', { name: /켬 · 규칙 마르면 조금씩/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '판단 기록' })).toBeVisible();
    await expect(rows).toContainText(/관수 밸브 켬 · 수분/);
  } finally {
    await farm.stop();
  }
});

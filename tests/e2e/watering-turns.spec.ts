import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';
import { aSimulatedFarm } from '../support/server/simulated-farm.ts';

/** Twenty past six in the morning of a Thursday in May, Seoul. */
const EARLY = Date.UTC(2027, 4, 12, 21, 20);

test('two houses are watered at a time of day, one after the other, as the log tells', async ({ phone: { page } }) => {
  const farm = await aSimulatedFarm({
    days: 1,
    commanded: { 'h1-water': 'WATER', 'h2-water': 'WATER' },
    from: EARLY,
  });
  const at = (where: string) => page.goto(`${farm.url}/cms/control/${where}`);
  try {
    await at('water-time-create');
    await fillSignIn(page, 'grower');
    await page.getByLabel('이름').fill('아침 관수');
    const amounts = page.getByRole('textbox', { name: /^양/ });
    await amounts.fill('4');
    await page.getByRole('button', { name: '구역 더하기' }).click();
    await amounts.nth(1).fill('3');
    const sentence = page.getByRole('region', { name: '규칙 문장' });
    await expect(sentence).toContainText('06:30에, 1동 관수 밸브에 4분, 2동 관수 밸브에 3분 줍니다.');
    await expect(sentence).toContainText('06:30부터 06:37까지');
    await page.getByRole('switch', { name: '사용' }).click();
    await page.getByLabel('방식').selectOption('act');
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '아침 관수' })).toBeVisible();
    await at('water-time-manage');
    await expect(page.getByRole('main')).toContainText('오늘 06:30에 물을 줍니다');

    const valves = page.getByRole('main').getByRole('listitem').filter({ hasText: '정비 잠금' });
    const [first, second] = [valves.nth(0), valves.nth(1)];
    await at('operate');
    await expect(first).toContainText('꺼짐');
    await farm.pass(12);
    await page.reload();
    await expect(first).toContainText(/켜짐.*06:30부터.*저절로 끝남/);
    await expect(first).toContainText(/06:30 관수 밸브 켬 · 정한 시각 · 규칙 아침 관수/);
    await expect(first).toContainText('센서로 확인됨');
    await expect(second).toContainText('꺼짐');

    // The second house has its turn once the first one is shut.
    await farm.pass(4);
    await page.reload();
    await expect(first).toContainText(/꺼짐.*06:34 관수 밸브 끔 · 8\d\d L 줌/);
    await expect(second).toContainText(/켜짐.*06:34부터/);
    await expect(second).toContainText('센서로 확인됨');
    await farm.pass(4);
    await page.reload();
    for (const valve of [first, second]) {
      await expect(valve).toContainText('꺼짐');
      await expect(valve).toContainText("다음: 내일 06:30에 물을 줍니다 ('아침 관수' 규칙).");
    }
    expect(await farm.reading('h1-flow')).toBe(0);
    expect(await farm.reading('h2-flow')).toBe(0);

    await at('log');
    const rows = page.getByRole('region', { name: '판단' });
    for (const words of [
      '1동 관수 밸브 켬 · 정한 시각',
      '2동 관수 밸브 켬 · 정한 시각',
      /2동 관수 밸브 끔 · 5\d\d L 줌/,
    ]) {
      await expect(rows).toContainText(words);
    }
  } finally {
    await farm.stop();
  }
});

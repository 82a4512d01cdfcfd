import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { equipmentCard } from '../support/browser/equipment-card.ts';
import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';
import { startServerProcess } from '../support/server/server-process.ts';

/** One demonstration for all tests; each continues with the equipment as the previous one left it. */
test.describe.configure({ mode: 'serial' });

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-control-'));
let server: Awaited<ReturnType<typeof startServerProcess>>;

test.beforeAll(async () => {
  server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
});

test.afterAll(async () => {
  server.kill('SIGKILL');
  await server.gone;
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (page: string) => `${server.url.replace('127.0.0.1', 'localhost')}/cms/${page}`;
const valveOn = (page: Page) => equipmentCard(page, '관수 밸브');

/** Labels of the form fields that are covered by another element while they have the focus. */
const coveredFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].flatMap((field) => {
      field.focus();
      const { left, top, width, height } = field.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const isOwn = over !== null && (field.contains(over) || over.contains(field));
      return !field.checkVisibility() || width * height < 4 || isOwn
        ? []
        : [field.labels?.[0]?.textContent ?? field.name];
    }),
  );

test('a hand moves what is commanded when it is held, one press stops everything, and the start screen says so', async ({
  phone: { page },
}) => {
  const valve = valveOn(page);
  await page.goto(at('control/operate'));
  await fillSignIn(page, 'grower', DEMO_PASSWORD);
  await expect(valve).toContainText('제어를 허용하지 않은 장비라 여기서 움직일 수 없습니다.');

  await valve.getByRole('link', { name: '장비 설정에서 허용' }).click();
  await expect(valve).toContainText('상태만 볼 수 있고, 서버가 움직이지 않는 장비입니다.');
  await expect(valve).toContainText(/(켜짐|꺼짐) (방금|\d+분 전) 들어온 상태/);
  for (const thing of [valve, equipmentCard(page, '측창')]) {
    await thing.getByRole('button', { name: '고치기' }).click();
    await thing.getByRole('switch', { name: '제어 허용' }).click();
    if (thing === valve) {
      // The one meter of its house is offered, and proves what flows from then on.
      await expect(thing).toContainText('이 동에 유량계가 있습니다: 1동 관수 유량.');
      await thing.getByRole('button', { name: '이 유량계로' }).click();
      await expect(thing.getByLabel('유량계').locator('option:checked')).toHaveText('1동 관수 유량');
    }
    await thing.getByRole('button', { name: '저장' }).click();
    await expect(thing).toContainText('제어 허용 · 한 번 최대');
  }
  // What holds the vent back is told with its limits, and what its controller does without the server.
  const equipment = equipmentCard(page, '측창');
  await equipment.getByText(/^한도, 인터록 \d, 제어기 보호 \d/).click();
  await expect(equipment.getByRole('region', { name: '측창 인터록' })).toContainText(
    /바람이 셈: 30 %까지만 엶.*풍속 8 m\/s 초과/,
  );
  const guards = equipment.getByRole('region', { name: '측창 제어기 보호' });
  await expect(guards).toContainText('제어기가 받아 지키고 있습니다.');
  await expect(guards).toContainText('33 ℃ 위로 1분 이어지면 모두 엶');
  await expect(guards).toContainText('연결이 끊기면 바람에 닫지 못합니다.');
  await expect(equipment.getByText('열기 5분 · 닫기 5분')).toBeVisible();
  // The owner makes one interlock stricter, and switches another off with a reason; both are told.
  const interlocks = equipment.getByRole('region', { name: '측창 인터록' });
  await interlocks.getByRole('button', { name: '바람이 셈 바꾸기' }).click();
  await interlocks.getByLabel('바람이 이보다 세면').fill('9');
  await interlocks.getByLabel('이유').fill('바람받이');
  await interlocks.getByRole('button', { name: '저장' }).click();
  await expect(interlocks).toContainText('3에서 8 m/s 사이로 정해 주세요. 처음보다 느슨하게 할 수는 없습니다.');
  await interlocks.getByLabel('바람이 이보다 세면').fill('6');
  await interlocks.getByRole('button', { name: '저장' }).click();
  await expect(interlocks).toContainText(/풍속 6 m\/s 초과.* 님이 더 엄하게 정함: 바람받이/);
  await interlocks.getByRole('button', { name: '찬비가 옴 바꾸기' }).click();
  await interlocks.getByRole('switch', { name: '인터록 사용' }).click();
  await interlocks.getByRole('button', { name: '저장' }).click();
  await expect(interlocks).toContainText('이유를 적어 주세요.');
  await interlocks.getByLabel('이유').fill('비가림을 씌움');
  await interlocks.getByRole('button', { name: '저장' }).click();
  await expect(interlocks.getByRole('button', { name: '찬비가 옴 바꾸기' })).toBeFocused();
  await expect(equipment).toContainText(/꺼 둔 인터록: 찬비가 옴 \(.+ 님, 비가림을 씌움\)/);

  await page.goto(at('control/operate'));
  const start = valve.getByRole('button', { name: '켜기' });
  // An accidental touch moves nothing and shows a hint; a key press asks for confirmation.
  await start.click();
  await expect(valve).toContainText('더 길게 눌러 주세요.');
  await start.press('Enter');
  await expect(valve).toContainText('한 번 더 누르면 시작합니다.');
  await start.press('Escape');
  await expect(valve).toContainText('길게 눌러 시작합니다.');
  await expect(valve).toContainText('꺼짐');
  await expect(valve).toContainText(/\d\d:\d\d에 끝나고 규칙으로 돌아갑니다/);
  await start.scrollIntoViewIfNeeded();
  const box = await start.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await expect(valve).toContainText('켜짐');
  await page.mouse.up();
  await expect(valve).toContainText(/직접 조작: .+ 님, .+까지/);
  await expect(valve).toContainText(/\d\d:\d\d부터.*, \d\d:\d\d에 저절로 끝남/);
  await expect(page.getByRole('region', { name: '지금' })).toContainText('1동 관수 밸브 켜짐');

  // The positions go by tens, and water ends by the clock or by its amount.
  await expect(equipmentCard(page, '측창').getByLabel('측창 열림').getByRole('option')).toHaveCount(10);
  const length = valve.getByLabel('관수 밸브 움직일 시간');
  await length.selectOption({ label: '정한 시각까지' });
  await valve.getByLabel('관수 밸브 끝나는 시각').fill('');
  await expect(start).toBeDisabled();
  await length.selectOption({ label: '30분 동안' });
  await expect(start).toBeEnabled();
  await valve.getByText('마지막 명령').click();
  await expect(valve).toContainText(/\d\d:\d\d 받음/);

  // It turns while the key is held and no interlock prevents it, and keeps its position on release.
  const vent = equipmentCard(page, '측창');
  await vent.getByRole('button', { name: '누르는 동안 열기' }).hover();
  await page.mouse.down();
  await expect(page.locator('body')).toContainText(/손을 떼면 멈춥니다|지금은 움직일 수 없습니다/);
  await page.mouse.up();
  await expect(vent).toContainText('길게 눌러 시작합니다.');
  await expect(vent).not.toContainText('움직이는 중');
  // Where no word comes through any more, nobody says that it stops as the finger lifts.
  await page.route('**/control/keys**', (route) => route.abort());
  await vent.getByRole('button', { name: '누르는 동안 열기' }).hover();
  await page.mouse.down();
  await expect(vent).toContainText('늦어도 10초 안에 저절로 멈춥니다.');
  await page.mouse.up();
  await page.unroute('**/control/keys**');
  // A button that is disabled under the finger lets go, though the finger stays. A press gives it no focus that it could
  // lose, as on iPhones.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.addEventListener('mousedown', (event) => event.preventDefault(), true);
  });
  await expect(vent.getByRole('button', { name: '누르는 동안 열기' })).toBeEnabled();
  const letGo = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/control/keys'),
  );
  await vent.getByRole('button', { name: '누르는 동안 열기' }).hover();
  await page.mouse.down();
  await page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/control/keys'));
  await page.context().route(/\/api\/farms\/\d+\/control$/, async (route) => {
    const answer = await route.fetch();
    const { actuators, ...rest } = await answer.json();
    const cutOff = actuators.map((one: object) => ({ ...one, isReachable: false }));
    await route.fulfill({ response: answer, json: { ...rest, actuators: cutOff } });
  });
  await letGo;
  await expect(vent).toContainText('제어기와 연결이 끊겨 움직일 수 없습니다.');
  await page.mouse.up();
  await page.context().unroute(/\/api\/farms\/\d+\/control$/);

  // From any page of control at any scroll position: here a form, a list and the log.
  const stop = page.getByRole('button', { name: '모두 정지' });
  for (const path of ['water-time-create', 'reservation-ghg-manage', 'log']) {
    await page.goto(at(`control/${path}`));
    await expect(stop).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(stop).toBeInViewport({ ratio: 1 });
    expect((await stop.boundingBox())?.height).toBeGreaterThanOrEqual(60);
    expect(await coveredFields(page)).toEqual([]);
  }
  await page.goto(at('control/heat-settings'));
  await page.getByRole('button', { name: '모두 정지' }).click();
  await expect(page.getByText(/^모두 정지 중입니다\./)).toBeVisible();
  await page.goto(at('dashboard'));
  await expect(page.getByRole('list', { name: '제어' })).toContainText('모두 정지했습니다');
  await page.goto(at('control/operate'));
  await expect(valve).toContainText('꺼짐');
  await page.getByRole('button', { name: '해제' }).click();
  await expect(page.getByText(/^모두 정지 중입니다\./)).toHaveCount(0);
});

test('a rule is written, follows what another changes meanwhile, and becomes one of the other house', async ({
  phone: { page },
}) => {
  await page.goto(at('control/water-time-create'));
  await fillSignIn(page, 'grower', DEMO_PASSWORD);
  await page.getByLabel('이름').fill('1동 아침 관수');
  await page.getByRole('textbox', { name: /^양/ }).fill('20');
  // A figure that is refused cannot be folded away.
  await page.getByText('더 정하기').click();
  await page.getByLabel('놓쳤을 때').fill('999');
  await page.getByText('더 정하기').click();
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByLabel('놓쳤을 때')).toBeVisible();
  await page.getByLabel('놓쳤을 때').fill('30');
  // However far down the form is filled in, the sentence stays in sight.
  await expect(page.getByText('06:30에, 1동 관수 밸브에 20분 줍니다.').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: '규칙 문장' })).toContainText('06:30에, 1동 관수 밸브에 20분 줍니다.');
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '1동 아침 관수' })).toBeVisible();

  // Switched on elsewhere, while nothing is edited here: the form updates.
  const other = await page.context().newPage();
  await other.goto(at('control/water-time-manage'));
  await other.getByRole('switch', { name: '1동 아침 관수 사용' }).click();
  await expect(other.getByRole('switch', { name: '1동 아침 관수 사용' })).toBeChecked();
  await expect(other.getByRole('main')).toContainText('06:30에 물을 줍니다 · 지켜보기라 적기만 합니다');
  await other.close();
  // The event that a browser sends when a page becomes visible; without a window it never becomes hidden. A page that
  // was read less than two seconds ago does not ask again.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('switch', { name: '사용' })).toBeChecked({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  await page.getByRole('link', { name: '다른 동에 복사' }).click();
  await page.getByRole('radio', { name: '2동' }).check();
  await expect(page.getByLabel('이름')).toHaveValue('2동 아침 관수');
  await expect(page.getByRole('region', { name: '규칙 문장' })).toContainText('06:30에, 2동 관수 밸브에 20분 줍니다.');
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2동 아침 관수' })).toBeVisible();

  // A group within the conditions is saved as it was written, and read again as it was saved.
  await page.goto(at('control/reservation-composite-create'));
  await page.getByLabel('이름').fill('덥거나 눅눅하면');
  for (const what of ['조건 더하기', '조건 묶음 더하기', '할 일 더하기']) {
    await page.getByRole('button', { name: what, exact: true }).click();
  }
  await expect(page.getByRole('group', { name: '1번 일' })).toBeFocused();
  const values = page.getByRole('textbox', { name: /^기준/ });
  await expect(values).toHaveCount(2);
  await page.getByRole('button', { name: '묶음에 조건 더하기' }).click();
  for (const [place, value] of ['30', '28', '26'].entries()) await values.nth(place).fill(value);
  const sentence = page.getByRole('region', { name: '규칙 문장' });
  await page.getByRole('button', { name: '2동 내부 온도' }).first().click();
  await page.getByLabel('여러 센서는').selectOption({ label: '가장 높은 값' });
  await expect(sentence).toContainText('1동 내부 온도·2동 내부 온도의 가장 높은 값 30 ℃ 초과');
  const words = /30 \S+ 초과 그리고 \(.+ 28 \S+ 초과 또는 .+ 26 \S+ 초과\)/;
  await expect(sentence).toContainText(words);
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '덥거나 눅눅하면' })).toBeVisible();
  await page.reload();
  await expect(sentence).toContainText(words);
  await expect(values).toHaveCount(3);
});

test('who may only look on is shown how things stand, and nothing to fill in or to press', async ({
  phone: { page },
}) => {
  await page.goto(at('control/water-time-create'));
  await fillSignIn(page, 'family', DEMO_PASSWORD);
  await expect(page.getByText('이 농장은 보기만 할 수 있어 규칙을 만들 수 없습니다.')).toBeVisible();
  await expect(page.getByLabel('이름')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '저장' })).toHaveCount(0);

  await page.goto(at('control/operate'));
  await expect(equipmentCard(page, '난방기')).toContainText('제어를 허용하지 않은 장비라 여기서 움직일 수 없습니다.');
  await expect(page.getByRole('link', { name: '장비 설정에서 허용' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '모두 정지' })).toHaveCount(0);
  await expect(valveOn(page).getByRole('button', { name: '켜기' })).toBeDisabled();
});

test('a lock holds, the log is asked by what stands in its address, a rule is tried on the past, and without a server nothing can be pressed', async ({
  phone: { page },
}) => {
  const valve = valveOn(page);
  await page.goto(at('control/operate'));
  await fillSignIn(page, 'grower', DEMO_PASSWORD);
  await valve.getByRole('button', { name: '정비 잠금' }).click();
  await valve.getByLabel('잠그는 이유').fill('밸브 교체');
  await valve.getByRole('form').getByRole('button', { name: '정비 잠금' }).click();
  await expect(valve).toContainText('(밸브 교체)');
  await expect(valve.getByRole('button', { name: '켜기' })).toHaveCount(0);

  await page.goto(at('control/log'));
  const rows = page.getByRole('region', { name: '판단' }).getByRole('listitem');
  await expect(rows.filter({ hasText: '관수 밸브' })).not.toHaveCount(0);
  // A line opens to its figures and to the chart of that hour.
  await rows.filter({ hasText: '관수 밸브' }).first().getByRole('group').click();
  await expect(rows.getByRole('link', { name: '그때 차트 보기' }).first()).toHaveAttribute('href', /begin=/);
  // A start opens to its command, with the states as manual operation tells them.
  const started = rows.filter({ hasText: '관수 밸브 켬' }).first();
  await started.getByRole('group').click();
  await expect(started.getByRole('region', { name: '명령' })).toContainText(/\d\d:\d\d 받음/);
  await page.getByLabel('장비', { exact: true }).selectOption({ label: '2동 장비 모두' });
  await expect(page).toHaveURL(/area=2/);
  await expect(rows.filter({ hasText: '1동 관수 밸브' })).toHaveCount(0);
  await page.getByLabel('장비', { exact: true }).selectOption({ label: '1동 난방기' });
  await expect(page).toHaveURL(/actuator=\d+/);
  await expect(rows.filter({ hasText: '관수 밸브' })).toHaveCount(0);
  const heater = new URL(page.url()).searchParams.get('actuator') ?? '';
  await page.goto(at(`monitor/record?devices=${heater}`));
  await page.getByRole('link', { name: '1동 난방기 판단 기록' }).click();
  await expect(page.getByLabel('장비', { exact: true })).toHaveValue(heater);
  await page.getByLabel('장비', { exact: true }).selectOption('');
  await page.getByLabel('날', { exact: true }).fill('2026-01-01');
  await expect(page).toHaveURL(/day=2026-01-01/);
  await page.reload();
  await expect(page.getByText('찾는 판단이 없습니다')).toBeVisible();

  const rules = await page.context().newPage();
  await rules.goto(at('control/water-sensor-manage'));
  await expect(rules.getByRole('switch')).toBeEnabled();
  const editor = await page.context().newPage();
  await editor.goto(at('control/water-time-create'));
  await tryRule(editor);
  const log = await page.context().newPage();
  await log.goto(at('control/log'));
  await expect(log.getByRole('region', { name: '판단' }).getByRole('listitem')).not.toHaveCount(0);
  await page.goto(at('control/operate'));
  await expect(valve).toContainText('(밸브 교체)');
  server.kill('SIGKILL');
  await server.gone;
  await expect(page.getByText('연결되지 않아 장비를 움직일 수 없습니다.').first()).toBeVisible({ timeout: 60_000 });
  await expect(valve.getByRole('button', { name: '정비 잠금 풀기' })).toBeDisabled();

  // What a rule does is told as of when, none is begun, and what was typed stays.
  await expect(rules.getByRole('button', { name: '규칙 만들기' })).toBeDisabled({ timeout: 60_000 });
  await expect(rules.getByRole('switch')).toBeDisabled();
  await expect(rules.getByRole('main').getByText(/에 받아 둔 내용입니다/)).toBeVisible();
  await expect(log.getByRole('main').getByText(/에 받아 둔 내용입니다/)).toBeVisible({ timeout: 60_000 });
  await expect(editor.getByRole('button', { name: '저장' })).toBeDisabled({ timeout: 60_000 });
  await expect(editor.getByLabel('이름')).toHaveValue('저녁 관수');
  const rehearsal = editor.getByRole('region', { name: '미리 해보기' });
  await expect(rehearsal).toContainText('연결되면 미리 해볼 수 있습니다.');
  await expect(rehearsal.getByRole('button', { name: '다시 해보기', exact: true })).toBeDisabled();
  await expect(rehearsal).toContainText(/(지난|계산한 앞쪽) \d+일 동안/);
});

/** Fills in a rule that waters in the evening, and tries it on the last fourteen days before it is saved. */
async function tryRule(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: '미리 해보기' });
  const press = panel.getByRole('button', { name: /^(미리|다시) 해보기$/ });
  await expect(panel).toContainText('규칙을 다 채우면 미리 해볼 수 있습니다.');
  await expect(press).toBeDisabled();
  await page.getByLabel('이름').fill('저녁 관수');
  await page.getByRole('textbox', { name: /^양/ }).fill('20');
  // On a busy machine the time limit may be reached before the first evening; the panel says so, and to press again.
  await expect(async () => {
    await press.click();
    const sum = /(지난|계산한 앞쪽) \d+일 동안 관수를 \d+번, 모두 .+ 했을 것입니다\./;
    await expect(panel).toContainText(sum, { timeout: 20_000 });
  }).toPass({ timeout: 90_000 });
  await expect(panel.getByRole('row')).not.toHaveCount(1);
  await expect(panel.getByRole('heading', { name: '알 수 없는 것' })).toBeVisible();
  await expect(panel).toContainText('그때의 측정값으로 계산했습니다.');
  // The demonstration has a simulated house that can react, and says that it is a model.
  await panel.getByRole('button', { name: /^모의 온실이 답하게/ }).click();
  await expect(panel).toContainText('모의 온실이 규칙에 따라 달라진 것으로 계산했습니다 (모의).', { timeout: 60_000 });
}

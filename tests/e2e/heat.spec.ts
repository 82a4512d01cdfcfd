import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { defaultHeatSettings, type HeatSettings } from '#contract/heat/heat.ts';
import { addSeoulDays, seoulDate } from '#contract/time/time.ts';
import { expect, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const PAGE = '/cms/control/heat-settings';
const base = defaultHeatSettings;

/** A user on another device. */
async function another(url: string, login = 'grower') {
  const person = await signInByWire(url, login, PASSWORD);
  return {
    async read(farmId: number): Promise<HeatSettings> {
      return (await (await person.call(`/api/farms/${farmId}/heat`)).json()).settings;
    },
    async set(farmId: number, mine: Partial<HeatSettings>): Promise<void> {
      const answer = await person.call(`/api/farms/heat-update/${farmId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ ...base, ...mine, base }),
      });
      expect(answer.status).toBe(200);
    },
    async share(farmId: number, farmName: string, reader: string): Promise<void> {
      const fields = { farmName, address: '제주시', latitude: null, longitude: null, areaM2: null, coUsers: [] };
      const answer = await person.call(`/api/farms/${farmId}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ ...fields, coUsers: [{ userId: reader, right: 'read' }], base: fields }),
      });
      expect(answer.status).toBe(200);
    },
  };
}

const now = (page: Page) => page.getByRole('region', { name: '지금' });
const saved = (page: Page) => page.getByRole('region', { name: '저장했습니다.' });
const save = (page: Page) => page.getByRole('button', { name: '저장' });
const night = (page: Page) => page.getByRole('textbox', { name: '밤 목표' });

test('answers what is aimed at and what there is, and tells exactly what saving changed', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.send('temperature', 6.4);
  await signIn(page, greenhouse, { at: PAGE });
  // With heating off there is no target; the frost guard is none.
  await expect(now(page)).toContainText(/지금 목표.*없음.*3\.0 ℃ 아래로 내려갈 때만 켭니다/s);
  await expect(now(page)).not.toContainText(/목표보다/);
  // No heater of the farm may be moved yet, so none guards against frost.
  await expect(page.getByText('이 농장에는 서버가 움직이는 난방기가 없습니다.')).toBeVisible();
  await expect(now(page)).toContainText(/현재.*6\.4 ℃/s);

  await page.getByRole('switch', { name: '난방' }).check();
  const picture = page.getByRole('figure', { name: '오늘 하루의 목표' });
  await expect(picture).toContainText('8.0 ℃ (밤)');
  for (let press = 0; press < 3; press += 1) await page.getByRole('button', { name: '밤 목표 0.5 ℃ 올리기' }).click();
  await expect(picture).toContainText('9.5 ℃ (밤)');

  await page.getByRole('button', { name: '시간대 더하기' }).click();
  await page.getByRole('button', { name: '시간대 더하기' }).click();
  await page.getByLabel('2번 시간대 부터').fill('05:30');
  await save(page).click();
  await page.getByRole('button', { name: '2번 시간대 부터', exact: true }).click();
  await expect(page.getByLabel('2번 시간대 부터')).toBeFocused();
  await expect(page.getByLabel('2번 시간대 부터')).toHaveAccessibleDescription(/1번 시간대와 겹칩니다/);
  await page.getByRole('button', { name: '2번 시간대 지우기' }).click();
  await save(page).click();

  await expect(saved(page)).toBeFocused();
  await expect(saved(page).getByRole('listitem')).toHaveText([
    /난방.*끔.*켬/,
    /밤 목표.*8\.0 ℃.*9\.5 ℃/,
    /시간대 목표.*없음.*04:00–06:00 11\.5 ℃/,
  ]);
  await expect(page.getByText(/grower 님이 .* 바꾸었습니다/)).toBeVisible();
  await page.reload();
  await expect(night(page)).toHaveValue('9.5');
});

test('says what guidance holds against targets while they are typed, with its source', async ({
  greenhouse,
  phone: { page },
}) => {
  await greenhouse.change(async ({ db }) => {
    await db
      .insertInto('crop')
      .values({
        farm_id: greenhouse.farms.first,
        crop_id: randomUUID(),
        item_code: 'CRO001',
        variety: '',
        house: '1동',
        area_m2: null,
        tree_count: null,
        planted_on: null,
        bud_break_on: addSeoulDays(seoulDate(Date.now()), -14),
        cultivation: 'unheated',
        status: 'growing',
        created_at: 1,
        deleted_at: null,
      })
      .execute();
  });
  await signIn(page, greenhouse, { at: PAGE });
  await page.getByRole('switch', { name: '난방' }).check();
  const warnings = page.getByRole('list', { name: '권장과 다른 값' }).getByRole('listitem');
  await page.getByRole('textbox', { name: '낮 목표' }).fill('22');
  await expect(warnings).toHaveText([/^한라봉 발아기: .*낮과 밤의 온도 차이가 10 ℃를 넘으면/]);
  await expect(warnings.getByRole('link')).toHaveAttribute('href', /^https?:/);
  await night(page).fill('12');
  await expect(warnings).toHaveCount(0);
});

test('lets two people who change the same settings settle it', async ({ greenhouse, phone: { page } }) => {
  const { first, foreign } = greenhouse.farms;
  const other = await another(greenhouse.url);
  await signIn(page, greenhouse, { at: PAGE });
  await night(page).fill('7');
  await page.getByRole('textbox', { name: '편차' }).fill('1.5');
  await other.set(first, { nightTargetC: 10, dayTargetC: 14 });
  await save(page).click();

  const panel = page.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
  await expect(panel).toContainText(/밤 목표.*7\.0 ℃.*10\.0 ℃/s);
  await panel.getByRole('radio', { name: /내가 바꾼 값/ }).check();
  await panel.getByRole('button', { name: '이대로 저장' }).click();
  await expect(saved(page)).toBeVisible();
  // Fields that only the other user changed are kept.
  expect(await other.read(first)).toMatchObject({ nightTargetC: 7, hysteresisC: 1.5, dayTargetC: 14 });

  const neighbour = await another(greenhouse.url, 'neighbour');
  await neighbour.share(foreign, '이웃 농장', 'grower');
  await page.goto(`${greenhouse.url}${PAGE}?farm=${foreign}`);
  await expect(page.getByText(/볼 수만 있습니다/)).toBeVisible();
  await expect(page.getByRole('region', { name: '난방 설정 내용' })).toContainText(/밤 목표.*8\.0 ℃/s);
  await expect(page.getByText('목표보다 낮아지면 켜고, 목표보다 1.0 ℃ 높아지면 끕니다.')).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test('changes nothing without a connection, not even later, and says so', async ({ greenhouse, phone: { page } }) => {
  const { first } = greenhouse.farms;
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  await page.goto(greenhouse.url + PAGE);
  await expect(night(page)).toHaveValue('8.0');
  await readyForOffline(page, greenhouse, { more: [`/api/farms/${first}/heat`] });

  await night(page).fill('11');
  await greenhouse.kill();
  await save(page).click();
  await expect(page.getByText(/보내지 못했습니다|연결되어 있을 때만 바꿀 수 있고/).first()).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(night(page)).toHaveValue('11');

  await page.reload();
  await expect(page.getByText(/연결되어 있을 때만 바꿀 수 있고, 나중에 저절로 보내지 않습니다/)).toBeVisible();
  await expect(page.getByRole('region', { name: '난방 설정 내용' })).toContainText(/밤 목표.*8\.0 ℃/s);
  await expect(page.getByText('목표보다 낮아지면 켜고, 목표보다 1.0 ℃ 높아지면 끕니다.')).toBeVisible();
  await expect(save(page)).toHaveCount(0);

  await greenhouse.start();
  // What was typed is offered, and not sent by itself.
  await page.getByRole('button', { name: '이어서 쓰기' }).click({ timeout: 60_000 });
  await expect(night(page)).toHaveValue('11.0');
  await expect(save(page)).toBeEnabled();
  expect(await (await another(greenhouse.url)).read(first)).toEqual(base);
});

import { defaultSettings } from '#contract/control/actuator.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { setActuator } from '#server/control/actuators.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';

declare global {
  interface Window {
    /** Whether states come with the age of an app that was in the background for two minutes. */
    areOld?: boolean;
  }
}

test('nothing is started by states of minutes ago, and everything can be stopped by them', async ({
  greenhouse,
  phone,
}) => {
  const { page } = phone;
  const { farms, sensor } = greenhouse;
  await greenhouse.change(async ({ db }) => {
    const [farmId, channel] = [farms.first, sensor('heater')];
    const id = '00000000-0000-4000-8000-000000000001';
    const steps = [{ valve: channel, amount: 10 }];
    const rule = { ...waterTimeDefaults, name: '아침 관수', starts: ['06:30'], steps, days: [1] };
    await db.transaction().execute(async (trx) => {
      await setActuator(trx, { farmId, channel }, { ...defaultSettings('HEATER'), isCommanded: true });
      await addRule(trx, { farmId, id }, rule, Date.now());
    });
  });
  await phone.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await ask(input, init);
      if (!window.areOld || !/control$|manage\/water-time/.test(new URL(answer.url).pathname)) return answer;
      const headers = new Headers(answer.headers);
      headers.set('X-Fetched-At', String(Number(headers.get('X-Fetched-At') ?? Date.now()) - 120_000));
      return new Response(await answer.blob(), { status: answer.status, headers });
    };
  });
  const setOld = (areOld: boolean) =>
    page.evaluate((is) => {
      window.areOld = is;
      document.dispatchEvent(new Event('visibilitychange'));
    }, areOld);
  await page.goto(`${greenhouse.url}/cms/control/operate?farm=${farms.first}`);
  await fillSignIn(page);
  const [stop, lift] = ['모두 정지', '해제'].map((name) => page.getByRole('button', { name, exact: true }));
  if (!stop || !lift) throw new Error('no buttons');
  await expect(stop).toBeEnabled();
  await setOld(true);
  await expect(page.getByRole('button', { name: '정비 잠금' })).toBeDisabled();
  await stop.click();
  await expect(page.getByText(/^모두 정지 중입니다\./)).toBeVisible();
  await setOld(true);
  await expect(lift).toBeDisabled({ timeout: 15_000 });
  await expect(page.getByText('연결되지 않아 장비를 움직일 수 없습니다')).toHaveCount(0);
  await setOld(false);
  await expect(lift).toBeEnabled();
  await lift.click();
  await expect(stop).toBeEnabled();

  await page.goto(`${greenhouse.url}/cms/control/water-time-manage?farm=${farms.first}`);
  const toggle = page.getByRole('switch', { name: '아침 관수 사용' });
  await expect(toggle).toBeEnabled();
  await expect(async () => {
    await setOld(true);
    await expect(toggle).toBeDisabled({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(async () => {
    await setOld(false);
    await expect(toggle).toBeEnabled({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});

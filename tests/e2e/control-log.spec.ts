import { HOUR_MS } from '#contract/time/time.ts';
import { addDecisions } from '#server/control/engine/memory-store.ts';
import { expect, fillSignIn, test } from '../support/browser/fixtures.ts';

test('without a signal the log is filtered by what the device has, and says so', async ({
  greenhouse,
  phone: { page },
}) => {
  const { farms, sensor } = greenhouse;
  await greenhouse.change(async ({ db }) => {
    const line = { rule: null, layer: 'rule', figures: [], by: null } as const;
    await db.transaction().execute((trx) =>
      addDecisions(trx, farms.first, [
        { ...line, at: Date.now() - HOUR_MS, actuator: null, outcome: 'suspended', reason: 'SENSOR_SILENT' },
        { ...line, at: Date.now(), actuator: sensor('heater'), outcome: 'started', reason: 'DUE' },
      ]),
    );
  });
  const rows = page.getByRole('region', { name: '판단' }).getByRole('listitem');
  await page.goto(`${greenhouse.url}/cms/control/log?farm=${farms.first}`);
  await fillSignIn(page);
  await expect(rows).toHaveCount(2);

  await greenhouse.kill();
  await page.getByRole('combobox', { name: '판단' }).selectOption({ label: '켬' });
  await expect(page.getByText('이 기기에 받아 둔 최근 판단 2줄에서만 찾았습니다.')).toBeVisible({ timeout: 60_000 });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('켬');
  await page.getByRole('combobox', { name: '판단' }).selectOption({ label: '양보' });
  await expect(page.getByText('찾는 판단이 없습니다')).toBeVisible();
  await page.getByRole('button', { name: '모두 보기' }).click();
  await expect(rows).toHaveCount(2);
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { expect, fillSignIn, test } from '../support/fixtures.ts';
import { startServerProcess } from '../support/server-process.ts';

test('a rule is tried on the last fourteen days before it is saved, and what is typed outlives the server', async ({
  phone: { page },
}) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-rehearsal-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
  const panel = page.getByRole('region', { name: '미리 해보기' });
  const press = panel.getByRole('button', { name: /^(미리|다시) 해보기$/ });
  try {
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/cms/control/water-time-create`);
    await fillSignIn(page, 'grower', DEMO_PASSWORD);
    await expect(panel).toContainText('규칙을 다 채우면 미리 해볼 수 있습니다.');
    await expect(press).toBeDisabled();

    await page.getByLabel('이름').fill('이른 아침');
    await page.getByLabel(/^양/).fill('20');
    await press.click();
    // On a busy machine the time limit may be reached earlier, and the panel says so.
    await expect(panel).toContainText(/(지난|계산한 앞쪽) \d+일 동안 관수를 \d+번, 모두 .+ 했을 것입니다\./, {
      timeout: 60_000,
    });
    await expect(panel.getByRole('row')).not.toHaveCount(1);
    await expect(panel.getByRole('heading', { name: '알 수 없는 것' })).toBeVisible();
    await expect(panel).toContainText('그때의 측정값으로 계산했습니다.');

    // The demonstration has a simulated house that can react, and says that it is a model.
    await panel.getByRole('button', { name: /^모의 온실이 답하게/ }).click();
    await expect(panel).toContainText('모의 온실이 규칙에 따라 달라진 것으로 계산했습니다 (모의).', {
      timeout: 60_000,
    });

    server.kill('SIGKILL');
    await server.gone;
    await expect(panel).toContainText('연결되면 미리 해볼 수 있습니다.', { timeout: 60_000 });
    await expect(press).toBeDisabled();
    await expect(page.getByLabel('이름')).toHaveValue('이른 아침');
    await expect(panel).toContainText(/(지난|계산한 앞쪽) \d+일 동안 관수를/);
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

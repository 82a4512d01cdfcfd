import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { expect, fillSignIn, test } from '../support/fixtures.ts';
import { startServerProcess } from '../support/server-process.ts';

test('a hand moves what is commanded, one press stops everything, a lock holds, and the log tells it', async ({
  phone: { page },
}) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-control-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
  const at = (page: string) => `${server.url.replace('127.0.0.1', 'localhost')}/cms/control/${page}`;
  const valve = page.getByRole('main').getByRole('listitem').filter({ hasText: '관수 밸브' }).first();
  try {
    await page.goto(at('operate'));
    await fillSignIn(page, 'grower', DEMO_PASSWORD);
    await expect(valve).toContainText('제어를 허용하지 않은 장비입니다.');
    await expect(page.getByRole('button', { name: '모두 정지' })).toHaveCount(0);

    await page.goto(at('equipment'));
    await valve.getByRole('button', { name: '고치기' }).click();
    await valve.getByRole('switch', { name: '제어 허용' }).click();
    await valve.getByRole('button', { name: '저장' }).click();
    await expect(valve).toContainText('제어 허용 · 한 번 최대');

    await page.goto(at('operate'));
    await valve.getByRole('button', { name: '켜기' }).click();
    await valve.getByRole('button', { name: /10분 켜기 확인$/ }).click();
    await expect(valve).toContainText('켜짐');
    await expect(valve).toContainText(/직접 조작: .+ 님, .+까지/);

    await page.getByRole('button', { name: '모두 정지' }).click();
    await expect(page.getByText(/^모두 정지 중입니다\./)).toBeVisible();
    await expect(valve).toContainText('꺼짐');
    await page.getByRole('button', { name: '해제' }).click();
    await expect(page.getByText(/^모두 정지 중입니다\./)).toHaveCount(0);

    await valve.getByRole('button', { name: '정비 잠금' }).click();
    await valve.getByLabel('잠그는 까닭').fill('밸브 교체');
    await valve.getByRole('form').getByRole('button', { name: '정비 잠금' }).click();
    await expect(valve).toContainText('(밸브 교체)');
    await expect(valve.getByRole('button', { name: '켜기' })).toHaveCount(0);

    await page.goto(at('log'));
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '관수 밸브' })).not.toHaveCount(0);

    await page.goto(at('operate'));
    await expect(valve).toContainText('(밸브 교체)');
    server.kill('SIGKILL');
    await server.gone;
    await expect(page.getByText('연결되지 않아 장비를 움직일 수 없습니다.').first()).toBeVisible({ timeout: 30_000 });
    await expect(valve.getByRole('button', { name: '정비 잠금 풀기' })).toBeDisabled();
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

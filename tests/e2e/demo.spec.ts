import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, fillSignIn, signOut, test } from '../support/fixtures.ts';
import { startServerProcess } from '../support/server-process.ts';

test('the demonstration: three simulated farms that live, one of them shared', async ({ phone: { page } }) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-demo-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
  try {
    await page.goto(server.url.replace('127.0.0.1', 'localhost'));
    await page.getByRole('button', { name: /^grower/ }).click();
    await page.getByRole('button', { name: '로그인' }).click();
    await expect(page.getByRole('region', { name: '내 농장' }).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('complementary', { name: '모의 데이터 안내' })).toContainText('모의 데이터');
    await expect(page.getByText(/지난밤 최저 -?\d+\.\d ℃/)).toBeVisible();
    await expect(page.locator('[data-sensor]').first()).toContainText(/\d+\.\d ℃/);
    // Nothing is older than two of its minutes, and nothing needs a hand.
    await expect(page.locator('[data-sensor]', { hasText: /분 전|시간 전/ })).toHaveCount(0);
    await expect(page.getByText('손볼 센서가 없습니다')).toBeVisible();
    await expect(page.getByRole('main').locator('canvas').first()).toBeVisible();

    await signOut(page);
    await fillSignIn(page, 'family', 'onsil-demo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: '내 농장' })).toHaveCount(0);
    await page.goto(`${new URL(page.url()).origin}/cms/farm/farm-manage`);
    await page.getByRole('tab', { name: '함께 쓰는 농장' }).click();
    await expect(page.getByRole('list', { name: '함께 쓰는 농장 목록' }).getByRole('listitem')).toHaveCount(1);
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

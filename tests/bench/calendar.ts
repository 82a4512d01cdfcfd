import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { startServerProcess } from '../support/server-process.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, signInGrower } from './bench-browser.ts';
import { spread } from './machine.ts';

const TURNS = 5;
/** Longer than this a frame is seen to be dropped, ms. */
const FRAME_LIMIT_MS = 50;
/** All twelve cards of months with the spaces between them, px. */
const YEAR_WIDTH = 12 * 208;

/** From a tap on the header to the drawn growth calendar with the server dead, and a swipe through its twelve months. */
export async function benchCalendar(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), DEMO: '1' });
  const context = await openBenchBrowser(path.join(folder, 'profile'), { hasTouch: true });
  try {
    const page = await firstPage(context);
    const url = server.url.replace('127.0.0.1', 'localhost');
    await signInGrower(page, url);
    await page.getByRole('button', { name: '생육 달력' }).click();
    await page.locator('dialog [aria-current=date]').waitFor();
    await page.waitForTimeout(5_000);
    server.kill('SIGKILL');
    await server.gone;
    await page.goto(`${url}/cms/dashboard`);
    await page.locator('[data-sensor]').first().waitFor();
    const takes: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) takes.push(await opening(page));
    console.log(`  server dead, from a tap to twelve months drawn: first ${takes[0]?.toFixed(0)} ms; ${spread(takes)}`);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.getByRole('button', { name: '생육 달력' }).click();
    await page.locator('dialog [aria-current=date]').waitFor();
    await page.waitForTimeout(3_000);
    const frames = await swipe(page, devTools);
    const late = frames.filter((frame) => frame > FRAME_LIMIT_MS).length;
    console.log(
      `  swipe through twelve months, processor slowed ${CPU_SLOWDOWN} times: ${frames.length} frames, ` +
        `longest ${Math.max(...frames).toFixed(0)} ms, ${late} over ${FRAME_LIMIT_MS} ms`,
    );
  } finally {
    await context.close();
    server.kill('SIGKILL');
    await server.gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** From the tap to the frame after the cards have come into the page, ms; closed again afterwards. */
async function opening(page: Page): Promise<number> {
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    addEventListener('pointerdown', ({ timeStamp }) => performance.mark('tapped', { startTime: timeStamp }), {
      once: true,
      capture: true,
    });
  });
  await page.getByRole('button', { name: '생육 달력' }).tap();
  const take = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('dialog [aria-current=date]')) return requestAnimationFrame(look);
          const [tapped] = performance.getEntriesByName('tapped').slice(-1);
          return resolve(performance.now() - (tapped?.startTime ?? Number.NaN));
        };
        look();
      }),
  );
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  return take;
}

/** Fingers over the cards from January to December; distances of the frames drawn meanwhile, ms. */
async function swipe(page: Page, devTools: CDPSession): Promise<number[]> {
  const strip = page.getByRole('region', { name: /열두 달 재배표/ });
  await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { benchFrames: frames });
    let last = performance.now();
    const count = (at: number) => {
      frames.push(at - last);
      last = at;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await devTools.send('Input.synthesizeScrollGesture', {
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    y: (box?.y ?? 0) + 60,
    xDistance: -YEAR_WIDTH,
    speed: 1_200,
    gestureSourceType: 'touch',
  });
  return page.evaluate(() => {
    const { benchFrames }: { benchFrames?: number[] } = Object(globalThis);
    return (benchFrames ?? []).slice(1);
  });
}

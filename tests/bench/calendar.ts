import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { startServerProcess } from '../support/server/server-process.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, signInGrower } from './bench-browser.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { STILL_MS, tellFirstBytes, tellOpenings, watchOpenings } from './opening.ts';

const TURNS = 9;
const BUTTON = /^생육 달력$/;
/** A longer frame is visible as a dropped frame, ms. */
const FRAME_LIMIT_MS = 50;
/** Width of the twelve month cards with their gaps, px. */
const YEAR_WIDTH = 12 * 208;

/**
 * Times the growth calendar with the server stopped: from a tap on the header until it is drawn, and a swipe through
 * the year.
 */
export async function benchCalendar(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), DEMO: '1' });
  const proxy = await startCountingProxy(server.url);
  const context = await openBenchBrowser(path.join(folder, 'profile'), { hasTouch: true });
  try {
    const page = await firstPage(context);
    await watchOpenings(page, {
      first: 'dialog[open] [aria-current=date]',
      whole: 'dialog[open] [data-year] > section:nth-child(12)',
    });
    await signInGrower(page, proxy.url);
    await page.waitForTimeout(2 * STILL_MS);
    await tellFirstBytes(page, proxy, BUTTON);
    await page.waitForTimeout(2 * STILL_MS);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    console.log(`  from a tap to this month, and to all twelve, processor slowed ${CPU_SLOWDOWN} times:`);
    await tellOpenings(page, proxy.url, BUTTON, TURNS, 'network and device');
    server.kill('SIGKILL');
    await server.gone;
    await proxy.close();
    await tellOpenings(page, proxy.url, BUTTON, TURNS, 'server dead, device alone');
    await page.waitForTimeout(2 * STILL_MS);
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
    await proxy.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Swipes over the cards from January to December; returns the intervals between frames, ms. */
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

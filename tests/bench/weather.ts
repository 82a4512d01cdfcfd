import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startServerProcess } from '../support/server-process.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, signInGrower } from './bench-browser.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { spread } from './machine.ts';

const TURNS = 9;
/** After so long nothing of an opening is under way any more. */
const STILL_MS = 1_500;

/** From a tap on the weather in the header to what is on screen, from the device; and what the first opening fetches. */
export async function benchWeather(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), DEMO: '1' });
  const proxy = await startCountingProxy(server.url);
  const context = await openBenchBrowser(path.join(folder, 'profile'));
  try {
    const page = await firstPage(context);
    await page.addInitScript(watchOpening);
    await signInGrower(page, proxy.url);
    await page.waitForTimeout(2 * STILL_MS);
    const before = proxy.served.length;
    await open(page);
    const served = proxy.served.slice(before).filter(({ path: asked }) => !/live|healthz|tiles/.test(asked));
    console.log(`  first opening: ${served.reduce((sum, { bytes }) => sum + bytes, 0)} bytes beyond what is loaded`);
    for (const { path: asked, bytes } of served) console.log(`    ${String(bytes).padStart(6)} ${asked}`);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    console.log(`  from a tap, processor slowed ${CPU_SLOWDOWN} times:`);
    await tell(page, proxy.url, 'network and device');
    server.kill('SIGKILL');
    await server.gone;
    await proxy.close();
    await tell(page, proxy.url, 'server dead, device alone');
  } finally {
    await context.close();
    server.kill('SIGKILL');
    await server.gone;
    await proxy.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Opening = { tappedAt: number; figuresAt: number; chartAt: number; tasks: number[] };
declare global {
  var benchOpening: Opening | undefined;
}

/** Each turn begins with the page loaded anew, so that nothing of the dialog has been drawn before. */
async function tell(page: Page, url: string, title: string): Promise<void> {
  const openings: Opening[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.goto(`${url}/cms/dashboard`);
    await page.locator('[data-sensor]').first().waitFor();
    await page.waitForTimeout(2 * STILL_MS);
    openings.push(await open(page));
  }
  const took = (end: 'figuresAt' | 'chartAt') => spread(openings.map((one) => one[end] - one.tappedAt));
  console.log(`    ${title.padEnd(25)} figures ${took('figuresAt')}`);
  console.log(`    ${''.padEnd(25)} chart   ${took('chartAt')}`);
  console.log(`    ${''.padEnd(25)} longest task ${Math.max(0, ...openings.flatMap(({ tasks }) => tasks))} ms`);
}

async function open(page: Page): Promise<Opening> {
  await page.evaluate(() => {
    globalThis.benchOpening = { tappedAt: 0, figuresAt: 0, chartAt: 0, tasks: [] };
  });
  await page.getByRole('button', { name: /^날씨, / }).click();
  await page.waitForFunction(() => Number(globalThis.benchOpening?.chartAt) > 0);
  await page.waitForTimeout(STILL_MS);
  return page.evaluate(() => globalThis.benchOpening ?? { tappedAt: 0, figuresAt: 0, chartAt: 0, tasks: [] });
}

/** Runs in the page: notes when figures and bars of the dialog have been painted, and tasks of 50 ms and more. */
function watchOpening(): void {
  const hasDigits = (selector: string) => /\d/.test(document.querySelector(selector)?.textContent ?? '');
  /** The task after a frame begins when that frame has been painted. */
  const afterPaint = (note: (at: number) => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => note(performance.now());
    port2.postMessage(undefined);
  };
  const look = () => {
    const opening = globalThis.benchOpening;
    if (!opening) return;
    if (opening.figuresAt === 0 && hasDigits('dialog dd')) afterPaint((at) => (opening.figuresAt ||= at));
    if (hasDigits('dialog [aria-label="강수량"] li')) return afterPaint((at) => (opening.chartAt = at));
    requestAnimationFrame(look);
  };
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const opening = globalThis.benchOpening;
      if (!opening || opening.tappedAt > 0) return;
      opening.tappedAt = timeStamp;
      requestAnimationFrame(look);
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const opening = globalThis.benchOpening;
      if (opening && opening.tappedAt > 0 && startTime + duration >= opening.tappedAt)
        opening.tasks.push(Math.round(duration));
    }
  }).observe({ type: 'longtask' });
}

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { startServerProcess } from '../support/server/server-process.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, submitSignIn, TILE } from './bench-browser.ts';
import { type Served, startCountingProxy } from './counting-proxy.ts';
import { spread } from './machine.ts';

const OFFLINE_STARTS = 5;
/** Time for the browser's own start, so that it does not count, ms. */
const BROWSER_START_MS = 1_000;

/** The chunk of the chart, which loads after the values and is not waited for. */
const CHART = /\/time-chart-/;

/** Size of JavaScript until the first screens are complete, and a start from the cache only, on the demonstration. */
export async function benchWeight(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), DEMO: '1' });
  const proxy = await startCountingProxy(server.url);
  const profile = path.join(folder, 'profile');
  const open = () => openBenchBrowser(profile);
  try {
    const context = await open();
    const page = await firstPage(context);
    await page.goto(`${proxy.url}/login`);
    const button = page.getByRole('button', { name: '로그인', exact: true });
    await button.waitFor();
    tell('until the sign-in page is ready', proxy.served);
    await submitSignIn(page);
    tell('until the dashboard shows values', proxy.served);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // A second visit, through the worker: now everything that the dashboard needs is cached.
    await page.goto(`${proxy.url}/cms/dashboard`);
    await page.locator(TILE).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => {
      // The live stream may keep the network busy, but the tiles are there.
    });
    await context.close();
    const { url } = proxy;
    await proxy.close();
    const starts: number[] = [];
    for (let i = 0; i < OFFLINE_STARTS; i += 1) starts.push(await offlineStart(open, url));
    console.log(`  start without a server, processor slowed ${CPU_SLOWDOWN} times, until cached values stand:`);
    console.log(`    ${spread(starts)}`);
  } finally {
    server.kill('SIGTERM');
    await server.gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Prints the size of the page's own scripts, without what the worker precaches. */
function tell(title: string, served: readonly Served[]): void {
  const own = served.filter(({ isScript, destination }) => isScript && destination === 'script');
  const ahead = served.filter(({ isScript, destination }) => isScript && destination !== 'script');
  const kB = (all: readonly Served[]) => (all.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000).toFixed(1);
  const chart = own.filter(({ path: file }) => CHART.test(file));
  const rest = own.filter((one) => !chart.includes(one));
  console.log(
    `  JavaScript ${title}: ${kB(rest)} kB in ${rest.length} files (the chart, ${kB(chart)} kB, and ${kB(ahead)} kB by the worker apart)`,
  );
  for (const { path: file, bytes } of [...own].sort((a, b) => b.bytes - a.bytes).slice(0, 8)) {
    console.log(`    ${(bytes / 1_000).toFixed(1).padStart(6)} kB ${path.basename(file)}`);
  }
}

/** Starts a browser on the same profile; returns ms from navigation to the first tile. */
async function offlineStart(open: () => Promise<BrowserContext>, url: string): Promise<number> {
  const context = await open();
  try {
    const page = await firstPage(context);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(markFirst, TILE);
    await page.waitForTimeout(BROWSER_START_MS);
    await page.goto(`${url}/cms/dashboard`);
    const handle = await page.waitForFunction(() => performance.getEntriesByName('bench-ready')[0]?.startTime);
    return (await handle.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}

/** Runs in the page: records when a matching element first has a size. */
function markFirst(selector: string): void {
  const look = () => {
    const element = document.querySelector(selector);
    if (element && element.getBoundingClientRect().height > 0) performance.mark('bench-ready');
    else requestAnimationFrame(look);
  };
  look();
}

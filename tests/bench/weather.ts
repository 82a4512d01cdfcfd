import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServerProcess } from '../support/server/server-process.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, signInGrower } from './bench-browser.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { STILL_MS, tellFirstBytes, tellOpenings, watchOpenings } from './opening.ts';

const TURNS = 9;
const BUTTON = /^날씨, /;

/**
 * Times the weather from a tap in the header until it is shown from the cache, and measures what the first opening
 * fetches.
 */
export async function benchWeather(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), DEMO: '1' });
  const proxy = await startCountingProxy(server.url);
  const context = await openBenchBrowser(path.join(folder, 'profile'));
  try {
    const page = await firstPage(context);
    await watchOpenings(page, { first: 'dialog[open] dd', whole: 'dialog[open] [aria-label="강수량"] li' });
    await signInGrower(page, proxy.url);
    await page.waitForTimeout(2 * STILL_MS);
    await tellFirstBytes(page, proxy, BUTTON);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    console.log(`  from a tap, processor slowed ${CPU_SLOWDOWN} times:`);
    await tellOpenings(page, proxy.url, BUTTON, TURNS, 'network and device');
    server.kill('SIGKILL');
    await server.gone;
    await proxy.close();
    await tellOpenings(page, proxy.url, BUTTON, TURNS, 'server dead, device alone');
  } finally {
    await context.close();
    server.kill('SIGKILL');
    await server.gone;
    await proxy.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

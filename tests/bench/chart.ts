import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startServerProcess } from '../support/server/server-process.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, signInGrower } from './bench-browser.ts';
import { spread } from './machine.ts';

const TURNS = 5;
/** A chart is complete when nothing was drawn for this long, ms. */
const STILL_MS = 1_200;
/** Number of series from the first demonstration farm, of types that differ most. */
const SERIES = 8;

/** Times a chart of eight series from a tap on its range until it is complete, from the network and from tiles only. */
export async function benchChart(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), DEMO: '1' });
  const context = await openBenchBrowser(path.join(folder, 'profile'));
  try {
    const page = await firstPage(context);
    await page.addInitScript(watchStrokes);
    const url = server.url.replace('127.0.0.1', 'localhost');
    await signInGrower(page, url);
    const sensors = await page.locator('[data-sensor]').evaluateAll((all) => all.map((one) => one.dataset.sensor));
    await page.goto(`${url}/cms/monitor/record?sensors=${sensors.slice(0, SERIES).join('%2C')}`);
    await page.getByText('오프라인 준비됨').waitFor({ timeout: 240_000 });
    console.log(`  on the phone: ${await bytesOnPhone(page)}`);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    console.log(`  from a tap to the finished chart of ${SERIES} series, processor slowed ${CPU_SLOWDOWN} times:`);
    await tell(page, 'network and tiles');
    server.kill('SIGKILL');
    await server.gone;
    await tell(page, 'server dead, tiles alone');
  } finally {
    await context.close();
    server.kill('SIGKILL');
    await server.gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function tell(page: Page, title: string): Promise<void> {
  for (const range of ['30일', '12개월']) {
    const takes: number[] = [];
    const longest: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.getByRole('radio', { name: '24시간' }).click();
      await page.waitForTimeout(2 * STILL_MS);
      await page.evaluate(beginWatch);
      await page.getByRole('radio', { name: range }).click();
      const handle = await page.waitForFunction(finishedAfter, STILL_MS, { timeout: 30_000 });
      const { take, longTask } = (await handle.jsonValue()) || { take: Number.NaN, longTask: Number.NaN };
      takes.push(take);
      longest.push(longTask);
    }
    console.log(`    ${title.padEnd(25)} ${range.padEnd(5)} ${spread(takes)}; longest task ${Math.max(...longest)} ms`);
  }
}

/** Storage of the app as the browser reports it, and the size of tiles by farm. */
function bytesOnPhone(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { usageDetails = {} }: { usageDetails?: Record<string, number> } = Object(await navigator.storage.estimate());
    const [name] = (await indexedDB.databases()).flatMap((one) =>
      one.name?.startsWith('onsil-tiles-') ? [one.name] : [],
    );
    const rows = await new Promise<{ farm: number; bytes: Uint8Array }[]>((resolve, reject) => {
      const open = indexedDB.open(name ?? '');
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const all = open.result.transaction('tiles').objectStore('tiles').getAll();
        all.onsuccess = () => {
          open.result.close();
          resolve(all.result);
        };
      };
    });
    const byFarm = new Map<number, number>();
    for (const { farm, bytes } of rows) byFarm.set(farm, (byFarm.get(farm) ?? 0) + bytes.byteLength);
    const farms = [...byFarm].map(([farm, bytes]) => `farm ${farm}: ${(bytes / 1e6).toFixed(2)} MB`);
    return `${farms.join(', ')} of tiles; IndexedDB ${((usageDetails.indexedDB ?? Number.NaN) / 1e6).toFixed(1)} MB`;
  });
}

type Watch = { tappedAt: number; lastStroke: number; longTask: number };
declare global {
  var benchWatch: Watch | undefined;
}

/** Runs in the page: records drawing on a canvas, and long tasks. */
function watchStrokes(): void {
  const drawn = CanvasRenderingContext2D.prototype.stroke;
  CanvasRenderingContext2D.prototype.stroke = function stroke(this: CanvasRenderingContext2D, ...path: [Path2D?]) {
    if (globalThis.benchWatch) globalThis.benchWatch.lastStroke = performance.now();
    return Reflect.apply(drawn, this, path);
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const watch = globalThis.benchWatch;
      if (watch && watch.tappedAt > 0 && startTime >= watch.tappedAt)
        watch.longTask = Math.max(watch.longTask, duration);
    }
  }).observe({ type: 'longtask' });
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      if (globalThis.benchWatch) globalThis.benchWatch.tappedAt = timeStamp;
    },
    true,
  );
}

function beginWatch(): void {
  globalThis.benchWatch = { tappedAt: 0, lastStroke: 0, longTask: 0 };
}

/** Runs in the page: the duration in ms, once the canvas has been unchanged for `stillMs`. */
function finishedAfter(stillMs: number): { take: number; longTask: number } | false {
  const watch = globalThis.benchWatch;
  if (!watch || watch.tappedAt === 0 || watch.lastStroke < watch.tappedAt) return false;
  if (performance.now() - watch.lastStroke < stillMs) return false;
  return { take: watch.lastStroke - watch.tappedAt, longTask: Math.round(watch.longTask) };
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { keptMessages } from '#contract/wire/write-text.ts';
import { aPhonePhoto } from '../support/examples/pictures.ts';
import { buildGreenhouse, type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';
import { CPU_SLOWDOWN, firstPage, openBenchBrowser, signInGrower } from './bench-browser.ts';
import { onceAround, quantile, spread, whole } from './machine.ts';
import { startSlowNetwork } from './slow-network.ts';

const FORM = '/cms/growth/growing-create';
const LIST = '/cms/growth/growing-manage';
const HOME = '/cms/dashboard';
const WATCHED = { words: keptMessages.kept, home: HOME };
const TAPS = { text: 40, photo: 15 } as const;
const THIN = { bitsPerSecond: 1_600_000, roundTripMs: 150 } as const;
const WRITES = 500;
const MANY = 2_000;
const STARTS = 9;
/** Duration of a tap, ms. */
const PRESS_MS = 80;
/** How often a page is asked whether it has said that a write is kept, ms. */
const ASKED_EVERY_MS = 500;
/** Time for chunks, caching and the start of the outbox to finish, ms. */
const STILL_MS = 2_000;
/** Time after which the header has counted what waits, ms. */
const COUNTED_MS = 10_000;
/** Time after which the device knows its user and caches what a page reads, ms. */
const FIRST_VISIT_MS = 5_000;

/** The cost of writing: until it is stored, until it is sent after two weeks offline, and at each start in between. */
export async function benchOutbox(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  const greenhouse = await buildGreenhouse();
  const line = await startSlowNetwork(greenhouse.port);
  const context = await openBenchBrowser(path.join(folder, 'profile'));
  try {
    const page = await firstPage(context);
    const devTools = await context.newCDPSession(page);
    const slow = (rate: number) => devTools.send('Emulation.setCPUThrottlingRate', { rate });
    await page.addInitScript(watch, WATCHED);
    await prepare(page, greenhouse, line.url);
    await greenhouse.kill();
    await slow(CPU_SLOWDOWN);
    await tellTaps(page, line.url);
    await slow(1);
    await tellStarts(page, line.url);
    await fill(page, WRITES);
    await greenhouse.start();
    line.narrow(THIN);
    await tellDrain(page, greenhouse, line.url);
  } finally {
    await context.close();
    await line.close();
    await greenhouse.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates a crop to write about, and visits the pages so that the device has them. */
async function prepare(page: Page, { url, farms: { first } }: Greenhouse, road: string): Promise<void> {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const crop = { farmIndex: first, itemCode: 'CRO001', house: '1동', cultivation: 'unheated' };
  const body = JSON.stringify({ ...crop, budBreakOn: seoulDate(Date.now() - 200 * DAY_MS) });
  await call('/api/crops', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await signInGrower(page, road, PASSWORD);
  for (const at of [FORM, LIST, HOME, FORM]) {
    await page.goto(road + at);
    await page.waitForTimeout(FIRST_VISIT_MS);
  }
}

/** Times of the page, ms, how often it asked the outbox for something, and how many entries it has read. */
type Seen = { tappedAt: number; keptAt: number; readyAt: number; asked: number; entriesRead: number };
declare global {
  var benchSeen: Seen | undefined;
}

/**
 * Runs in the page: records when a tile has a size, when a form was submitted and said that the write is stored, and how
 * many entries were read.
 */
function watch({ words, home }: typeof WATCHED): void {
  const seen = { tappedAt: 0, keptAt: 0, readyAt: 0, asked: 0, entriesRead: 0 };
  globalThis.benchSeen = seen;
  /** The task after an animation frame begins when the frame has been painted. */
  const afterPaint = (note: (at: number) => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => note(performance.now());
    port2.postMessage(undefined);
  };
  // Searches the lists of notices only: the banner of a lost connection has similar words, and reading the whole page is
  // slow.
  const findKept = () =>
    [...document.querySelectorAll('ol[aria-live] span')].find(({ textContent }) => textContent.includes(words));
  // The browser itself says when the words were on the screen. A look in every frame would make the page draw each of
  // them, and what is drawn may still be transparent.
  const waitForKept = () => {
    new PerformanceObserver((list) => {
      for (const { renderTime } of list.getEntries() as (PerformanceEntry & { renderTime: number })[])
        seen.keptAt = renderTime;
    }).observe({ type: 'element' });
    const observer = new MutationObserver(() => {
      const kept = findKept();
      if (!kept) return;
      observer.disconnect();
      kept.setAttribute('elementtiming', 'kept');
    });
    observer.observe(document.body, { childList: true, subtree: true });
  };
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if (!(target instanceof Element) || target.closest('button')?.type !== 'submit') return;
      Object.assign(seen, { tappedAt: timeStamp, keptAt: 0 });
      waitForKept();
    },
    true,
  );
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function countAsked(...asked: Parameters<typeof transaction>) {
    if (this.name.startsWith('onsil-outbox-')) seen.asked += 1;
    return transaction.apply(this, asked);
  };
  for (const { prototype } of [IDBObjectStore, IDBIndex]) {
    const { getAll } = prototype;
    prototype.getAll = function countRows(...asked: Parameters<typeof getAll>) {
      const request = getAll.apply(this, asked);
      const { name } = this instanceof IDBIndex ? this.objectStore : this;
      const note = () => {
        seen.entriesRead += request.result.length;
      };
      if (name === 'outbox') request.addEventListener('success', note);
      return request;
    };
  }
  const lookForTile = () => {
    const tile = document.querySelector('[data-sensor]');
    if (tile && tile.getBoundingClientRect().height > 0) afterPaint((at) => (seen.readyAt = at));
    else requestAnimationFrame(lookForTile);
  };
  if (location.pathname === home) requestAnimationFrame(lookForTile);
}

async function tellTaps(page: Page, url: string): Promise<void> {
  console.log(
    `  server dead, processor slowed ${CPU_SLOWDOWN} times, from a tap on 등록 to the words that it is kept:`,
  );
  const takes = { text: [] as number[], photo: [] as number[] };
  const loops: number[] = [];
  for (const kind of ['text', 'photo'] as const) {
    for (let turn = 0; turn < TAPS[kind]; turn += 1) {
      await page.goto(url + FORM);
      await page.getByLabel('나무 번호나 구역').fill(String(turn + 1));
      await page.getByRole('textbox', { name: '열매 지름' }).fill('52');
      if (kind === 'photo') await choosePhoto(page);
      const button = await page.getByRole('button', { name: '등록', exact: true }).boundingBox();
      if (!button) throw new Error('the form has no button');
      // By position, because a locator would search the page and its time would count.
      await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
      await page.waitForTimeout(STILL_MS);
      await page.mouse.down();
      await page.waitForTimeout(PRESS_MS);
      await page.mouse.up();
      // Not in every frame, as is the default: each would be drawn, and its time would count.
      const seen = await page.waitForFunction(() => globalThis.benchSeen?.keptAt && globalThis.benchSeen, undefined, {
        polling: ASKED_EVERY_MS,
      });
      const { tappedAt, keptAt } = await seen.evaluate((one) => one || { tappedAt: 0, keptAt: Number.NaN });
      takes[kind].push(keptAt - tappedAt);
      loops.push(onceAround());
    }
  }
  console.log(`    text alone, ${TAPS.text} times   ${spread(takes.text)}`);
  console.log(`    with a photo, ${TAPS.photo} times  ${spread(takes.photo)}`);
  console.log(`    the fixed loop after each of them  ${spread(loops)}`);
}

async function choosePhoto(page: Page): Promise<void> {
  const buffer = Buffer.from(await aPhonePhoto({ width: 4_000, height: 3_000 }));
  await page.locator('input[type=file][multiple]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('저장 전').waitFor({ timeout: 60_000 });
}

/** What one start cost: time until values, the page's own processor time until then, ms, and its use of the outbox. */
type Start = { ready: number; task: number; script: number; asked: number; read: number };

/**
 * Starts without a server, with an empty and a full outbox in turn. Each start has a new page: a page that has filled
 * the outbox would also have to clean up after it.
 */
async function tellStarts(page: Page, url: string): Promise<void> {
  const starts: Record<number, Start[]> = { 0: [], [MANY]: [] };
  const counts = Object.keys(starts).map(Number);
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const count of turn % 2 === 0 ? counts : counts.toReversed()) {
      await fill(page, count);
      // The browser compacts its storage after so many writes.
      await page.waitForTimeout(STILL_MS);
      const start = await startAnew(page.context(), url);
      // The first turn only warms up.
      if (turn > 0) starts[count]?.push(start);
    }
  }
  console.log(
    `  server dead, processor slowed ${CPU_SLOWDOWN} times, from the start to values; the page's processor time until then:`,
  );
  for (const count of counts) {
    const all = (name: keyof Start) => (starts[count] ?? []).map((one) => one[name]);
    const median = (name: keyof Start) => whole(quantile(all(name), 0.5));
    console.log(
      `    ${String(count).padStart(5)} waiting  ${spread(all('ready'), [0.5])}; tasks p50 ${median('task')}, ` +
        `script p50 ${median('script')} ms; asked of the outbox until then ${quantile(all('asked'), 1)} times, ` +
        `entries read at most ${quantile(all('read'), 1)}`,
    );
  }
}

async function startAnew(context: BrowserContext, url: string): Promise<Start> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // Processor time, which other work of the machine does not lengthen.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watch, WATCHED);
  await page.goto(url + HOME);
  const seen = await page.waitForFunction(() => globalThis.benchSeen?.readyAt && { ...globalThis.benchSeen });
  const { readyAt, asked } = await seen.evaluate((one) => one || { readyAt: Number.NaN, asked: Number.NaN });
  const { metrics } = await devTools.send('Performance.getMetrics');
  const spentMs = (named: string) => (metrics.find(({ name }) => name === named)?.value ?? Number.NaN) * 1_000;
  // Then the header counts what waits.
  await page.waitForTimeout(COUNTED_MS);
  const read = await page.evaluate(() => globalThis.benchSeen?.entriesRead ?? Number.NaN);
  await page.close();
  return { ready: readyAt, task: spentMs('TaskDuration'), script: spentMs('ScriptDuration'), asked, read };
}

/** Fills the outbox with observations of two weeks ago, copied from one that the form has made. */
async function fill(page: Page, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => [randomUUID(), randomUUID()] as const);
  await page.evaluate(
    async ({ names, ageMs }) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await asked(indexedDB.open('onsil-outbox-grower'));
      const entries: { id: string; body: string; createdAt: number }[] = await asked(
        db.transaction('outbox').objectStore('outbox').getAll(),
      );
      const kept =
        entries.find(({ body }) => typeof body === 'string') ?? JSON.parse(localStorage.benchPattern ?? '{}');
      localStorage.benchPattern = JSON.stringify(kept);
      const writing = db.transaction(['outbox', 'blobs'], 'readwrite');
      writing.objectStore('outbox').clear();
      writing.objectStore('blobs').clear();
      names.forEach(([entryId, thing], at) => {
        const body = JSON.stringify({ ...JSON.parse(kept.body), id: thing, tree: String(at + 1) });
        const more = { seq: 10_000 + at, lane: `observation:${thing}`, attempts: 1, nextAt: 0, state: 'queued' };
        writing.objectStore('outbox').put({ ...kept, ...more, id: entryId, body, createdAt: kept.createdAt - ageMs });
      });
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      db.close();
    },
    { names: ids, ageMs: 14 * DAY_MS },
  );
}

/** The evening: everything is sent over a slow connection, while somebody reads. */
async function tellDrain(page: Page, { url, farms: { first } }: Greenhouse, road: string): Promise<void> {
  const { call, token } = await signInByWire(url, 'grower', PASSWORD);
  const rows = async (): Promise<number> => {
    const answer = await call(`/api/manage/growing?farmIndex=${first}&size=1`);
    return Number((await answer.json()).total);
  };
  const reads: { during: number[]; after: number[] } = { during: [], after: [] };
  const ask = () =>
    fetch(`${road}/api/sensor-value/group/area/farm/${first}`, { headers: { authorization: `Bearer ${token}` } });
  const read = async () => {
    const started = performance.now();
    // Connections that the server closes while idle, one or two, are no failure of the line.
    const answer = await ask().catch(ask).catch(ask);
    await answer.text();
    return performance.now() - started;
  };
  await page.goto(`${road}/cms/outbox`, { waitUntil: 'commit' });
  const started = performance.now();
  while ((await rows()) < WRITES && performance.now() - started < 300_000) reads.during.push(await read());
  const took = performance.now() - started;
  await page.waitForTimeout(STILL_MS);
  for (let turn = 0; turn < 10; turn += 1) reads.after.push(await read());
  console.log(
    `  ${WRITES} observations of two weeks ago over ${THIN.bitsPerSecond / 1e6} Mbit/s and ${THIN.roundTripMs} ms:`,
  );
  console.log(`    sent in ${(took / 1_000).toFixed(1)} s, ${await rows()} on the server`);
  console.log(`    a read over the same line meanwhile ${spread(reads.during)}; afterwards ${spread(reads.after)}`);
}

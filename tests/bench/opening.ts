import type { Page } from '@playwright/test';
import type { CountingProxy } from './counting-proxy.ts';
import { quantile, spread } from './machine.ts';

/** After this time nothing of an opening is pending, ms. */
export const STILL_MS = 1_500;
/** A task of this length delays a tap noticeably, ms. */
const TASK_LIMIT_MS = 50;

/** Selectors of what is waited for: the first values, and everything visible. */
type Sought = { first: string; whole: string };
type Opening = { tappedAt: number; firstAt: number; wholeAt: number; tasks: number[] };
declare global {
  var benchOpening: Opening | undefined;
}

/** Call before the first page: each opening of a dialog is then timed in the page itself. */
export async function watchOpenings(page: Page, sought: Sought): Promise<void> {
  await page.addInitScript(watch, sought);
}

/** Presses the button with this name; returns once nothing of what it opened is pending. */
async function timeOpening(page: Page, button: RegExp): Promise<Opening> {
  await page.evaluate(() => {
    globalThis.benchOpening = { tappedAt: 0, firstAt: 0, wholeAt: 0, tasks: [] };
  });
  await page.getByRole('button', { name: button }).click();
  await page.waitForFunction(() => Number(globalThis.benchOpening?.wholeAt) > 0);
  await page.waitForTimeout(STILL_MS);
  return page.evaluate(() => globalThis.benchOpening ?? { tappedAt: 0, firstAt: 0, wholeAt: 0, tasks: [] });
}

/** Prints what the very first opening fetches in addition, compressed as on the wire. */
export async function tellFirstBytes(page: Page, { served }: CountingProxy, button: RegExp): Promise<void> {
  const before = served.length;
  await timeOpening(page, button);
  const fetched = served.slice(before).filter(({ path }) => !/live|healthz|tiles/.test(path));
  console.log(`  first opening: ${fetched.reduce((sum, { bytes }) => sum + bytes, 0)} bytes beyond what is loaded`);
  for (const { path, bytes } of fetched) console.log(`    ${String(bytes).padStart(6)} ${path}`);
}

/** Each turn loads the page again, so that nothing of the dialog has been rendered before. */
export async function tellOpenings(page: Page, url: string, button: RegExp, turns: number, title: string) {
  const openings: Opening[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await page.goto(`${url}/cms/dashboard`);
    await page.locator('[data-sensor]').first().waitFor();
    await page.waitForTimeout(2 * STILL_MS);
    openings.push(await timeOpening(page, button));
  }
  const took = (end: 'firstAt' | 'wholeAt') => spread(openings.map((one) => one[end] - one.tappedAt));
  const longest = openings.map(({ tasks }) => Math.max(0, ...tasks));
  const over = openings.map(({ tasks }) => tasks.filter((task) => task > TASK_LIMIT_MS).length);
  console.log(`    ${title.padEnd(25)} figures ${took('firstAt')}`);
  console.log(`    ${''.padEnd(25)} whole   ${took('wholeAt')}`);
  console.log(
    `    ${''.padEnd(25)} longest task p50 ${quantile(longest, 0.5)} max ${Math.max(...longest)} ms; ` +
      `tasks over ${TASK_LIMIT_MS} ms: ${over.join(' ')}`,
  );
}

/**
 * Runs in the page: records when the elements have been painted, and tasks of 50 ms and more. It waits for changes of
 * the document: a loop of animation frames would make the browser render frames that nobody else asked for.
 */
function watch({ first, whole }: Sought): void {
  const hasDigits = (selector: string) => /\d/.test(document.querySelector(selector)?.textContent ?? '');
  /** The task after an animation frame begins when the frame has been painted. */
  const afterPaint = (note: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => note(performance.now());
      port2.postMessage(undefined);
    });
  const changes = new MutationObserver(() => {
    const opening = globalThis.benchOpening;
    if (!opening) return;
    if (opening.firstAt === 0 && hasDigits(first)) afterPaint((at) => (opening.firstAt ||= at));
    if (!hasDigits(whole)) return;
    changes.disconnect();
    afterPaint((at) => (opening.wholeAt = at));
  });
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const opening = globalThis.benchOpening;
      if (!opening || opening.tappedAt > 0) return;
      opening.tappedAt = timeStamp;
      changes.observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
        attributeFilter: ['open'],
      });
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

import type { Locator, Page } from '@playwright/test';

/** Measurements of a page as displayed: sizes, positions and landmarks, read from the browser. */

/** Height of the whole page, CSS px. */
export function pageHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

/** Positions of elements on the screen, rounded to px. Throws for an element that is not shown. */
export async function placesOf(all: Locator): Promise<{ top: number; bottom: number; left: number; right: number }[]> {
  const boxes = await Promise.all((await all.all()).map((one) => one.boundingBox()));
  return boxes.map((box) => {
    if (!box) throw new Error('an element is not shown');
    const { x, y, width, height } = box;
    return {
      top: Math.round(y),
      bottom: Math.round(y + height),
      left: Math.round(x),
      right: Math.round(x + width),
    };
  });
}

const LANDMARKS = /^\s*- (?:banner|navigation|main|contentinfo|complementary|region|search|form)\b/gm;

/** Number of landmarks for screen readers. */
export async function landmarksOf(page: Page): Promise<number> {
  return (await page.locator('body').ariaSnapshot()).match(LANDMARKS)?.length ?? 0;
}

/** Visible texts within an element with their font size, CSS px; texts for screen readers only are left out. */
export function textSizes(within: Locator): Promise<{ text: string; px: number }[]> {
  return within.evaluate((root) => {
    const found: { text: string; px: number }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!holder || text === '' || holder.closest('.sr-only')) continue;
      found.push({ text, px: Number.parseFloat(getComputedStyle(holder).fontSize) });
    }
    return found;
  });
}

/** Values that wrap to two lines or overflow their container. */
export function brokenFigures(within: Locator): Promise<string[]> {
  return within.evaluate((root) => {
    const broken: string[] = [];
    for (const figure of root.querySelectorAll('.tabular')) {
      if (!(figure instanceof HTMLElement) || !figure.checkVisibility() || !/^-?[\d,.]+/.test(figure.innerText))
        continue;
      const isPlain = figure.children.length === 0 || [...figure.children].every((child) => child.tagName === 'SPAN');
      const lines = new Set([...figure.getClientRects()].map(({ top }) => Math.round(top))).size;
      const { right } = figure.getBoundingClientRect();
      if ((isPlain && lines > 1) || right > document.documentElement.clientWidth) broken.push(figure.innerText);
    }
    return broken;
  });
}

/** Makes every page from now on measure its layout shift. */
export function watchShift(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') !== true) shift += Number(Reflect.get(entry, 'value'));
      }
      document.documentElement.dataset.shift = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Layout shift of the page since it was opened, by the definition of browsers; 0 is none: https://web.dev/articles/cls
 */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
}

/** Names of the buttons and links in the accent colour of the next step, in order. */
export function accentActions(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const sample = main.appendChild(document.createElement('i'));
    sample.style.background = 'var(--accent)';
    const accent = getComputedStyle(sample).backgroundColor;
    sample.remove();
    return [...main.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === accent)
      .map((one) => one.textContent.trim());
  });
}

import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../support/chromium-args.ts';

const VIEWPORT = { width: 412, height: 823 };
/** About what a middling phone is slower than a desktop machine. */
export const CPU_SLOWDOWN = 4;

/** A browser as large as a phone, whose profile outlives it. */
export function openBenchBrowser(profile: string, more: { hasTouch?: boolean } = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
    viewport: VIEWPORT,
    locale: 'ko-KR',
    ...more,
  });
}

export async function firstPage(context: BrowserContext): Promise<Page> {
  return context.pages()[0] ?? context.newPage();
}

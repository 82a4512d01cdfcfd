import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../support/browser/chromium-args.ts';

/** A value on the dashboard. */
export const TILE = '[data-sensor]';
const VIEWPORT = { width: 412, height: 823 };
/** A mid-range phone is slower than a desktop computer by about this factor. */
export const CPU_SLOWDOWN = 4;

/** A browser of a phone's size, with a profile that survives it. */
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

/** Signs the grower in at `url`, and waits for values and the worker. */
export async function signInGrower(page: Page, url: string, password?: string): Promise<void> {
  await page.goto(`${url}/login`);
  await submitSignIn(page, password);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Fills in the sign-in page and waits for values; uses the demonstration when there is no password. */
export async function submitSignIn(page: Page, password = 'onsil-demo'): Promise<void> {
  await page.getByLabel('아이디').fill('grower');
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.locator(TILE).first().waitFor();
}

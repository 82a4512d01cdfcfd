import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../support/chromium-args.ts';

/** A value on the dashboard. */
export const TILE = '[data-sensor]';
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

/** Signs the grower in on the page at `url`, until values and the worker are there. */
export async function signInGrower(page: Page, url: string, password?: string): Promise<void> {
  await page.goto(`${url}/login`);
  await submitSignIn(page, password);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** On the sign-in page, from the empty form until values are there; without a password as in the demonstration. */
export async function submitSignIn(page: Page, password = 'onsil-demo'): Promise<void> {
  await page.getByLabel('아이디').fill('grower');
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.locator(TILE).first().waitFor();
}

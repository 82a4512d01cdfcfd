import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  chromium,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { buildGreenhouse, type Greenhouse, PASSWORD } from '../server/greenhouse.ts';
import { buildFaultProxy, type FaultProxy } from '../services/fault-proxy.ts';
import { type Providers, startProviders } from '../services/providers.ts';
import { keptKeys } from './device-contents.ts';
import { killBrowser } from './kill-browser.ts';

export const viewports = {
  phone: { width: 360, height: 800 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

export type Phone = {
  page: Page;
  context: BrowserContext;
  /**
   * Closes the browser and opens it again with its stored data, but without its HTTP cache, which nobody may rely on.
   * Only with `hasOwnProfile`.
   */
  restart(): Promise<Page>;
  /**
   * Ends the browser's process with SIGKILL, or all its processes at once, as an empty battery does. Resolves when it
   * has ended; `restart` starts it again. Only with `hasOwnProfile`.
   */
  kill(what: 'browser' | 'everything'): Promise<void>;
  /** A script that runs before every page, also after restarts. */
  addInitScript(script: () => void): Promise<void>;
  /** Console messages that the test expects. */
  tolerate(words: RegExp): void;
};

type Fixtures = {
  /** Simulated weather services; no test asks real ones. */
  providers: Providers;
  greenhouse: Greenhouse;
  road: FaultProxy;
  phone: Phone;
  viewportName: keyof typeof viewports;
  /**
   * A browser with its own profile that survives restarts: a second slower than a new context of the shared browser.
   */
  hasOwnProfile: boolean;
};

export const test = base.extend<Fixtures>({
  viewportName: ['phone', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  providers: async ({}, use) => {
    const providers = await startProviders();
    await use(providers);
    await providers.stop();
  },
  greenhouse: async ({ providers }, use) => {
    const greenhouse = await buildGreenhouse({ AMBIENT_BASE_URL: providers.url });
    await use(greenhouse);
    await greenhouse.remove();
  },
  road: async ({ greenhouse }, use) => {
    const road = await buildFaultProxy(greenhouse.port);
    await use(road);
    await road.close();
  },
  hasOwnProfile: [false, { option: true }],
  phone: async ({ browser, launchOptions, viewportName, hasOwnProfile }, use) => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'onsil-profile-'));
    const complaints: string[] = [];
    const scripts: (() => void)[] = [];
    const tolerated: RegExp[] = [];
    const look: BrowserContextOptions = {
      viewport: viewports[viewportName],
      hasTouch: viewportName !== 'desktop',
      isMobile: viewportName !== 'desktop',
      locale: 'ko-KR',
      timezoneId: 'America/New_York',
    };
    const launch = async () => {
      const context = hasOwnProfile
        ? await chromium.launchPersistentContext(profile, { ...launchOptions, ...look })
        : await browser.newContext(look);
      for (const script of scripts) await context.addInitScript(script);
      context.on('page', (page) => listen(page, complaints));
      for (const page of context.pages()) listen(page, complaints);
      return context;
    };
    let context = await launch();
    let isDead = false;
    const phone: Phone = {
      page: context.pages()[0] ?? (await context.newPage()),
      context,
      restart: async () => {
        if (!hasOwnProfile) throw new Error('only a browser with a profile of its own can be started again');
        if (!isDead) {
          const devtools = await context.newCDPSession(phone.page);
          await devtools.send('Network.clearBrowserCache');
          await context.close();
        }
        isDead = false;
        context = await launch();
        phone.context = context;
        phone.page = context.pages()[0] ?? (await context.newPage());
        return phone.page;
      },
      kill: async (what) => {
        const gone = context.waitForEvent('close');
        killBrowser(profile, what);
        await gone;
        isDead = true;
      },
      addInitScript: async (script) => {
        scripts.push(script);
        await context.addInitScript(script);
      },
      tolerate: (words) => void tolerated.push(words),
    };
    await use(phone);
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    const unexpected = complaints.filter((words) => !tolerated.some((pattern) => pattern.test(words)));
    expect(unexpected, 'nothing unexpected on the console').toEqual([]);
  },
});

export { expect };

/** The browser's own messages about a missing server or an error status, which these tests expect. */
const EXPECTED =
  /Failed to load resource|net::ERR_|status of 4\d\d|status of 50[0-4]|unknown error occurred when fetching the script/;

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
}

/** Fills in the sign-in page that is open, and waits until the next page is shown. */
export async function fillSignIn(page: Page, user = 'grower', password = PASSWORD): Promise<void> {
  await page.getByLabel('아이디').fill(user);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인' }).click();
  await page.waitForURL((at) => at.pathname !== '/login');
  // The URL changes before the page does: the sign-in page stays until the next one is complete.
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeHidden();
}

/** Signs in with a one-time password, and changes it on the page that follows. */
export async function fillFirstSignIn(page: Page, user: string, oneTime: string, next: string): Promise<void> {
  await fillSignIn(page, user, oneTime);
  const form = page.getByRole('form', { name: '비밀번호 바꾸기' });
  await form.getByLabel('받은 임시 비밀번호').fill(oneTime);
  await form.getByLabel('새 비밀번호').fill(next);
  await form.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  await page.waitForURL((at) => at.pathname !== '/change-password');
}

/** Opens a page while signed out, and signs in. */
export async function signIn(
  page: Page,
  { url }: Pick<Greenhouse, 'url'>,
  { user = 'grower', at = '/cms/dashboard' }: { user?: string; at?: string } = {},
): Promise<void> {
  await page.goto(url + at);
  await fillSignIn(page, user);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** The dashboard's tile of a sensor, visible or folded. */
export function tile(page: Page, sensor: string): Locator {
  return page.locator('[data-sensor]').filter({ has: page.getByText(sensor, { exact: true }) });
}

/** Waits until the worker controls the page and has cached what the next start needs. */
export async function readyForOffline(
  page: Page,
  { farms: { first } }: Pick<Greenhouse, 'farms'>,
  {
    user = 'grower',
    more = [],
    hasRecord = true,
  }: { user?: string; more?: readonly string[]; hasRecord?: boolean } = {},
): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
  const wanted = [
    '/api/menu/side',
    '/api/farm',
    `/api/sensor-value/group/area/farm/${first}`,
    `/api/monitor/target-list?farmIndex=${first}`,
    // Records that are composed of tiles are not cached as answers.
    ...(hasRecord ? ['/api/monitor/record?'] : []),
    ...more,
  ];
  await expect
    .poll(
      async () => {
        const kept = await keptKeys(page, user);
        return wanted.filter((beginning) => !kept.some((key) => key.startsWith(beginning)));
      },
      { message: 'reads the device lacks', timeout: 60_000 },
    )
    .toEqual([]);
}

/** Presses 로그아웃, wherever it is at this width. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: '메뉴', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await page.waitForURL((at) => at.pathname === '/login' && at.search === '');
}

/** Simulates a device that slept: this much time passes for the page at once. Needs `page.clock.install`. */
export async function sleepFor(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
}

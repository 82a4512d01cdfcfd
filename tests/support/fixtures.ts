import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { createUser } from '#server/auth/users.ts';
import { openStore } from '#server/db/open.ts';
import { createGate } from '#server/ingest/accept.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { aDevice, aFarm } from './store.ts';

export const PASSWORD = 'a long enough test password';

/** A grower's two farms, a neighbour with one, a user with none; a day of readings by the minute up to now. */
export type Greenhouse = {
  url: string;
  server(): ServerProcess;
  /** Ends the process, as a power cut does. */
  kill(): Promise<void>;
  /** The process lives and answers nothing. */
  stall(): void;
  resume(): void;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  farms: { first: number; second: number; foreign: number };
  key: string;
  /** Sends one reading of the first farm; resolves when it is stored. */
  send(sensor: 'temperature' | 'humidity' | 'soil_moisture', value: number, at?: number): Promise<void>;
};

const CHROMIUM_ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

export const viewports = { phone: { width: 360, height: 800 }, desktop: { width: 1440, height: 900 } } as const;

/** A browser whose profile outlives it, so that a test can close and start it again. */
export type Phone = {
  page: Page;
  context: BrowserContext;
  /** Closes the browser and opens it again with what it has kept. */
  restart(): Promise<Page>;
};

export const test = base.extend<{ greenhouse: Greenhouse; phone: Phone; viewportName: keyof typeof viewports }>({
  viewportName: ['phone', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  greenhouse: async ({}, use) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-e2e-'));
    const { farms, key } = await furnish(dataDir);
    const port = await freePort();
    const env = { DATA_DIR: dataDir, PORT: String(port) };
    let server = await startServerProcess(env);
    const kill = async () => {
      server.kill('SIGKILL');
      await server.gone;
    };
    await use({
      url: `http://localhost:${port}`,
      server: () => server,
      kill,
      stall: () => server.kill('SIGSTOP'),
      resume: () => server.kill('SIGCONT'),
      start: async () => {
        server = await startServerProcess(env);
      },
      farms,
      key,
      send: async (sensor, value, at = Date.now()) => {
        const answer = await fetch(`${server.url}/api/ingest`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ readings: [{ sensor, value, at }] }),
        });
        expect(await answer.json()).toMatchObject({ stored: 1 });
      },
    });
    await kill();
    rmSync(dataDir, { recursive: true, force: true });
  },
  phone: async ({ viewportName }, use) => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'onsil-profile-'));
    const complaints: string[] = [];
    const launch = async () => {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: CHROMIUM_ARGS,
        viewport: viewports[viewportName],
        hasTouch: viewportName === 'phone',
        locale: 'ko-KR',
        timezoneId: 'America/New_York',
      });
      context.on('page', (page) => listen(page, complaints));
      for (const page of context.pages()) listen(page, complaints);
      return context;
    };
    let context = await launch();
    const phone: Phone = {
      page: context.pages()[0] ?? (await context.newPage()),
      context,
      restart: async () => {
        await context.close();
        context = await launch();
        phone.context = context;
        phone.page = context.pages()[0] ?? (await context.newPage());
        return phone.page;
      },
    };
    await use(phone);
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    expect(complaints, 'nothing unexpected on the console').toEqual([]);
  },
});

export { expect };

/** What the browser itself says about a missing server or an answer with an error status is expected in these tests. */
const EXPECTED = /Failed to load resource|net::ERR_|status of 4\d\d|status of 50[34]/;

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
}

export async function signIn(
  page: Page,
  { url }: Pick<Greenhouse, 'url'>,
  user = 'grower',
  password = PASSWORD,
): Promise<void> {
  await page.goto(`${url}/cms/dashboard`);
  await page.getByLabel('아이디').fill(user);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForURL((at) => at.pathname.startsWith('/cms/'));
}

/** Until the worker controls the page and has kept what the dashboard needs. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
}

async function furnish(dataDir: string): Promise<Pick<Greenhouse, 'farms' | 'key'>> {
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const user = (login: string) =>
    createUser(store, { login, name: login, password: PASSWORD, authority: 'ROLE_USER', isNew: false });
  const [grower, neighbour] = [await user('grower'), await user('neighbour')];
  await user('newcomer');
  const first = await aFarm(store, { ownerId: grower, name: '위미 농장' });
  const second = await aFarm(store, { ownerId: grower, name: '와흘 농장' });
  const foreign = await aFarm(store, { ownerId: neighbour, name: '이웃 농장' });
  const { key, known } = await aDevice(store, first, ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE', 'HEATER']);
  const other = await aDevice(store, foreign, ['TEMPERATURE']);
  await aDevice(store, second, ['TEMPERATURE']);
  const gate = createGate(store, { now: Date.now, rawRetentionDays: 400, onCommitted: () => {} });
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const minutes = Array.from({ length: (30 * HOUR_MS) / MINUTE_MS }, (_, i) => now - i * MINUTE_MS);
  await gate.accept(
    known,
    minutes.flatMap((at) => [
      { sensor: 'temperature', at, value: Math.round(120 + 80 * Math.sin(at / (4 * HOUR_MS))) / 10 },
      { sensor: 'humidity', at, value: Math.round(70 - 20 * Math.sin(at / (4 * HOUR_MS))) },
      { sensor: 'soil_moisture', at, value: Math.round(300 - (now - at) / (10 * MINUTE_MS)) / 10 },
      { sensor: 'heater', at, value: Math.sin(at / (4 * HOUR_MS)) < -0.5 ? 100 : 0 },
    ]),
  );
  await gate.accept(other.known, [{ sensor: 'temperature', at: now, value: 33.3 }]);
  await store.close();
  return { farms: { first, second, foreign }, key };
}

import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './support/browser/chromium-args.ts';

const root = path.resolve(import.meta.dirname, '..');

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Tests about the browser itself or about timing, and those that kill it, use the full Chromium. */
const inChromium = [
  'tests/e2e/{install,weight}.spec.ts',
  // What these write must outlive the browser that people have; the others only read again what was cached.
  'tests/faults/{outbox,update,valley}.spec.ts',
];

const startedAs = (executablePath: string) => ({ launchOptions: { executablePath, args: CHROMIUM_ARGS } });

/**
 * The built app on real servers, in a real Chromium; each worker starts the server it needs (support/browser/fixtures.ts).
 * Most tests run in the headless shell (docs/decisions/321-faults-in-the-headless-shell.md).
 */
export default defineConfig({
  testDir: root,
  outputDir: path.join(root, 'test-results'),
  fullyParallel: true,
  // A browser and its server keep a core busy: a third worker only makes the tests of the other two slower.
  workers: 2,
  forbidOnly: true,
  // docs/decisions/250-a-second-try.md
  retries: 1,
  // Ends what hangs. The longest test takes a minute of two free cores, and three on busy ones.
  timeout: 180_000,
  // A page that starts in a second on two free cores takes ten on busy ones; what is never shown costs this once.
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
  },
  projects: [
    {
      name: 'pages',
      testMatch: 'tests/{e2e,faults}/**/*.spec.ts',
      testIgnore: inChromium,
      use: startedAs(process.env.HEADLESS_SHELL_PATH ?? CHROMIUM),
    },
    { name: 'Chromium', testMatch: inChromium, use: startedAs(CHROMIUM) },
  ],
  reporter: [['list'], ...(process.env.REPORT ? [['json', { outputFile: process.env.REPORT }] as const] : [])],
});

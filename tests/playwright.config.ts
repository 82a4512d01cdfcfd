import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './support/chromium-args.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The built app on real servers, in a real Chromium; each worker starts the server it needs (support/fixtures.ts). */
export default defineConfig({
  testDir: root,
  testMatch: ['tests/e2e/**/*.spec.ts', 'tests/faults/**/*.spec.ts'],
  outputDir: path.join(root, 'test-results'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // docs/decisions/250-a-second-try.md
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_ARGS,
    },
  },
  reporter: [['list'], ...(process.env.REPORT ? [['json', { outputFile: process.env.REPORT }] as const] : [])],
});

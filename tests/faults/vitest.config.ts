import path from 'node:path';
import { defineConfig } from 'vitest/config';

// These tests start, stop and kill real processes of the built server. Most of their time is waiting.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/**/*.test.ts'],
    setupFiles: ['tests/support/setup.ts'],
    maxWorkers: 3,
    allowOnly: false,
    // Its default of one second is shorter than a busy machine takes.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
  },
});

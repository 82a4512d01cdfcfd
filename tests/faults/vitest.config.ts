import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Real server processes are started, stopped and killed, on the built server. Most of it is waiting.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/**/*.test.ts'],
    setupFiles: ['tests/support/setup.ts'],
    maxWorkers: 3,
    allowOnly: false,
    testTimeout: 120_000,
  },
});

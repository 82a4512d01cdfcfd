import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Real server processes are started, stopped and killed: one file at a time, on the built server.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/**/*.test.ts'],
    setupFiles: ['tests/support/setup.ts'],
    fileParallelism: false,
    allowOnly: false,
    testTimeout: 120_000,
  },
});

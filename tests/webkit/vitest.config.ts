import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The built app in WebKitGTK: see scripts/webkit.mjs.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/webkit/**/*.test.ts'],
    // One browser at a time: each takes two cores while a page starts.
    fileParallelism: false,
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 240_000,
  },
});

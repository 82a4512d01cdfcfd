import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The built app in WebKitGTK: see scripts/webkit.mjs.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/webkit/**/*.test.ts'],
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 120_000,
  },
});

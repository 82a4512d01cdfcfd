import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

// The built app in WebKitGTK: see scripts/webkit.mjs, which can also run the faults.
const left = process.env.WEBKIT_FAULTS ? [] : ['tests/webkit/faults.test.ts'];

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/webkit/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...left],
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 120_000,
  },
});

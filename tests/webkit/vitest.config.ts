import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The built app in WebKitGTK: see scripts/webkit.mjs, which can also run the faults.
const FILES = process.env.WEBKIT_FAULTS ? '**/*' : 'phone';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: [`tests/webkit/${FILES}.test.ts`],
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 120_000,
  },
});

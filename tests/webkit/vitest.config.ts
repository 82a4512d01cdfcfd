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
    // Its default of one second is shorter than a busy machine takes.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'src/**/*.test.{ts,tsx}',
      'sw/**/*.test.ts',
      'tests/contract/**/*.test.ts',
      'tests/structure.test.ts',
    ],
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 30_000,
  },
});

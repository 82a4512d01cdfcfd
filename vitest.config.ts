import { defineConfig } from 'vitest/config';
import { readPolicies } from './contract/read-policies.ts';

export default defineConfig({
  define: { __READ_POLICIES__: JSON.stringify(readPolicies) },
  test: {
    // By default Vitest leaves one of two cores idle, and the longest tests here wait for sockets and disks.
    maxWorkers: 3,
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'src/**/*.test.{ts,tsx}',
      'sw/**/*.test.ts',
      'tests/contract/**/*.test.ts',
      'tests/*.test.ts',
    ],
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 30_000,
  },
});

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
    // Its default of one second is shorter than a busy machine takes.
    expect: { poll: { timeout: 60_000 } },
    // They end what hangs. The longest test takes ten seconds on two free cores, and a minute on busy ones.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

import { configDefaults, defineConfig } from 'vitest/config';
import { readPolicies } from './contract/read-policies.ts';

/**
 * What these keep, databases and the state of their modules, would outlive a test file. All others share their modules:
 * loading them anew for each file took more than half of the processor time.
 */
const keeping = ['src/api/**/*.test.{ts,tsx}', 'src/offline/**/*.test.ts', 'sw/**/*.test.ts'];

export default defineConfig({
  define: { __READ_POLICIES__: JSON.stringify(readPolicies) },
  test: {
    // By default Vitest leaves one of two cores idle, and the longest tests here wait for sockets and disks.
    maxWorkers: 3,
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    // Its default of one second is shorter than a busy machine takes.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'device', include: keeping } },
      {
        extends: true,
        test: {
          name: 'rooms',
          isolate: false,
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...keeping],
        },
      },
      {
        extends: true,
        test: { name: 'house', isolate: false, include: ['tests/contract/**/*.test.ts', 'tests/*.test.ts'] },
      },
    ],
    // They end what hangs. The longest test takes ten seconds on two free cores, and a minute on busy ones.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
